/**
 * Splits an amount so that the parts add up to it.
 *
 * Invariants (tests refer to them by number):
 * 1. The parts sum exactly to the total, in the order of the shares.
 * 2. Every part but the last is its exact share rounded by the rule, unless less than that is left; then it is what is left.
 * 3. No part has the sign opposite to the total's: rounding up small shares never makes the last one pay for it.
 */

import { Decimal } from './decimal.ts';
import type { RoundingRule } from './rounding.ts';

/**
 * Splits `total` in proportion to `shares`: fractions, percentages or quantities alike, since each share counts
 * relative to the sum of all. The last part takes what the others leave.
 *
 * 2.50 by 50, 45 and 5 with two digits half-up is 1.25, 1.13 and 0.12. Only the last part can have more digits than the
 * rule, and only when the total has.
 *
 * @throws RangeError when there are no shares, one is negative, or all are zero.
 */
export function allocate(total: Decimal, shares: readonly Decimal[], rule: RoundingRule): readonly Decimal[] {
  const whole = Decimal.sum(shares);
  if (shares.some((share) => share.isNegative()) || whole.isZero()) {
    throw new RangeError(
      `Cannot split ${total.toString()} by [${shares.join(', ')}]. Give shares from zero up, at least one above zero.`,
    );
  }
  const parts: Decimal[] = [];
  let left = total;
  for (const share of shares.slice(0, -1)) {
    const exact = total.times(share).dividedBy(whole, rule);
    const part = exact.abs().greaterThan(left.abs()) ? left : exact;
    parts.push(part);
    left = left.minus(part);
  }
  parts.push(left);
  return parts;
}
