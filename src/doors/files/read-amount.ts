/**
 * Reads numbers as files print them. The text is trimmed and its white space is single spaces; what is left must be
 * a number in the declared style and nothing else.
 */
import { isDecimalProblem, parseDecimal } from '../../money/decimal.ts';
import type { Decimal } from '../../money/decimal.ts';

export interface AmountStyle {
  readonly decimal: '.' | ',';
  readonly thousands: ',' | '.' | ' ' | '';
}

/** Digits and at most one point. */
export const plainStyle: AmountStyle = { decimal: '.', thousands: '' };

export interface AmountProblem {
  readonly kind: 'amount_problem';
  readonly code: 'bad_amount' | 'misplaced_separator';
  readonly message: string;
}

/**
 * Thousands separators are removed only where they belong: "1,234" is read, while "1,0" is a problem, because it may
 * well be a decimal comma and then reading it as 10 would be ten times too much.
 */
export function readAmount(text: string, style: AmountStyle): Decimal | AmountProblem {
  const grouped = style.thousands !== '' && text.includes(style.thousands);
  if (grouped && !groupedPattern(style).test(text)) {
    const message =
      `${quoteText(text)} has ${quoteText(style.thousands)} where no thousands begin. ` +
      `Write groups of three digits, or declare how thousands and decimals are separated.`;
    return { kind: 'amount_problem', code: 'misplaced_separator', message };
  }
  const digits = grouped ? text.replaceAll(style.thousands, '') : text;
  if (style.decimal === ',' && digits.includes('.')) {
    const message = `${quoteText(text)} has a point, while decimals are declared to follow a comma. Declare another style or mend the number.`;
    return { kind: 'amount_problem', code: 'bad_amount', message };
  }
  const amount = parseDecimal(style.decimal === ',' ? digits.replace(',', '.') : digits);
  if (!isDecimalProblem(amount)) return amount;
  // The message of `parseDecimal` quotes what it was given, which is not what the file says once the comma is a point.
  const message = style.decimal === ',' ? describeCommaNumber(text) : amount.message;
  return { kind: 'amount_problem', code: 'bad_amount', message };
}

export function isAmountProblem(value: Decimal | AmountProblem): value is AmountProblem {
  return 'kind' in value;
}

/**
 * Writes out a number that has an exponent, digit for digit: `1.2e-7` → `0.00000012`. Undefined when that would take
 * more digits than any amount may have, so that a few characters cannot ask for a million zeros.
 */
export function expandExponent(text: string): string | undefined {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,4})$/.exec(text);
  if (match === null) return /[eE]/.test(text) ? undefined : text;
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match;
  const shift = Number(exponent);
  if (Math.abs(shift) > exponentMax) return undefined;
  const digits = whole + fraction;
  const pointAt = whole.length + shift;
  const padded = digits
    .padStart(digits.length + Math.max(0, 1 - pointAt), '0')
    .padEnd(Math.max(0, pointAt), '0');
  const wholeDigits = Math.max(1, pointAt);
  const rest = padded.slice(wholeDigits);
  return `${sign}${padded.slice(0, wholeDigits)}${rest === '' ? '' : `.${rest}`}`;
}

/** An amount has at most 38 digits and 18 of them after the point, so no accepted number needs a larger exponent. */
const exponentMax = 60;

function groupedPattern(style: AmountStyle): RegExp {
  return new RegExp(`^[+-]?\\d{1,3}(?:[${style.thousands}]\\d{3})+(?:[${style.decimal}]\\d+)?$`);
}

function describeCommaNumber(text: string): string {
  return `${quoteText(text)} is not a number with its decimals after a comma, of at most 38 digits and 18 decimals. Write, for example, -1234,56.`;
}

function quoteText(text: string): string {
  return JSON.stringify(text.length > 50 ? `${text.slice(0, 50)}…` : text);
}
