import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.ts';
import { Decimal } from './decimal.ts';
import type { Rounding, RoundingRule } from './rounding.ts';

const cents: RoundingRule = { scale: 2, rounding: 'half-up' };

function split(total: string, shares: readonly string[], rule: RoundingRule): readonly string[] {
  return allocate(
    Decimal.of(total),
    shares.map((share) => Decimal.of(share)),
    rule,
  ).map(String);
}

describe('allocate', () => {
  it('gives the remainder to the last: 2.50 by 50 %, 45 % and what is left is 1.25, 1.13 and 0.12 (G38)', () => {
    expect(split('2.50', ['50', '45', '5'], cents)).toStrictEqual(['1.25', '1.13', '0.12']);
    expect(split('2.50', ['0.50', '0.45', '0.05'], cents)).toStrictEqual(['1.25', '1.13', '0.12']);
  });

  const cases: readonly (readonly [
    what: string,
    total: string,
    shares: readonly string[],
    expected: readonly string[],
  ])[] = [
    ['a single share gets all', '9.99', ['3'], ['9.99']],
    ['thirds', '100', ['1', '1', '1'], ['33.33', '33.33', '33.34']],
    ['a negative total', '-2.50', ['50', '45', '5'], ['-1.25', '-1.13', '-0.12']],
    ['zero', '0', ['1', '2'], ['0', '0']],
    ['a share of zero', '10', ['0', '1', '1'], ['0', '5', '5']],
    ['a total finer than the rule', '1.005', ['1', '1'], ['0.5', '0.505']],
    ['quantities as shares', '1000', ['3', '7.5', '4.5'], ['200', '500', '300']],
    ['more shares than cents', '0.02', ['1', '1', '1', '1'], ['0.01', '0.01', '0', '0']],
    ['more shares than negative cents', '-0.02', ['1', '1', '1', '1'], ['-0.01', '-0.01', '0', '0']],
  ];
  for (const [what, total, shares, expected] of cases) {
    it(`splits ${total} by ${shares.join(', ')}: ${what}`, () => {
      expect(split(total, shares, cents)).toStrictEqual(expected);
    });
  }

  it('rounds by the rule it is given', () => {
    expect(split('2.50', ['50', '45', '5'], { scale: 2, rounding: 'half-even' })).toStrictEqual([
      '1.25',
      '1.12',
      '0.13',
    ]);
    expect(split('100', ['1', '1', '1'], { scale: 0, rounding: 'up' })).toStrictEqual(['34', '34', '32']);
  });

  it('refuses no shares, a negative share and shares that are all zero', () => {
    for (const shares of [[], ['1', '-1', '3'], ['0', '0']]) {
      expect(() => split('1', shares, cents)).toThrow(RangeError);
    }
    expect(() => split('5', ['-1', '2'], cents)).toThrow(
      'Cannot split 5 by [-1, 2]. Give shares from zero up, at least one above zero.',
    );
  });

  const amount = fc.tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 0, max: 6 }));
  const smallAmount = fc.tuple(fc.bigInt({ min: -20n, max: 20n }), fc.constant(2));
  const total = fc
    .oneof(amount, smallAmount)
    .map(([coefficient, scale]) => Decimal.fromParts(coefficient, scale));
  const shares = fc
    .array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: 1, maxLength: 8 })
    .filter((values) => values.some((value) => value > 0n))
    .map((values) => values.map((value) => Decimal.fromParts(value, 1)));
  const rule = fc.record({
    scale: fc.integer({ min: 0, max: 4 }),
    rounding: fc.constantFrom<Rounding>('half-up', 'half-even', 'down', 'up', 'floor', 'ceiling'),
  });

  it('sums to the total exactly and never turns a sign (invariants 1 and 3)', () => {
    fc.assert(
      fc.property(total, shares, rule, (amountToSplit, weights, how) => {
        const parts = allocate(amountToSplit, weights, how);
        expect(parts).toHaveLength(weights.length);
        expect(Decimal.sum(parts)).toStrictEqual(amountToSplit);
        for (const part of parts) expect(part.isZero() || part.sign() === amountToSplit.sign()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('makes every part but the last its rounded share, or what is left (invariant 2)', () => {
    fc.assert(
      fc.property(total, shares, rule, (amountToSplit, weights, how) => {
        const whole = Decimal.sum(weights);
        let left = amountToSplit;
        for (const [index, part] of allocate(amountToSplit, weights, how).slice(0, -1).entries()) {
          const weight = weights[index] ?? Decimal.zero;
          const rounded = amountToSplit.times(weight).dividedBy(whole, how);
          expect([rounded.toString(), left.toString()]).toContain(part.toString());
          left = left.minus(part);
        }
      }),
      { numRuns: 500 },
    );
  });
});
