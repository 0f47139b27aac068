import { Decimal as Oracle } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, parseDecimal } from './decimal.ts';
import type { Rounding } from './rounding.ts';

/** The same names in the words of decimal.js. */
const oracleRounding = {
  'half-up': Oracle.ROUND_HALF_UP,
  'half-even': Oracle.ROUND_HALF_EVEN,
  down: Oracle.ROUND_DOWN,
  up: Oracle.ROUND_UP,
  floor: Oracle.ROUND_FLOOR,
  ceiling: Oracle.ROUND_CEIL,
} satisfies Record<Rounding, Oracle.Rounding>;

function decimal(text: string): Decimal {
  return Decimal.of(text);
}

function oracleFor(rounding: Rounding): typeof Oracle {
  return Oracle.clone({ precision: 100, rounding: oracleRounding[rounding] });
}

/** Canonical text by decimal.js, which knows a negative zero where we do not. */
function oracleText(value: Oracle): string {
  return value.isZero() ? '0' : value.toFixed();
}

const wideText = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }),
    fc.stringMatching(/^[0-9]{0,18}$/),
  )
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);
/** Small numbers of two digits, among which ties and equal values are frequent. */
const shortText = fc.integer({ min: -1000, max: 1000 }).map((hundredths) => (hundredths / 100).toFixed(2));
const text = fc.oneof(shortText, wideText);
const rule = fc.record({
  scale: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 18 })),
  rounding: fc.constantFrom<Rounding>('half-up', 'half-even', 'down', 'up', 'floor', 'ceiling'),
});
const runs = { numRuns: 1000 };

function expectNormalised(value: Decimal): void {
  expect(value.scale).toBeGreaterThanOrEqual(0);
  if (value.scale > 0) expect(value.coefficient % 10n).not.toBe(0n);
}

describe('Decimal against decimal.js at a precision of 100', () => {
  const Exact = oracleFor('half-up');

  it('adds, subtracts and multiplies exactly (invariants 1 and 2)', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [a, b] = [decimal(left), decimal(right)];
        for (const result of [a.plus(b), a.minus(b), a.times(b), a.negated(), a.abs()])
          expectNormalised(result);
        expect(a.plus(b).toString()).toBe(oracleText(new Exact(left).plus(right)));
        expect(a.minus(b).toString()).toBe(oracleText(new Exact(left).minus(right)));
        expect(a.times(b).toString()).toBe(oracleText(new Exact(left).times(right)));
      }),
      runs,
    );
  });

  it('divides with each rounding (invariant 2)', () => {
    fc.assert(
      fc.property(text, text, rule, (left, right, how) => {
        fc.pre(!decimal(right).isZero());
        const quotient = decimal(left).dividedBy(decimal(right), how);
        const expected = new (oracleFor(how.rounding))(left).dividedBy(right).toDecimalPlaces(how.scale);
        expectNormalised(quotient);
        expect(quotient.toString()).toBe(oracleText(expected));
      }),
      runs,
    );
  });

  it('rounds with each rounding (invariant 2)', () => {
    fc.assert(
      fc.property(text, rule, (source, how) => {
        const rounded = decimal(source).rounded(how);
        expectNormalised(rounded);
        expect(rounded.toString()).toBe(
          oracleText(new (oracleFor(how.rounding))(source).toDecimalPlaces(how.scale)),
        );
      }),
      runs,
    );
  });

  it('compares, and is equal exactly when the fields are (invariant 1)', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [a, b] = [decimal(left), decimal(right)];
        const expected = new Exact(left).comparedTo(right);
        expect(a.compare(b)).toBe(expected);
        expect(a.equals(b)).toBe(expected === 0);
        expect(a.coefficient === b.coefficient && a.scale === b.scale).toBe(expected === 0);
      }),
      runs,
    );
  });

  it('writes canonical text and reads it back (invariant 3)', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const value = decimal(left);
        expect(value.toString()).toBe(oracleText(new Exact(left)));
        expect(parseDecimal(value.toString())).toStrictEqual(value);
        const product = value.times(decimal(right)).times(decimal(right));
        expect(Decimal.of(product.toString())).toStrictEqual(product);
        expect(value.toFixed(18)).toBe(
          new Exact(left)
            .abs()
            .toFixed(18)
            .replace(/^/, value.isNegative() ? '-' : ''),
        );
      }),
      runs,
    );
  });
});
