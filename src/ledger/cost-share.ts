import { allocate } from '../money/allocate.ts';
import { Decimal } from '../money/decimal.ts';
import type { Rational } from '../money/rational.ts';

/**
 * The share of `amount` that falls to `part` of `whole` units, rounded half-even to 10 digits. It is never more than
 * the amount itself, also when that has more than 10 digits and would be rounded up. `whole` is zero only when `part` is.
 */
export function costShare(amount: Decimal, part: Rational, whole: Rational): Decimal {
  if (amount.isZero() || part.equals(whole)) return amount;
  const numerator = amount.times(Decimal.of(part.numerator * whole.denominator));
  const share = numerator.dividedBy(Decimal.of(part.denominator * whole.numerator), costRounding);
  return amount.scale > costRounding.scale && share.abs().greaterThan(amount.abs()) ? amount : share;
}

/**
 * Splits `amount` in proportion to `units`, which are all of one sign: each share rounded half-even to 10 digits, the
 * last one what is left, so that they sum exactly to the amount. At least one number of units is given.
 */
export function shareByUnits(amount: Decimal, units: readonly Rational[]): readonly Decimal[] {
  let multiple = 1n;
  for (const { denominator } of units) multiple = leastCommonMultiple(multiple, denominator);
  const weights = units.map(({ numerator, denominator }) =>
    Decimal.of(numerator * (multiple / denominator)).abs(),
  );
  return allocate(amount, weights, costRounding);
}

/** Costs are money spread over units, which rarely divides evenly: 10 digits keep it far below any minor unit. */
const costRounding = { scale: 10, rounding: 'half-even' } as const;

/** Of two numbers above zero. */
function leastCommonMultiple(first: bigint, second: bigint): bigint {
  if (first % second === 0n) return first;
  let [divisor, rest] = [first, second];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return (first / divisor) * second;
}
