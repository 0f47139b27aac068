/**
 * Integer division with a named rounding: the one place in the project where digits are lost.
 *
 * Invariants (tests refer to them by number):
 * 1. A quotient without remainder is returned exactly, whatever the rounding.
 * 2. The result differs from the true quotient by less than one, and by at most a half for the `half-…` roundings.
 * 3. The signs of numerator and denominator do not matter beyond the sign of the quotient.
 */

/**
 * How a quotient that falls between two integers is settled.
 *
 * - `half-up`: to the nearest; a tie goes away from zero (2.5 → 3, −2.5 → −3).
 * - `half-even`: to the nearest; a tie goes to the even neighbour (2.5 → 2, 3.5 → 4).
 * - `down`: toward zero, which is truncation (2.9 → 2, −2.9 → −2).
 * - `up`: away from zero (2.1 → 3, −2.1 → −3).
 * - `floor`: toward minus infinity (−2.1 → −3).
 * - `ceiling`: toward plus infinity (−2.9 → −2).
 */
export type Rounding = 'half-up' | 'half-even' | 'down' | 'up' | 'floor' | 'ceiling';

/** Where to round and how: `scale` is the number of digits kept after the decimal point, an integer from zero up. */
export interface RoundingRule {
  readonly scale: number;
  readonly rounding: Rounding;
}

/**
 * Divides two integers and settles the remainder by name.
 *
 * @throws RangeError when the denominator is zero.
 */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator === 0n)
    throw new RangeError(`Cannot divide ${numerator} by zero. Give a divisor other than zero.`);
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  if (remainder === 0n) return quotient;

  const negative = numerator < 0n !== denominator < 0n;
  const cut: Cut = { negative, quotient, twice: magnitude(remainder) * 2n, divisor: magnitude(denominator) };
  if (!stepsAwayFromZero[rounding](cut)) return quotient;
  return negative ? quotient - 1n : quotient + 1n;
}

/** What a rounding may look at. The quotient is truncated and its remainder is never zero. */
interface Cut {
  readonly negative: boolean;
  readonly quotient: bigint;
  /** Twice the magnitude of the remainder: equal to `divisor` exactly on a tie. */
  readonly twice: bigint;
  readonly divisor: bigint;
}

/** Whether the truncated quotient moves one step away from zero. */
const stepsAwayFromZero = {
  'half-up': (cut) => cut.twice >= cut.divisor,
  'half-even': (cut) => cut.twice > cut.divisor || (cut.twice === cut.divisor && cut.quotient % 2n !== 0n),
  down: () => false,
  up: () => true,
  floor: (cut) => cut.negative,
  ceiling: (cut) => !cut.negative,
} satisfies Record<Rounding, (cut: Cut) => boolean>;

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
