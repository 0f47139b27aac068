/**
 * Reads decimal numbers in plain notation and says what is wrong with any other text.
 *
 * Invariants (tests refer to them by number):
 * 1. Exactly the texts `[+-]? digits [. digits]` in ASCII are read; nothing is trimmed, guessed or repaired.
 * 2. The parts returned are normalised: no trailing zero in the fraction, and zero has scale 0.
 * 3. The work is linear in the text, and of outside text no more than `textLengthMax` characters are looked at.
 */

/** A number taken apart: its value is `coefficient` ÷ 10^`scale`. */
export interface DecimalParts {
  readonly coefficient: bigint;
  readonly scale: number;
}

/** Why a text is not an accepted number. The reasons are stable; the message is for people. */
export interface DecimalProblem {
  readonly kind: 'decimal_problem';
  readonly reason: DecimalProblemReason;
  readonly message: string;
}

export type DecimalProblemReason =
  | 'blank'
  | 'not_a_number'
  | 'exponent'
  | 'thousands_separator'
  | 'too_many_digits'
  | 'scale_too_large';

/** Thrown where text that ought to be a number already (a literal, a stored value) is not one. */
export class DecimalError extends Error {
  override readonly name = 'DecimalError';
  readonly problem: DecimalProblem;

  constructor(problem: DecimalProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Significant digits an amount from outside may have: 38 are accepted, 39 are refused. */
export const significantDigitsMax = 38;

/** Digits after the point an amount from outside may have, trailing zeros not counted: 18 are accepted, 19 are refused. */
export const scaleMax = 18;

/** Characters a number from outside may have. Longer text is refused before it is read, so that nobody can make us work. */
export const textLengthMax = 100;

/** Tells a problem from a value, for callers that hold "a value or a problem". */
export function isDecimalProblem(value: unknown): value is DecimalProblem {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'decimal_problem';
}

/** Reads text from outside: plain notation, within the limits above. */
export function readOutsideText(text: string): DecimalParts | DecimalProblem {
  if (text.length > textLengthMax) return describeOverlong(text);
  const parts = readPlainNotation(text);
  if (parts === undefined) return describeBadText(text);
  // The usual short number cannot break a limit, which spares it the counting of digits.
  if (text.length <= scaleMax) return parts;
  return checkLimits(text, parts) ?? parts;
}

/** Reads text of our own making: plain notation of any length, since an intermediate result may be wider than an input. */
export function readOwnText(text: string): DecimalParts | DecimalProblem {
  return readPlainNotation(text) ?? describeBadText(text);
}

const plusSign = 43;
const minusSign = 45;
const point = 46;
const digitZero = 48;
const digitNine = 57;

/** Up to this many digits a number stays exact, so that the usual short amount is read without any bigint arithmetic. */
const digitsExactAsNumber = 15;

/** Spelt out, because engines have computed `10 ** n` with an error in the last place. */
const powers: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
];

/** Undefined when the text is not plain notation. One pass over the characters; a pattern would cost several times as much. */
function readPlainNotation(text: string): DecimalParts | undefined {
  const length = text.length;
  const sign = text.charCodeAt(0);
  const start = sign === minusSign || sign === plusSign ? 1 : 0;
  let pointAt = -1;
  // One past the last digit that is not zero: what follows it in the fraction carries no value.
  let end = -1;
  let value = 0;
  for (let index = start; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= digitZero && code <= digitNine) {
      value = value * 10 + (code - digitZero);
      if (code !== digitZero) end = index + 1;
    } else if (code === point && pointAt === -1 && index > start) {
      pointAt = index;
    } else {
      return undefined;
    }
  }
  if (length === start || pointAt === length - 1) return undefined;

  const wholeEnd = pointAt === -1 ? length : pointAt;
  const scale = pointAt === -1 || end <= pointAt ? 0 : end - pointAt - 1;
  const digits = pointAt === -1 ? length - start : length - start - 1;
  const negative = sign === minusSign;
  if (digits <= digitsExactAsNumber) {
    const trailingZeros = digits - (wholeEnd - start) - scale;
    // The quotient is a whole number below 2^53, so this division is exact. A digit stands before the point, so that
    // at most fourteen zeros trail.
    const small = BigInt(value / (powers[trailingZeros] ?? Number.NaN));
    return { coefficient: negative ? -small : small, scale };
  }
  const whole = text.slice(start, wholeEnd);
  const large = BigInt(scale === 0 ? whole : whole + text.slice(wholeEnd + 1, end));
  return { coefficient: negative ? -large : large, scale };
}

function checkLimits(text: string, parts: DecimalParts): DecimalProblem | undefined {
  if (parts.scale > scaleMax) {
    return problem(
      'scale_too_large',
      `${quote(text)} has ${parts.scale} digits after the point. Write at most ${scaleMax}.`,
    );
  }
  const digits = parts.coefficient.toString().length - (parts.coefficient < 0n ? 1 : 0);
  if (digits > significantDigitsMax) {
    return problem(
      'too_many_digits',
      `${quote(text)} has ${digits} digits. Write at most ${significantDigitsMax}.`,
    );
  }
  return undefined;
}

function describeOverlong(text: string): DecimalProblem {
  const head = text.slice(0, textLengthMax);
  if (!/^[+-]?[0-9]+\.?[0-9]*$/.test(head)) return describeBadText(head);
  const message = `${quote(text)} is ${text.length} characters long. Write a number of at most ${textLengthMax} characters.`;
  return problem('too_many_digits', message);
}

/** Called only for text that is not plain notation, to find the most helpful thing to say about it. */
function describeBadText(text: string): DecimalProblem {
  if (text.trim() === '') return problem('blank', 'The number is blank. Write digits, for example 1234.56.');
  if (/^[+-]?[0-9]+(\.[0-9]*)?[eE][+-]?[0-9]+$/.test(text)) {
    return problem(
      'exponent',
      `${quote(text)} is written with an exponent. Write out all its digits, for example 100000 for 1e5.`,
    );
  }
  if (/^[+-]?[0-9]+([,'’_ \u00a0\u202f.][0-9]+)+$/.test(text)) {
    const message = `${quote(text)} has a separator between its digits. Write only digits and one point, for example 1234.56.`;
    return problem('thousands_separator', message);
  }
  const message = `${quote(text)} is not a number in plain notation. Write the digits 0 to 9 with at most one point between them, for example -1234.56.`;
  return problem('not_a_number', message);
}

function problem(reason: DecimalProblemReason, message: string): DecimalProblem {
  return { kind: 'decimal_problem', reason, message };
}

/** A message stays readable however long the text is. */
const quotedLengthMax = 50;

function quote(text: string): string {
  return JSON.stringify(text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text);
}
