/**
 * Exact fractions, for ratios that decimals cannot hold: 100 units 1-for-3 and then 3-for-1 are 100 units again.
 *
 * Invariants (tests refer to them by number):
 * 1. A Rational is immutable and reduced with a positive denominator, so equal numbers are equal field by field.
 * 2. All arithmetic is exact; digits are lost only in `toDecimal` and `truncated`.
 * 3. `Rational.parse` reads `toString` back to an equal Rational.
 */

import { Decimal, DecimalError } from './decimal.ts';
import { scaleMax } from './decimal-text.ts';
import { powerOfTen } from './power-of-ten.ts';
import type { RoundingRule } from './rounding.ts';

/** An exact fraction. See the module header for what always holds. */
export class Rational {
  static readonly zero: Rational = new Rational(0n, 1n);
  static readonly one: Rational = new Rational(1n, 1n);

  readonly numerator: bigint;
  /** Always above zero. */
  readonly denominator: bigint;

  private constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /**
   * The fraction `numerator` ÷ `denominator`, reduced.
   *
   * @throws RangeError when the denominator is zero.
   */
  static of(numerator: bigint, denominator: bigint): Rational {
    if (denominator === 1n) return new Rational(numerator, 1n);
    if (denominator === 0n)
      throw new RangeError(`Cannot divide ${numerator} by zero. Give a divisor other than zero.`);
    const divisor = greatestCommonDivisor(numerator, denominator);
    // Dividing by the divisor with the denominator's sign makes the denominator positive.
    const signed = denominator < 0n ? -divisor : divisor;
    return signed === 1n
      ? new Rational(numerator, denominator)
      : new Rational(numerator / signed, denominator / signed);
  }

  /** The same number as a fraction. */
  static fromDecimal(decimal: Decimal): Rational {
    if (decimal.scale === 0) return new Rational(decimal.coefficient, 1n);
    return Rational.of(decimal.coefficient, powerOfTen(decimal.scale));
  }

  /**
   * Reads what `toString` wrote: decimal text, or two integers with a slash between them.
   *
   * @throws DecimalError when the text is neither.
   */
  static parse(text: string): Rational {
    const slashAt = text.indexOf('/');
    if (slashAt === -1) return Rational.fromDecimal(Decimal.of(text));
    const numerator = Decimal.of(text.slice(0, slashAt));
    const denominator = Decimal.of(text.slice(slashAt + 1));
    if (numerator.scale !== 0 || denominator.scale !== 0 || !denominator.isPositive()) {
      const message = `${JSON.stringify(text)} is not a fraction. Write two whole numbers with the second above zero, for example 1/3.`;
      throw new DecimalError({ kind: 'decimal_problem', reason: 'not_a_number', message });
    }
    return Rational.of(numerator.coefficient, denominator.coefficient);
  }

  plus(other: Rational): Rational {
    if (this.denominator === other.denominator) {
      return Rational.of(this.numerator + other.numerator, this.denominator);
    }
    // Adding a whole number to a reduced fraction leaves it reduced.
    if (other.denominator === 1n) {
      return new Rational(this.numerator + other.numerator * this.denominator, this.denominator);
    }
    if (this.denominator === 1n) {
      return new Rational(this.numerator * other.denominator + other.numerator, other.denominator);
    }
    const numerator = this.numerator * other.denominator + other.numerator * this.denominator;
    return Rational.of(numerator, this.denominator * other.denominator);
  }

  minus(other: Rational): Rational {
    return this.plus(other.negated());
  }

  times(other: Rational): Rational {
    return Rational.of(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  /** @throws RangeError when `other` is zero. */
  dividedBy(other: Rational): Rational {
    return Rational.of(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  negated(): Rational {
    return new Rational(-this.numerator, this.denominator);
  }

  abs(): Rational {
    return this.numerator < 0n ? this.negated() : this;
  }

  sign(): -1 | 0 | 1 {
    if (this.numerator === 0n) return 0;
    return this.numerator < 0n ? -1 : 1;
  }

  isZero(): boolean {
    return this.numerator === 0n;
  }

  isNegative(): boolean {
    return this.numerator < 0n;
  }

  isPositive(): boolean {
    return this.numerator > 0n;
  }

  compare(other: Rational): -1 | 0 | 1 {
    const same = this.denominator === other.denominator;
    const left = same ? this.numerator : this.numerator * other.denominator;
    const right = same ? other.numerator : other.numerator * this.denominator;
    if (left === right) return 0;
    return left < right ? -1 : 1;
  }

  equals(other: Rational): boolean {
    return this.numerator === other.numerator && this.denominator === other.denominator;
  }

  lessThan(other: Rational): boolean {
    return this.compare(other) < 0;
  }

  greaterThan(other: Rational): boolean {
    return this.compare(other) > 0;
  }

  /** The whole part, toward zero: 7/2 → 3 and −7/2 → −3. */
  truncated(): Rational {
    return this.denominator === 1n ? this : new Rational(this.numerator / this.denominator, 1n);
  }

  /** The nearest decimal by the rule, rounded once from the exact value. */
  toDecimal(rule: RoundingRule): Decimal {
    return Decimal.of(this.numerator).dividedBy(Decimal.of(this.denominator), rule);
  }

  /** The same number as a Decimal when one with at most 18 digits after the point equals it, otherwise undefined. */
  toExactDecimal(): Decimal | undefined {
    if (this.denominator === 1n) return Decimal.of(this.numerator);
    if (finest % this.denominator !== 0n) return undefined;
    return Decimal.fromParts(this.numerator * (finest / this.denominator), scaleMax);
  }

  /** Canonical decimal text when `toExactDecimal` has an answer, otherwise `numerator/denominator`. */
  toString(): string {
    return this.toExactDecimal()?.toString() ?? `${this.numerator}/${this.denominator}`;
  }

  /** The same text as `toString`, since a JSON number would lose digits. */
  toJSON(): string {
    return this.toString();
  }
}

/** A denominator that divides this has a decimal of at most `scaleMax` digits after the point. */
const finest = powerOfTen(scaleMax);

/** Never negative; zero only when both are zero. */
function greatestCommonDivisor(first: bigint, second: bigint): bigint {
  let larger = first < 0n ? -first : first;
  let smaller = second < 0n ? -second : second;
  while (smaller > BigInt(Number.MAX_SAFE_INTEGER)) [larger, smaller] = [smaller, larger % smaller];
  if (smaller === 0n) return larger;

  // From here on both fit a number exactly, which is several times faster than bigint remainders.
  let left = Number(smaller);
  let right = Number(larger % smaller);
  while (right !== 0) [left, right] = [right, left % right];
  return BigInt(left);
}
