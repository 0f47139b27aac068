import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecimalError, isDecimalProblem, readOutsideText, readOwnText } from './decimal-text.ts';
import type { DecimalProblem, DecimalProblemReason } from './decimal-text.ts';

const accepted: readonly (readonly [text: string, coefficient: bigint, scale: number])[] = [
  ['0', 0n, 0],
  ['-0', 0n, 0],
  ['+0.000', 0n, 0],
  ['1', 1n, 0],
  ['+5', 5n, 0],
  ['-5', -5n, 0],
  ['9', 9n, 0],
  ['100', 100n, 0],
  ['100.0', 100n, 0],
  ['100.010', 10001n, 2],
  ['007.50', 75n, 1],
  ['0.5', 5n, 1],
  ['-0.05', -5n, 2],
  ['1234.5678', 12345678n, 4],
  ['0.123456', 123456n, 6],
  // Fifteen digits are read as a number, sixteen as a bigint; both must agree with the text.
  ['999999999999.999', 999999999999999n, 3],
  ['100000000000.000', 100000000000n, 0],
  ['9007199254740993', 9007199254740993n, 0],
  ['900719925474099.3', 9007199254740993n, 1],
  ['-9007199254740993.10', -90071992547409931n, 1],
  ['9007199254740993.00', 9007199254740993n, 0],
  ['+0.000000000000000001', 1n, 18],
  ['12345678901234567890123456789012345678', 12345678901234567890123456789012345678n, 0],
  ['-12345678901234567890.123456789012345678', -12345678901234567890123456789012345678n, 18],
  // Leading zeros, and trailing zeros of the fraction, do not count towards the limits.
  ['00000000000000000000012345678901234567890123456789012345678', 12345678901234567890123456789012345678n, 0],
  [`1.${'0'.repeat(98)}`, 1n, 0],
  [`0.1234567890123456780${'0'.repeat(60)}`, 123456789012345678n, 18],
  [`${'0'.repeat(99)}1`, 1n, 0],
];

const refused: readonly (readonly [text: string, reason: DecimalProblemReason])[] = [
  ['', 'blank'],
  [' ', 'blank'],
  ['\t\n', 'blank'],
  [' '.repeat(300), 'blank'],
  ['1e5', 'exponent'],
  ['1E5', 'exponent'],
  ['-1.5e-3', 'exponent'],
  ['+1.e+10', 'exponent'],
  ['1,000', 'thousands_separator'],
  ['1,5', 'thousands_separator'],
  ['-1,234,567.89', 'thousands_separator'],
  ['1.000.000', 'thousands_separator'],
  ['1.000,50', 'thousands_separator'],
  ['1 000', 'thousands_separator'],
  ['1_000', 'thousands_separator'],
  ["1'000", 'thousands_separator'],
  ['1’000', 'thousands_separator'],
  ['1\u00a0000', 'thousands_separator'],
  ['1\u202f000', 'thousands_separator'],
  ['NaN', 'not_a_number'],
  ['Infinity', 'not_a_number'],
  ['-Infinity', 'not_a_number'],
  ['abc', 'not_a_number'],
  [' 1', 'not_a_number'],
  ['1 ', 'not_a_number'],
  ['1\n', 'not_a_number'],
  ['.5', 'not_a_number'],
  ['-.5', 'not_a_number'],
  ['5.', 'not_a_number'],
  ['.', 'not_a_number'],
  ['-', 'not_a_number'],
  ['+', 'not_a_number'],
  ['--1', 'not_a_number'],
  ['+-1', 'not_a_number'],
  ['1-', 'not_a_number'],
  ['1..5', 'not_a_number'],
  ['1,', 'not_a_number'],
  ['1,,0', 'not_a_number'],
  ['e5', 'not_a_number'],
  ['1e', 'not_a_number'],
  ['0x10', 'not_a_number'],
  ['$5', 'not_a_number'],
  ['1/3', 'not_a_number'],
  // The characters beside 0 and 9 in ASCII, the minus sign of typography, and digits of other scripts.
  ['1:5', 'not_a_number'],
  ['−5', 'not_a_number'],
  ['١٢٣', 'not_a_number'],
  ['１２', 'not_a_number'],
  ['५', 'not_a_number'],
  ['x'.repeat(101), 'not_a_number'],
  ['123456789012345678901234567890123456789', 'too_many_digits'],
  ['100000000000000000000000000000000000000', 'too_many_digits'],
  ['-123456789012345678901.123456789012345678', 'too_many_digits'],
  [`${'0'.repeat(100)}1`, 'too_many_digits'],
  [`1.${'0'.repeat(99)}`, 'too_many_digits'],
  ['9'.repeat(100_000), 'too_many_digits'],
  ['0.0000000000000000001', 'scale_too_large'],
  ['1.1234567890123456789', 'scale_too_large'],
];

describe('readOutsideText', () => {
  it('drops any number of trailing zeros from the fraction (invariant 2)', () => {
    for (let zeros = 0; zeros <= 20; zeros += 1) {
      expect(readOutsideText(`3.${'0'.repeat(zeros + 1)}`)).toStrictEqual({ coefficient: 3n, scale: 0 });
      expect(readOutsideText(`-0.7${'0'.repeat(zeros)}`)).toStrictEqual({ coefficient: -7n, scale: 1 });
    }
  });

  it('reads plain notation into normalised parts (invariants 1 and 2)', () => {
    for (const [text, coefficient, scale] of accepted) {
      expect({ text, ...readOutsideText(text) }).toStrictEqual({ text, coefficient, scale });
    }
  });

  for (const [text, reason] of refused) {
    it(`refuses ${JSON.stringify(text.slice(0, 45))} of ${text.length} characters as ${reason}`, () => {
      expect(readOutsideText(text)).toMatchObject({ kind: 'decimal_problem', reason });
    });
  }

  const messages: readonly (readonly [text: string, message: string])[] = [
    [' ', 'The number is blank. Write digits, for example 1234.56.'],
    ['1e5', '"1e5" is written with an exponent. Write out all its digits, for example 100000 for 1e5.'],
    [
      '1,000',
      '"1,000" has a separator between its digits. Write only digits and one point, for example 1234.56.',
    ],
    [
      'NaN',
      '"NaN" is not a number in plain notation. Write the digits 0 to 9 with at most one point between them, for example -1234.56.',
    ],
    ['1.1234567890123456789', '"1.1234567890123456789" has 19 digits after the point. Write at most 18.'],
    [
      '-100000000000000000000000000000000000000',
      '"-100000000000000000000000000000000000000" has 39 digits. Write at most 38.',
    ],
    [
      '7'.repeat(120),
      `"${'7'.repeat(50)}…" is 120 characters long. Write a number of at most 100 characters.`,
    ],
  ];
  for (const [text, message] of messages) {
    it(`says what was found and what to write: ${message.slice(0, 60)}`, () => {
      expect(readOutsideText(text)).toMatchObject({ message });
    });
  }

  it('quotes a text of fifty characters whole and shortens one of fifty-one', () => {
    const rest =
      ' is not a number in plain notation. Write the digits 0 to 9 with at most one point between them, for example -1234.56.';
    expect(readOutsideText('x'.repeat(50))).toMatchObject({ message: `"${'x'.repeat(50)}"${rest}` });
    expect(readOutsideText('x'.repeat(51))).toMatchObject({ message: `"${'x'.repeat(50)}…"${rest}` });
  });

  it('agrees with a pattern for plain notation on every text (invariant 1)', () => {
    const digitsAndNoise = fc.string({
      unit: fc.constantFrom('0', '1', '9', '.', '-', '+', ' ', ',', 'e'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(digitsAndNoise, fc.string({ unit: 'binary', maxLength: 8 })), (text) => {
        expect(!isDecimalProblem(readOutsideText(text))).toBe(/^[+-]?[0-9]+(\.[0-9]+)?$/.test(text));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('readOwnText', () => {
  it('reads numbers wider than an input may be', () => {
    expect(readOwnText('123456789012345678901234567890123456789')).toStrictEqual({
      coefficient: 123456789012345678901234567890123456789n,
      scale: 0,
    });
    expect(readOwnText(`-0.${'0'.repeat(120)}7`)).toStrictEqual({ coefficient: -7n, scale: 121 });
  });

  it('refuses what is not plain notation', () => {
    expect(readOwnText('1e5')).toMatchObject({ reason: 'exponent' });
    expect(readOwnText('')).toMatchObject({ reason: 'blank' });
  });
});

describe('isDecimalProblem', () => {
  it('knows a problem by its kind and nothing else for one', () => {
    expect(isDecimalProblem({ kind: 'decimal_problem', reason: 'blank', message: '' })).toBe(true);
    for (const other of [
      undefined,
      null,
      'decimal_problem',
      5,
      {},
      { kind: 'other' },
      { coefficient: 1n, scale: 0 },
    ]) {
      expect(isDecimalProblem(other)).toBe(false);
    }
  });
});

describe('DecimalError', () => {
  it('carries the problem and speaks its message', () => {
    const problem: DecimalProblem = {
      kind: 'decimal_problem',
      reason: 'blank',
      message: 'The number is blank.',
    };
    const error = new DecimalError(problem);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('DecimalError');
    expect(error.message).toBe('The number is blank.');
    expect(error.problem).toBe(problem);
  });
});
