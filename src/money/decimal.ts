/**
 * Exact decimal numbers: every amount, quantity, price and rate in the project is one.
 *
 * Invariants (tests refer to them by number):
 * 1. A Decimal is immutable and normalised: no trailing zero in the fraction, and zero has scale 0.
 *    Equal numbers are therefore equal field by field, and there is no negative zero.
 * 2. `plus`, `minus` and `times` are exact; digits are lost only in `rounded` and `dividedBy`, by the rule named there.
 * 3. `toString` is canonical, and `Decimal.of` reads it back to an equal Decimal, however wide the number is.
 */

import { DecimalError, isDecimalProblem, readOutsideText, readOwnText } from './decimal-text.ts';
import type { DecimalProblem } from './decimal-text.ts';
import { powerOfTen } from './power-of-ten.ts';
import { divideRounded } from './rounding.ts';
import type { RoundingRule } from './rounding.ts';

export { DecimalError, isDecimalProblem } from './decimal-text.ts';
export type { DecimalProblem, DecimalProblemReason } from './decimal-text.ts';

/**
 * Reads text from outside, in plain notation only: an optional sign, digits, and optionally a point with more digits.
 * At most 38 significant digits and 18 after the point, trailing zeros of the fraction not counted.
 * Returns the problem instead of throwing, so that the caller can name the field it stood in.
 */
export function parseDecimal(text: string): Decimal | DecimalProblem {
  const parts = readOutsideText(text);
  return isDecimalProblem(parts) ? parts : Decimal.fromParts(parts.coefficient, parts.scale);
}

/** An exact number: `coefficient` ÷ 10^`scale`. See the module header for what always holds. */
export class Decimal {
  static readonly zero: Decimal = new Decimal(0n, 0);
  static readonly one: Decimal = new Decimal(1n, 0);

  readonly coefficient: bigint;
  /** Digits after the point, an integer from zero up. */
  readonly scale: number;
  /** The canonical text, once it was asked for: an amount is written a dozen times on its way into the books. */
  #text: string | undefined;

  private constructor(coefficient: bigint, scale: number) {
    this.coefficient = coefficient;
    this.scale = scale;
  }

  /**
   * Reads a literal or stored text. The notation is that of `parseDecimal`, but without its limits on length, because
   * a stored intermediate result may be wider than an input.
   *
   * @throws DecimalError when the text is not a number in plain notation.
   */
  static of(text: string | bigint): Decimal {
    if (typeof text === 'bigint') return new Decimal(text, 0);
    const parts = readOwnText(text);
    if (isDecimalProblem(parts)) throw new DecimalError(parts);
    return new Decimal(parts.coefficient, parts.scale);
  }

  /**
   * The number `coefficient` ÷ 10^`scale`, normalised.
   *
   * @throws RangeError when the scale is not an integer from zero up.
   */
  static fromParts(coefficient: bigint, scale: number): Decimal {
    assertScale(scale);
    if (scale === 0 || !endsInZero(coefficient)) return new Decimal(coefficient, scale);
    if (coefficient === 0n) return Decimal.zero;
    let shorter = coefficient / 10n;
    let shorterScale = scale - 1;
    while (shorterScale > 0 && endsInZero(shorter)) {
      shorter /= 10n;
      shorterScale -= 1;
    }
    return new Decimal(shorter, shorterScale);
  }

  /** The exact sum; zero when there are no values. */
  static sum(values: Iterable<Decimal>): Decimal {
    let total = Decimal.zero;
    for (const value of values) total = total.plus(value);
    return total;
  }

  /** The smallest of the values. */
  static min(first: Decimal, ...others: readonly Decimal[]): Decimal {
    return others.reduce((least, value) => (value.lessThan(least) ? value : least), first);
  }

  /** The largest of the values. */
  static max(first: Decimal, ...others: readonly Decimal[]): Decimal {
    return others.reduce((most, value) => (value.greaterThan(most) ? value : most), first);
  }

  plus(other: Decimal): Decimal {
    if (this.scale === other.scale)
      return Decimal.fromParts(this.coefficient + other.coefficient, this.scale);
    // With unequal scales the last digit of the finer number survives, and it is not zero, so the sum is normalised.
    if (this.scale > other.scale) {
      return new Decimal(
        this.coefficient + other.coefficient * powerOfTen(this.scale - other.scale),
        this.scale,
      );
    }
    return new Decimal(
      this.coefficient * powerOfTen(other.scale - this.scale) + other.coefficient,
      other.scale,
    );
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }

  times(other: Decimal): Decimal {
    return Decimal.fromParts(this.coefficient * other.coefficient, this.scale + other.scale);
  }

  /**
   * The quotient, rounded once from its exact value.
   *
   * @throws RangeError when `other` is zero.
   */
  dividedBy(other: Decimal, rule: RoundingRule): Decimal {
    assertScale(rule.scale);
    const shift = other.scale + rule.scale - this.scale;
    const numerator = shift > 0 ? this.coefficient * powerOfTen(shift) : this.coefficient;
    const denominator = shift < 0 ? other.coefficient * powerOfTen(-shift) : other.coefficient;
    return Decimal.fromParts(divideRounded(numerator, denominator, rule.rounding), rule.scale);
  }

  /** This number with at most `rule.scale` digits after the point. A number that has no more is returned as it is. */
  rounded(rule: RoundingRule): Decimal {
    assertScale(rule.scale);
    if (this.scale <= rule.scale) return this;
    const kept = divideRounded(this.coefficient, powerOfTen(this.scale - rule.scale), rule.rounding);
    return Decimal.fromParts(kept, rule.scale);
  }

  negated(): Decimal {
    return new Decimal(-this.coefficient, this.scale);
  }

  abs(): Decimal {
    return this.coefficient < 0n ? this.negated() : this;
  }

  sign(): -1 | 0 | 1 {
    if (this.coefficient === 0n) return 0;
    return this.coefficient < 0n ? -1 : 1;
  }

  isZero(): boolean {
    return this.coefficient === 0n;
  }

  isNegative(): boolean {
    return this.coefficient < 0n;
  }

  isPositive(): boolean {
    return this.coefficient > 0n;
  }

  compare(other: Decimal): -1 | 0 | 1 {
    let left = this.coefficient;
    let right = other.coefficient;
    if (this.scale < other.scale) left *= powerOfTen(other.scale - this.scale);
    else if (this.scale > other.scale) right *= powerOfTen(this.scale - other.scale);
    if (left === right) return 0;
    return left < right ? -1 : 1;
  }

  equals(other: Decimal): boolean {
    return this.scale === other.scale && this.coefficient === other.coefficient;
  }

  lessThan(other: Decimal): boolean {
    return this.compare(other) < 0;
  }

  greaterThan(other: Decimal): boolean {
    return this.compare(other) > 0;
  }

  /** Canonical text: plain notation, no trailing zeros in the fraction, never `-0`. */
  toString(): string {
    this.#text ??= withPoint(this.coefficient, this.scale);
    return this.#text;
  }

  /**
   * Text with exactly `scale` digits after the point, for display. It never rounds: call `rounded` first.
   *
   * @throws RangeError when that would lose digits, or when the scale is not an integer from zero up.
   */
  toFixed(scale: number): string {
    assertScale(scale);
    if (scale < this.scale) {
      throw new RangeError(
        `Cannot show ${this.toString()} with ${scale} digits after the point. Round it first or show ${this.scale}.`,
      );
    }
    return withPoint(this.coefficient * powerOfTen(scale - this.scale), scale);
  }

  /** Amounts are strings in JSON, since a JSON number would lose digits. */
  toJSON(): string {
    return this.toString();
  }
}

function assertScale(scale: number): void {
  if (!Number.isInteger(scale) || scale < 0) {
    throw new RangeError(`A scale of ${scale} is not possible. Give a whole number of digits from zero up.`);
  }
}

/**
 * Whether the last decimal digit is zero. Small coefficients, which are nearly all, are tested as numbers: below 2^53 a
 * tenth is whole exactly when its nearest double is, and that test is several times faster than a bigint remainder.
 */
function endsInZero(coefficient: bigint): boolean {
  const small = Number(coefficient);
  if (small <= Number.MAX_SAFE_INTEGER && small >= -Number.MAX_SAFE_INTEGER) {
    const tenth = small / 10;
    return Math.floor(tenth) === tenth;
  }
  return coefficient % 10n === 0n;
}

function withPoint(coefficient: bigint, scale: number): string {
  const text = coefficient.toString();
  if (scale === 0) return text;
  const sign = coefficient < 0n ? '-' : '';
  const digits = (sign === '' ? text : text.slice(1)).padStart(scale + 1, '0');
  const pointAt = digits.length - scale;
  return `${sign}${digits.slice(0, pointAt)}.${digits.slice(pointAt)}`;
}
