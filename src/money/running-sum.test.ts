import { describe, expect, it } from 'vitest';
import { Decimal } from './decimal.ts';
import { RunningSum } from './running-sum.ts';

function sumOf(...texts: readonly string[]): RunningSum {
  const sum = new RunningSum();
  for (const text of texts) sum.add(Decimal.of(text));
  return sum;
}

describe('a running sum', () => {
  it.each([
    [['1', '2'], '3'],
    [['0.1', '0.2'], '0.3'],
    [['1', '0.25', '10', '0.005'], '11.255'],
    [['0.005', '10', '0.25', '-0.255'], '10'],
    [
      ['99999999999999999999999999999999999999', '0.000000000000000001'],
      '99999999999999999999999999999999999999.000000000000000001',
    ],
    [[], '0'],
  ])('of %j is %s', (texts, total) => {
    expect(sumOf(...texts).total).toEqual(Decimal.of(total));
  });

  it('knows when what was added cancels out, whatever digits it was written with', () => {
    expect(sumOf('1.5', '-0.5', '-1').isZero()).toBe(true);
    expect(sumOf('1.5', '-0.5', '-1.001').isZero()).toBe(false);
  });
});
