import { describe, expect, it } from 'vitest';
import { Decimal, DecimalError, isDecimalProblem, parseDecimal } from './decimal.ts';
import type { RoundingRule } from './rounding.ts';

const cents: RoundingRule = { scale: 2, rounding: 'half-up' };

function decimal(text: string): Decimal {
  return Decimal.of(text);
}

describe('Decimal amounts from the domain', () => {
  it('rounds a conversion once, from the total: (0.40 - 0.06) USD at 1.1219 is 0.30 EUR (G35)', () => {
    expect(decimal('0.40').minus(decimal('0.06')).dividedBy(decimal('1.1219'), cents).toString()).toBe('0.3');
    expect(decimal('0.40').minus(decimal('0.06')).dividedBy(decimal('1.1219'), cents).toFixed(2)).toBe(
      '0.30',
    );
  });

  it('rounds 120.00 by 3.08642 half-up to 38.88 rather than cutting it to 38.87 (G36)', () => {
    expect(decimal('120.00').dividedBy(decimal('3.08642'), cents).toString()).toBe('38.88');
    expect(decimal('120.00').dividedBy(decimal('3.08642'), { scale: 2, rounding: 'down' }).toString()).toBe(
      '38.87',
    );
  });

  it('keeps the minus of a reversal: -0.70 + 0.76 - 0.06 is zero without a sign (G37)', () => {
    const sum = Decimal.sum(['-0.70', '0.76', '-0.06'].map(decimal));
    expect(sum.toString()).toBe('0');
    expect(sum.toFixed(2)).toBe('0.00');
    expect(sum).toStrictEqual(Decimal.zero);
  });

  it('applies one precision: 0.123456 BTC at 1000 with two digits is 123.46 (G39)', () => {
    const cost = decimal('0.123456').times(decimal('1000')).rounded(cents);
    expect(cost).toMatchObject({ coefficient: 12346n, scale: 2 });
    expect(cost.toString()).toBe('123.46');
  });
});

describe('Decimal text', () => {
  const canonical: readonly (readonly [text: string, expected: string])[] = [
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['0.50', '0.5'],
    ['-0.05', '-0.05'],
    ['+12.340', '12.34'],
    ['100', '100'],
    ['-1234.5', '-1234.5'],
    ['0.000000000000000001', '0.000000000000000001'],
  ];
  it('is canonical: no trailing zeros, no plus, never -0', () => {
    for (const [text, expected] of canonical) {
      expect(decimal(text).toString()).toBe(expected);
      expect(JSON.stringify({ amount: decimal(text) })).toBe(`{"amount":"${expected}"}`);
    }
  });

  it('pads with zeros to the digits asked for', () => {
    expect(decimal('1.5').toFixed(3)).toBe('1.500');
    expect(decimal('-7').toFixed(2)).toBe('-7.00');
    expect(decimal('-7').toFixed(0)).toBe('-7');
    expect(decimal('0.05').toFixed(2)).toBe('0.05');
    expect(Decimal.zero.toFixed(2)).toBe('0.00');
  });

  it('refuses to show fewer digits than there are, since that would round', () => {
    expect(() => decimal('1.25').toFixed(1)).toThrow(RangeError);
    expect(() => decimal('1.25').toFixed(1)).toThrow(
      'Cannot show 1.25 with 1 digits after the point. Round it first or show 2.',
    );
  });

  it('reads literals and bigints, wider than an input may be, and throws on anything else', () => {
    expect(Decimal.of(-12n)).toMatchObject({ coefficient: -12n, scale: 0 });
    expect(decimal('9'.repeat(60)).toString()).toBe('9'.repeat(60));
    expect(() => decimal('1,000')).toThrow(DecimalError);
    expect(() => decimal('1,000')).toThrow('"1,000" has a separator between its digits.');
  });

  it('returns a problem for bad outside text and a Decimal for good', () => {
    const good = parseDecimal('12.50');
    expect(good).toBeInstanceOf(Decimal);
    expect(good).toStrictEqual(decimal('12.5'));
    const bad = parseDecimal('1e5');
    expect(isDecimalProblem(bad) && bad.reason).toBe('exponent');
    expect(parseDecimal('9'.repeat(39))).toMatchObject({ reason: 'too_many_digits' });
  });
});

describe('Decimal comparison and constants', () => {
  const pairs: readonly (readonly [left: string, right: string, expected: -1 | 0 | 1])[] = [
    ['1', '1.0', 0],
    ['1.5', '1.49', 1],
    ['1.49', '1.5', -1],
    ['-2', '-1', -1],
    ['-1', '0.1', -1],
    ['3', '2', 1],
    ['0', '-0', 0],
    ['10', '9.99', 1],
  ];
  it('orders by value, whatever the scales', () => {
    for (const [left, right, expected] of pairs) {
      const [a, b] = [decimal(left), decimal(right)];
      expect([left, right, a.compare(b)]).toStrictEqual([left, right, expected]);
      expect(a.lessThan(b)).toBe(expected < 0);
      expect(a.greaterThan(b)).toBe(expected > 0);
      expect(a.equals(b)).toBe(expected === 0);
    }
  });

  it('tells numbers with the same digits at different scales apart', () => {
    expect(decimal('1.5').equals(decimal('15'))).toBe(false);
    expect(decimal('15').equals(decimal('16'))).toBe(false);
  });

  it('knows its sign', () => {
    const facts = (text: string): readonly unknown[] => {
      const value = decimal(text);
      return [value.sign(), value.isNegative(), value.isZero(), value.isPositive(), value.abs().toString()];
    };
    expect(facts('-1.5')).toStrictEqual([-1, true, false, false, '1.5']);
    expect(facts('0')).toStrictEqual([0, false, true, false, '0']);
    expect(facts('0.1')).toStrictEqual([1, false, false, true, '0.1']);
    expect(facts('-0.1')).toStrictEqual([-1, true, false, false, '0.1']);
    expect(decimal('-1.5').negated().toString()).toBe('1.5');
    expect(decimal('1.5').negated().toString()).toBe('-1.5');
  });

  it('finds the sum, the smallest and the largest', () => {
    const values = ['3', '-1.5', '2.25'].map(decimal);
    expect(Decimal.sum(values).toString()).toBe('3.75');
    expect(Decimal.sum([])).toStrictEqual(Decimal.zero);
    expect(Decimal.min(decimal('3'), decimal('-1.5'), decimal('2')).toString()).toBe('-1.5');
    expect(Decimal.max(decimal('2'), decimal('3'), decimal('-1.5')).toString()).toBe('3');
    expect(Decimal.min(decimal('4')).toString()).toBe('4');
    expect(Decimal.one.plus(Decimal.zero).toString()).toBe('1');
  });
});

describe('Decimal scales and division', () => {
  it('normalises what it is built from (invariant 1)', () => {
    expect(Decimal.fromParts(1500n, 3)).toMatchObject({ coefficient: 15n, scale: 1 });
    expect(Decimal.fromParts(-1000n, 2)).toMatchObject({ coefficient: -10n, scale: 0 });
    expect(Decimal.fromParts(0n, 7)).toMatchObject({ coefficient: 0n, scale: 0 });
    expect(Decimal.fromParts(10n ** 30n, 40)).toMatchObject({ coefficient: 1n, scale: 10 });
    expect(Decimal.fromParts(10n ** 30n + 1n, 40)).toMatchObject({ coefficient: 10n ** 30n + 1n, scale: 40 });
    expect(Decimal.fromParts(9007199254740990n, 1)).toMatchObject({
      coefficient: 900719925474099n,
      scale: 0,
    });
    expect(Decimal.fromParts(-9007199254740991n, 1)).toMatchObject({
      coefficient: -9007199254740991n,
      scale: 1,
    });
    expect(Decimal.fromParts(-(10n ** 17n), 17)).toMatchObject({ coefficient: -1n, scale: 0 });
    expect(Decimal.fromParts(-(10n ** 17n) - 1n, 17)).toMatchObject({
      coefficient: -(10n ** 17n) - 1n,
      scale: 17,
    });
  });

  it('refuses a scale that is not a whole number from zero up', () => {
    for (const scale of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const refusal = new RangeError(
        `A scale of ${scale} is not possible. Give a whole number of digits from zero up.`,
      );
      expect(() => Decimal.fromParts(1n, scale)).toThrow(refusal);
      expect(() => Decimal.one.toFixed(scale)).toThrow(refusal);
      expect(() => Decimal.one.rounded({ scale, rounding: 'down' })).toThrow(refusal);
      expect(() => Decimal.one.dividedBy(Decimal.one, { scale, rounding: 'down' })).toThrow(refusal);
    }
  });

  it('refuses to divide by zero', () => {
    expect(() => Decimal.one.dividedBy(Decimal.zero, cents)).toThrow(RangeError);
  });

  it('does not touch a number that has no more digits than the rule keeps', () => {
    const value = decimal('1.25');
    expect(value.rounded(cents)).toBe(value);
    expect(value.rounded({ scale: 0, rounding: 'up' }).toString()).toBe('2');
  });
});
