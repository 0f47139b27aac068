/**
 * Reads the cells of one row. What is wrong is noted with line and field, and reading goes on, so that every problem
 * of a row is found at once. A blank cell is undefined; so is a bad one, and then `failed` is true.
 */
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import { parseInstrument } from '../../ledger/instrument.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import { parseCurrency } from '../../money/currency.ts';
import type { Currency } from '../../money/currency.ts';
import type { Decimal } from '../../money/decimal.ts';
import type { ProblemList } from './problem-list.ts';
import { expandExponent, isAmountProblem, plainStyle, readAmount } from './read-amount.ts';
import type { AmountStyle } from './read-amount.ts';
import { readDate, readTime } from './read-date.ts';
import type { DateProblem, DateStyle, ReadDate } from './read-date.ts';

export interface Cell {
  readonly text: string;
  /** The line it stands on, which in JSON may be another one than that of its row. */
  readonly line: number;
  /** What the file calls the field. */
  readonly name: string;
  /** True for a JSON number, which alone may be written with an exponent. */
  readonly isNumber: boolean;
}

/** Fields go by the names that the format gives them. */
export interface RowSource {
  readonly line: number;
  /** Undefined when the row has no such cell. */
  readonly cellOf: (field: string) => Cell | undefined;
  /** What the file calls a field, also where a row lacks it. */
  readonly nameOf: (field: string) => string;
  readonly problems: ProblemList;
}

export class RowReader {
  /** The line on which the row starts. */
  readonly line: number;
  readonly #cellOf: RowSource['cellOf'];
  readonly #nameOf: RowSource['nameOf'];
  readonly #problems: ProblemList;
  #failed = false;

  constructor(row: RowSource) {
    this.line = row.line;
    this.#cellOf = row.cellOf;
    this.#nameOf = row.nameOf;
    this.#problems = row.problems;
  }

  /** Whether anything was refused. What was read of the row is then not to be used. */
  get failed(): boolean {
    return this.#failed;
  }

  refuse(code: string, field: string, message: string): undefined {
    const cell = this.#cellOf(field);
    this.#failed = true;
    this.#problems.add({
      line: cell?.line ?? this.line,
      code,
      field: cell?.name ?? this.#nameOf(field),
      message,
    });
    return undefined;
  }

  /** The cell with single spaces inside and none around, blank when there is none. Notes no problem. */
  peek(field: string): string {
    return this.#cellOf(field)?.text.replace(/\s+/g, ' ').trim() ?? '';
  }

  /** What `peek` gives, checked; undefined when it is blank. */
  text(field: string): string | undefined {
    const text = this.peek(field);
    if (text === '') return undefined;
    if (text.length > textLengthMax) {
      return this.refuse(
        'text_too_long',
        field,
        `The cell has ${text.length} characters. Give at most ${textLengthMax}.`,
      );
    }
    // Databases refuse some of these, and terminals obey others.
    if (/[\p{Cc}\p{Cs}]/u.test(text)) {
      return this.refuse(
        'bad_text',
        field,
        'The cell has control characters or broken letters. Save the file as UTF-8 text.',
      );
    }
    return text;
  }

  requiredText(field: string): string | undefined {
    return this.#required(field, this.text(field));
  }

  amount(field: string, style: AmountStyle = plainStyle): Decimal | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    const plain = this.#cellOf(field)?.isNumber === true ? expandExponent(text) : text;
    if (plain === undefined)
      return this.refuse('bad_amount', field, `${text} has more digits than an amount may have.`);
    const amount = readAmount(plain, style);
    return isAmountProblem(amount) ? this.refuse(amount.code, field, amount.message) : amount;
  }

  requiredAmount(field: string): Decimal | undefined {
    return this.#required(field, this.amount(field));
  }

  /** An amount that cannot be below zero, whatever the row is. */
  unsignedAmount(field: string, style: AmountStyle = plainStyle): Decimal | undefined {
    const amount = this.amount(field, style);
    if (amount === undefined || !amount.isNegative()) return amount;
    return this.refuse(
      'negative_amount',
      field,
      `${amount.toString()} is below zero. The type of the row says the direction; write the number without a minus.`,
    );
  }

  /** Required: without a date nothing can be recorded. */
  date(field: string, style: DateStyle): ReadDate | undefined {
    const text = this.requiredText(field);
    return text === undefined ? undefined : this.#dated(field, readDate(text, style));
  }

  /** The time of day in a field of its own. */
  time(field: string, date: CalendarDate, style: DateStyle): ReadDate | undefined {
    const text = this.text(field);
    return text === undefined ? undefined : this.#dated(field, readTime(date, text, style));
  }

  instrument(field: string): Instrument | undefined {
    const text = this.text(field);
    if (text === undefined) return undefined;
    return (
      parseInstrument(text) ??
      this.refuse(
        'bad_instrument',
        field,
        `${JSON.stringify(text)} is not the name of an instrument. Give at most 64 visible characters.`,
      )
    );
  }

  currency(field: string, fallback: Currency): Currency {
    const text = this.text(field);
    if (text === undefined) return fallback;
    const whole = hundredths.get(text);
    if (whole !== undefined) {
      this.refuse(
        'hundredth_currency',
        field,
        `${text} is a hundredth of ${whole}. Divide price, fee and amount by 100 and write ${whole}.`,
      );
      return fallback;
    }
    const currency = parseCurrency(text);
    if (currency === undefined)
      this.refuse(
        'bad_currency',
        field,
        `${JSON.stringify(text)} is not a currency. Give a code such as EUR.`,
      );
    return currency ?? fallback;
  }

  #dated(field: string, date: ReadDate | DateProblem): ReadDate | undefined {
    return date.kind === 'date_problem' ? this.refuse(date.code, field, date.message) : date;
  }

  #required<T>(field: string, value: T | undefined): T | undefined {
    if (value === undefined && this.peek(field) === '') {
      return this.refuse('missing_field', field, `Nothing is given for ${this.#nameOf(field)}. Fill it in.`);
    }
    return value;
  }
}

/** Characters a cell may have; a longer one is no name, number or date. */
const textLengthMax = 200;

/**
 * Price sources quote some markets in hundredths under codes of their own. Taking them for the currency, which differs
 * only in the case of a letter, would be a hundredfold error.
 */
const hundredths: ReadonlyMap<string, string> = new Map([
  ['GBp', 'GBP'],
  ['GBX', 'GBP'],
  ['ZAc', 'ZAR'],
  ['ILA', 'ILS'],
  ['USX', 'USD'],
]);
