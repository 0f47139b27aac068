import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, DecimalError } from './decimal.ts';
import { Rational } from './rational.ts';

function ratio(numerator: bigint, denominator: bigint): Rational {
  return Rational.of(numerator, denominator);
}

describe('Rational', () => {
  it('is reduced with a positive denominator (invariant 1)', () => {
    const cases: readonly (readonly [
      numerator: bigint,
      denominator: bigint,
      expected: readonly [bigint, bigint],
    ])[] = [
      [2n, 4n, [1n, 2n]],
      [-2n, 4n, [-1n, 2n]],
      [2n, -4n, [-1n, 2n]],
      [-2n, -4n, [1n, 2n]],
      [3n, -1n, [-3n, 1n]],
      [3n, 1n, [3n, 1n]],
      [0n, -7n, [0n, 1n]],
      [6n, 3n, [2n, 1n]],
      [7n, 3n, [7n, 3n]],
      [7n, -3n, [-7n, 3n]],
      [10n ** 40n, 10n ** 38n * 3n, [100n, 3n]],
      [3n ** 50n, 3n ** 48n * 2n, [9n, 2n]],
      [0n, 10n ** 40n, [0n, 1n]],
      [10n ** 40n, 10n ** 40n, [1n, 1n]],
    ];
    for (const [numerator, denominator, [n, d]] of cases) {
      expect(ratio(numerator, denominator)).toMatchObject({ numerator: n, denominator: d });
    }
  });

  it('refuses a zero denominator and division by zero', () => {
    expect(() => ratio(1n, 0n)).toThrow(RangeError);
    expect(() => ratio(5n, 0n)).toThrow('Cannot divide 5 by zero. Give a divisor other than zero.');
    expect(() => Rational.one.dividedBy(Rational.zero)).toThrow(RangeError);
  });

  it('keeps 100 units through 1-for-3 and 3-for-1, and 119 through 3-for-1 and 1-for-3', () => {
    const third = ratio(1n, 3n);
    const three = ratio(3n, 1n);
    expect(ratio(100n, 1n).times(third).times(three).toString()).toBe('100');
    expect(ratio(119n, 1n).times(three).dividedBy(three).toString()).toBe('119');
    expect(ratio(100n, 1n).times(third).toString()).toBe('100/3');
  });

  it('adds with equal, whole and unequal denominators', () => {
    expect(ratio(1n, 4n).plus(ratio(1n, 4n))).toStrictEqual(ratio(1n, 2n));
    expect(ratio(2n, 1n).plus(ratio(3n, 1n))).toStrictEqual(ratio(5n, 1n));
    expect(ratio(2n, 1n).plus(ratio(1n, 3n))).toStrictEqual(ratio(7n, 3n));
    expect(ratio(1n, 3n).plus(ratio(2n, 1n))).toStrictEqual(ratio(7n, 3n));
    expect(ratio(1n, 6n).plus(ratio(1n, 3n))).toStrictEqual(ratio(1n, 2n));
    expect(ratio(1n, 2n).minus(ratio(1n, 3n))).toStrictEqual(ratio(1n, 6n));
    expect(ratio(2n, 3n).times(ratio(3n, 4n))).toStrictEqual(ratio(1n, 2n));
    expect(ratio(2n, 3n).dividedBy(ratio(-4n, 3n))).toStrictEqual(ratio(-1n, 2n));
  });

  it('knows its sign', () => {
    const facts = (value: Rational): readonly unknown[] => [
      value.sign(),
      value.isNegative(),
      value.isZero(),
      value.isPositive(),
      value.abs().toString(),
      value.negated().toString(),
    ];
    expect(facts(ratio(-1n, 3n))).toStrictEqual([-1, true, false, false, '1/3', '1/3']);
    expect(facts(Rational.zero)).toStrictEqual([0, false, true, false, '0', '0']);
    expect(facts(ratio(1n, 3n))).toStrictEqual([1, false, false, true, '1/3', '-1/3']);
  });

  it('orders by value', () => {
    const pairs: readonly (readonly [left: Rational, right: Rational, expected: -1 | 0 | 1])[] = [
      [ratio(1n, 3n), ratio(1n, 2n), -1],
      [ratio(1n, 2n), ratio(1n, 3n), 1],
      [ratio(2n, 7n), ratio(3n, 7n), -1],
      [ratio(-1n, 3n), ratio(-1n, 2n), 1],
      [ratio(2n, 6n), ratio(1n, 3n), 0],
    ];
    for (const [left, right, expected] of pairs) {
      expect(left.compare(right)).toBe(expected);
      expect(left.lessThan(right)).toBe(expected < 0);
      expect(left.greaterThan(right)).toBe(expected > 0);
      expect(left.equals(right)).toBe(expected === 0);
    }
    expect(ratio(1n, 2n).equals(ratio(1n, 3n))).toBe(false);
    expect(ratio(1n, 3n).equals(ratio(2n, 3n))).toBe(false);
  });

  it('truncates toward zero', () => {
    expect(ratio(7n, 2n).truncated().toString()).toBe('3');
    expect(ratio(-7n, 2n).truncated().toString()).toBe('-3');
    expect(ratio(1n, 2n).truncated()).toStrictEqual(Rational.zero);
    expect(ratio(4n, 1n).truncated().toString()).toBe('4');
  });
});

describe('Rational as decimal and text', () => {
  it('rounds once from the exact value', () => {
    expect(ratio(2n, 3n).toDecimal({ scale: 2, rounding: 'half-up' }).toString()).toBe('0.67');
    expect(ratio(-2n, 3n).toDecimal({ scale: 2, rounding: 'down' }).toString()).toBe('-0.66');
    expect(ratio(1n, 8n).toDecimal({ scale: 2, rounding: 'half-even' }).toString()).toBe('0.12');
    expect(ratio(100n, 3n).toDecimal({ scale: 18, rounding: 'half-even' }).toString()).toBe(
      '33.333333333333333333',
    );
  });

  it('has an exact decimal when eighteen digits are enough, and only then', () => {
    expect(ratio(3n, 1n).toExactDecimal()?.toString()).toBe('3');
    expect(ratio(1n, 2n).toExactDecimal()?.toString()).toBe('0.5');
    expect(ratio(-1n, 40n).toExactDecimal()?.toString()).toBe('-0.025');
    expect(
      ratio(1n, 2n ** 18n)
        .toExactDecimal()
        ?.toString(),
    ).toBe('0.000003814697265625');
    expect(ratio(1n, 2n ** 19n).toExactDecimal()).toBeUndefined();
    expect(ratio(1n, 3n).toExactDecimal()).toBeUndefined();
  });

  it('prints a decimal where there is one and a fraction elsewhere', () => {
    expect(ratio(3n, 1n).toString()).toBe('3');
    expect(ratio(1n, 2n).toString()).toBe('0.5');
    expect(ratio(-1n, 3n).toString()).toBe('-1/3');
    expect(ratio(1n, 2n ** 19n).toString()).toBe('1/524288');
    expect(JSON.stringify([ratio(1n, 3n), ratio(1n, 4n)])).toBe('["1/3","0.25"]');
  });

  it('reads its own text and refuses other', () => {
    expect(Rational.parse('1/3')).toStrictEqual(ratio(1n, 3n));
    expect(Rational.parse('-4/6')).toStrictEqual(ratio(-2n, 3n));
    expect(Rational.parse('-0.25')).toStrictEqual(ratio(-1n, 4n));
    for (const text of ['', '/', '1/', '/3', '1/0', '1/-3', '0.5/3', '1/0.5', '1/2/3', '1 / 3', 'x']) {
      expect(() => Rational.parse(text)).toThrow(DecimalError);
    }
    expect(() => Rational.parse('1/0')).toThrow(
      '"1/0" is not a fraction. Write two whole numbers with the second above zero, for example 1/3.',
    );
  });

  it('comes from a decimal', () => {
    expect(Rational.fromDecimal(Decimal.of('1.25'))).toStrictEqual(ratio(5n, 4n));
    expect(Rational.fromDecimal(Decimal.of('-7'))).toStrictEqual(ratio(-7n, 1n));
  });
});

describe('Rational laws', () => {
  const integer = fc.oneof(
    fc.bigInt({ min: -12n, max: 12n }),
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  );
  const rational = fc
    .tuple(
      integer,
      integer.filter((value) => value !== 0n),
    )
    .map(([numerator, denominator]) => Rational.of(numerator, denominator));
  const runs = { numRuns: 500 };

  function greatestCommonDivisor(first: bigint, second: bigint): bigint {
    return second === 0n ? first : greatestCommonDivisor(second, first % second);
  }

  it('has the laws of a field (invariant 2)', () => {
    fc.assert(
      fc.property(rational, rational, rational, (a, b, c) => {
        expect(a.plus(b)).toStrictEqual(b.plus(a));
        expect(a.times(b)).toStrictEqual(b.times(a));
        expect(a.plus(b).plus(c)).toStrictEqual(a.plus(b.plus(c)));
        expect(a.times(b).times(c)).toStrictEqual(a.times(b.times(c)));
        expect(a.times(b.plus(c))).toStrictEqual(a.times(b).plus(a.times(c)));
        expect(a.plus(Rational.zero)).toStrictEqual(a);
        expect(a.times(Rational.one)).toStrictEqual(a);
        expect(a.plus(a.negated())).toStrictEqual(Rational.zero);
        expect(a.minus(b).plus(b)).toStrictEqual(a);
        if (!b.isZero()) expect(a.dividedBy(b).times(b)).toStrictEqual(a);
      }),
      runs,
    );
  });

  it('agrees with cross multiplication and stays reduced (invariants 1 and 2)', () => {
    fc.assert(
      fc.property(rational, rational, (a, b) => {
        const sum = a.plus(b);
        const crossed = a.numerator * b.denominator + b.numerator * a.denominator;
        expect(sum.numerator * a.denominator * b.denominator).toBe(crossed * sum.denominator);
        for (const result of [sum, a.times(b), a.minus(b), a.truncated()]) {
          expect(result.denominator > 0n).toBe(true);
          expect(greatestCommonDivisor(result.abs().numerator, result.denominator)).toBe(1n);
        }
        expect(a.compare(b)).toBe(a.minus(b).sign());
        expect(a.equals(b)).toBe(a.compare(b) === 0);
      }),
      runs,
    );
  });

  it('reads back what it prints (invariant 3)', () => {
    fc.assert(
      fc.property(rational, fc.integer({ min: 0, max: 20 }), (a, scale) => {
        expect(Rational.parse(a.toString())).toStrictEqual(a);
        const decimal = Rational.of(a.numerator, 10n ** BigInt(scale));
        expect(Rational.parse(decimal.toString())).toStrictEqual(decimal);
        expect(decimal.toString().includes('/')).toBe(
          (decimal.numerator * 10n ** 18n) % decimal.denominator !== 0n,
        );
      }),
      runs,
    );
  });
});
