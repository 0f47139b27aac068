import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideRounded } from './rounding.ts';
import type { Rounding } from './rounding.ts';

/** Tenths, and the whole number each rounding makes of them, by the definitions of the six names. */
const tenths: readonly (readonly [tenths: bigint, expected: Record<Rounding, bigint>])[] = [
  [20n, { 'half-up': 2n, 'half-even': 2n, down: 2n, up: 2n, floor: 2n, ceiling: 2n }],
  [-20n, { 'half-up': -2n, 'half-even': -2n, down: -2n, up: -2n, floor: -2n, ceiling: -2n }],
  [21n, { 'half-up': 2n, 'half-even': 2n, down: 2n, up: 3n, floor: 2n, ceiling: 3n }],
  [-21n, { 'half-up': -2n, 'half-even': -2n, down: -2n, up: -3n, floor: -3n, ceiling: -2n }],
  [25n, { 'half-up': 3n, 'half-even': 2n, down: 2n, up: 3n, floor: 2n, ceiling: 3n }],
  [-25n, { 'half-up': -3n, 'half-even': -2n, down: -2n, up: -3n, floor: -3n, ceiling: -2n }],
  [35n, { 'half-up': 4n, 'half-even': 4n, down: 3n, up: 4n, floor: 3n, ceiling: 4n }],
  [-35n, { 'half-up': -4n, 'half-even': -4n, down: -3n, up: -4n, floor: -4n, ceiling: -3n }],
  [29n, { 'half-up': 3n, 'half-even': 3n, down: 2n, up: 3n, floor: 2n, ceiling: 3n }],
  [-29n, { 'half-up': -3n, 'half-even': -3n, down: -2n, up: -3n, floor: -3n, ceiling: -2n }],
  [5n, { 'half-up': 1n, 'half-even': 0n, down: 0n, up: 1n, floor: 0n, ceiling: 1n }],
  [-5n, { 'half-up': -1n, 'half-even': 0n, down: 0n, up: -1n, floor: -1n, ceiling: 0n }],
  [1n, { 'half-up': 0n, 'half-even': 0n, down: 0n, up: 1n, floor: 0n, ceiling: 1n }],
  [-1n, { 'half-up': 0n, 'half-even': 0n, down: 0n, up: -1n, floor: -1n, ceiling: 0n }],
  [0n, { 'half-up': 0n, 'half-even': 0n, down: 0n, up: 0n, floor: 0n, ceiling: 0n }],
];

const roundings: readonly Rounding[] = ['half-up', 'half-even', 'down', 'up', 'floor', 'ceiling'];

describe('divideRounded', () => {
  for (const rounding of roundings) {
    it(`settles the remainder as ${rounding} says`, () => {
      for (const [numerator, expected] of tenths) {
        expect([numerator, divideRounded(numerator, 10n, rounding)]).toStrictEqual([
          numerator,
          expected[rounding],
        ]);
      }
    });

    it(`gives the same as ${rounding} when both signs are turned (invariant 3)`, () => {
      for (const [numerator, expected] of tenths) {
        expect([numerator, divideRounded(-numerator, -10n, rounding)]).toStrictEqual([
          numerator,
          expected[rounding],
        ]);
      }
    });
  }

  it('sees no tie in 1 by 3 and 2 by 3', () => {
    expect(divideRounded(1n, 3n, 'half-up')).toBe(0n);
    expect(divideRounded(2n, 3n, 'half-up')).toBe(1n);
    expect(divideRounded(1n, 3n, 'half-even')).toBe(0n);
    expect(divideRounded(5n, 3n, 'half-even')).toBe(2n);
  });

  it('refuses to divide by zero and says by what to divide instead', () => {
    expect(() => divideRounded(7n, 0n, 'down')).toThrow(RangeError);
    expect(() => divideRounded(7n, 0n, 'down')).toThrow(
      'Cannot divide 7 by zero. Give a divisor other than zero.',
    );
  });

  const integer = fc.oneof(
    fc.bigInt({ min: -30n, max: 30n }),
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  );
  const divisor = integer.filter((value) => value !== 0n);

  it('returns an exact quotient unchanged under every rounding (invariant 1)', () => {
    fc.assert(
      fc.property(integer, divisor, fc.constantFrom(...roundings), (quotient, denominator, rounding) => {
        expect(divideRounded(quotient * denominator, denominator, rounding)).toBe(quotient);
      }),
    );
  });

  it('stays within one of the true quotient, and within a half for the roundings to the nearest (invariant 2)', () => {
    fc.assert(
      fc.property(integer, divisor, fc.constantFrom(...roundings), (numerator, denominator, rounding) => {
        const off = divideRounded(numerator, denominator, rounding) * denominator - numerator;
        const distance = off < 0n ? -off : off;
        const one = denominator < 0n ? -denominator : denominator;
        if (rounding === 'half-up' || rounding === 'half-even') expect(distance * 2n <= one).toBe(true);
        else expect(distance < one).toBe(true);
      }),
    );
  });
});
