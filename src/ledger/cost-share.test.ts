import { describe, expect, it } from 'vitest';
import { Decimal } from '../money/decimal.ts';
import { Rational } from '../money/rational.ts';
import { costShare, shareByUnits } from './cost-share.ts';

describe('the share of a cost', () => {
  const cases: readonly [what: string, amount: string, part: string, whole: string, share: string][] = [
    ['is exact when it divides', '100', '1', '4', '25'],
    ['is rounded to ten digits', '100', '1', '3', '33.3333333333'],
    ['rounds up past the middle', '200', '1', '3', '66.6666666667'],
    // 0.0000000005 ÷ 2 = 0.00000000025, halfway between …2 and …3: the even one.
    ['rounds a tie to the even neighbour below', '0.0000000005', '1', '2', '0.0000000002'],
    // 0.0000000007 ÷ 2 = 0.00000000035, halfway between …3 and …4: the even one.
    ['rounds a tie to the even neighbour above', '0.0000000007', '1', '2', '0.0000000004'],
    ['keeps the sign of a short position', '-100', '-1', '-3', '-33.3333333333'],
    ['takes fractions of units', '10', '1/3', '5/3', '2'],
    ['is all of it, unrounded, for all units', '0.123456789012345678', '7/3', '7/3', '0.123456789012345678'],
    // 0.9 × 0.00000000006 = 0.000000000054 would round to 0.0000000001, which is more than there is.
    ['is never more than there is', '0.00000000006', '9', '10', '0.00000000006'],
    ['is nothing for no units', '100', '0', '4', '0'],
  ];

  it.each(cases)('%s', (_what, amount, part, whole, share) => {
    expect(costShare(Decimal.of(amount), Rational.parse(part), Rational.parse(whole)).toString()).toBe(share);
  });
});

describe('an amount shared by units', () => {
  const cases: readonly [
    what: string,
    amount: string,
    units: readonly string[],
    shares: readonly string[],
  ][] = [
    ['follows the units', '100', ['1', '3'], ['25', '75']],
    [
      'leaves the rest to the last',
      '100',
      ['1', '1', '1'],
      ['33.3333333333', '33.3333333333', '33.3333333334'],
    ],
    ['takes fractions with different denominators', '7', ['1/2', '2/3'], ['3', '4']],
    ['takes decimals', '10', ['0.25', '0.75'], ['2.5', '7.5']],
    ['takes short positions', '-9', ['-1', '-2'], ['-3', '-6']],
    ['gives everything to the only one', '0.123456789012345678', ['5'], ['0.123456789012345678']],
  ];

  it.each(cases)('%s', (_what, amount, units, shares) => {
    const found = shareByUnits(
      Decimal.of(amount),
      units.map((text) => Rational.parse(text)),
    );
    expect(found.map(String)).toEqual(shares);
  });
});
