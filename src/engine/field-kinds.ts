/** The kinds of field there are. Every operation and question is described with these and no others. */
import { type Currency, parseCurrency } from '../money/currency.ts';
import { type Decimal, isDecimalProblem, parseDecimal } from '../money/decimal.ts';
import { type CalendarDate, parseCalendarDate } from '../ledger/calendar-date.ts';
import { type EntryId, parseEntryId } from '../ledger/entry.ts';
import { type Instrument, parseInstrument } from '../ledger/instrument.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../ledger/json-value.ts';
import { parseRatio, type Ratio } from '../ledger/ratio.ts';
import { type Field, type FieldProblem, fieldProblem } from './field.ts';

/** Which signs an amount may have. */
export type AmountSign = 'positive' | 'not_negative' | 'any';

/** An exact amount, written as text: `1000`, `190.5`. A JSON number is refused, because it would already be rounded. */
export function amountField(
  about: string,
  sign: AmountSign = 'positive',
  placeholder = 'AMOUNT',
): Field<Decimal> {
  return field(about, placeholder, {
    schema: { type: 'string', pattern: amountPatterns[sign], examples: [sign === 'any' ? '-12.5' : '12.5'] },
    read: (raw) => {
      if (typeof raw === 'number')
        return fieldProblem('an exact amount in quotes, such as "12.5", not a JSON number');
      if (typeof raw !== 'string') return fieldProblem('an amount in quotes, such as "12.5"');
      const amount = parseDecimal(raw);
      if (isDecimalProblem(amount)) return fieldProblem(`an exact amount such as 12.5 (${amount.message})`);
      if (sign === 'positive' && !amount.isPositive()) return fieldProblem('more than 0');
      if (sign === 'not_negative' && amount.isNegative()) return fieldProblem('0 or more');
      return amount;
    },
    print: (amount) => amount.toString(),
  });
}

const amountPatterns = {
  positive: '^\\+?[0-9]+(\\.[0-9]+)?$',
  not_negative: '^\\+?[0-9]+(\\.[0-9]+)?$',
  any: '^[+-]?[0-9]+(\\.[0-9]+)?$',
} as const satisfies Record<AmountSign, string>;

/** A currency code, upper-cased: `USD`, `BTC`. */
export function currencyField(about: string): Field<Currency> {
  return field(about, 'CURRENCY', {
    schema: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9.]{1,11}$', examples: ['USD'] },
    read: textReader((text) => parseCurrency(text) ?? fieldProblem('a currency code such as USD')),
    print: (currency) => currency,
  });
}

/** A ticker, ISIN, fund code or free name. Aliases are applied by the operation. */
export function instrumentField(about: string): Field<Instrument> {
  return field(about, 'INSTRUMENT', {
    schema: { type: 'string', minLength: 1, maxLength: 64, examples: ['AAPL'] },
    read: textReader(
      (text) => parseInstrument(text) ?? fieldProblem('1 to 64 visible characters such as AAPL'),
    ),
    print: (instrument) => instrument,
  });
}

/** A calendar day without a zone: `2026-05-01`. */
export function dateField(about: string): Field<CalendarDate> {
  return field(about, 'YYYY-MM-DD', {
    schema: { type: 'string', format: 'date', examples: ['2026-05-01'] },
    read: textReader((text) => parseCalendarDate(text) ?? fieldProblem('a day such as 2026-05-01')),
    print: (date) => date,
  });
}

/** A moment with an offset: `2026-05-06T14:59:00+08:00`. Kept in UTC. */
export function instantField(about: string): Field<string> {
  const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
  return field(about, 'INSTANT', {
    schema: { type: 'string', format: 'date-time', examples: ['2026-05-06T14:59:00+08:00'] },
    read: textReader((text) => {
      const at = pattern.test(text) ? Date.parse(text) : Number.NaN;
      if (Number.isNaN(at)) return fieldProblem('a moment with an offset such as 2026-05-06T14:59:00+08:00');
      return new Date(at).toISOString();
    }),
    print: (instant) => instant,
  });
}

export function choiceField<const C extends string>(about: string, choices: readonly C[]): Field<C> {
  return field(about, choices.join('|'), {
    schema: { type: 'string', enum: choices },
    read: textReader(
      (text) => choices.find((choice) => choice === text) ?? fieldProblem(`one of ${choices.join(', ')}`),
    ),
    print: (choice) => choice,
  });
}

/** Yes or no. On the command line a bare switch, or `--name true|false`. */
export function switchField(about: string): Field<boolean> {
  return {
    ...field<boolean>(about, 'true|false', {
      schema: { type: 'boolean' },
      read: (raw) => (typeof raw === 'boolean' ? raw : fieldProblem('true or false')),
      print: (value) => value,
    }),
    isSwitch: true,
  };
}

export interface TextLimits {
  readonly lengthMax: number;
  readonly placeholder?: string;
  /** Allow line breaks and tabs. */
  readonly multiline?: boolean;
}

/** Free text, taken as data and never interpreted. */
export function textField(about: string, limits: TextLimits): Field<string> {
  const { lengthMax, multiline = false } = limits;
  return field(about, limits.placeholder ?? 'TEXT', {
    schema: { type: 'string', minLength: 1, maxLength: lengthMax },
    read: textReader((text) => {
      const control = multiline ? /[^\P{C}\n\t]/u : /\p{C}/u;
      const fits = text.length >= 1 && text.length <= lengthMax && text.trim() !== '' && !control.test(text);
      return fits ? text : fieldProblem(`1 to ${lengthMax} characters without control characters`);
    }),
    print: (text) => text,
  });
}

/** New units for old ones: `4:1`. Decimals become integers: `2.406:1` is kept as `2406:1000`. */
export function ratioField(about: string): Field<Ratio> {
  return field(about, 'NEW:OLD', {
    schema: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?:[0-9]+(\\.[0-9]+)?$', examples: ['4:1'] },
    read: textReader(
      (text) =>
        parseRatio(text) ?? fieldProblem('a ratio new:old such as 4:1 (reverse 1:4), not 0 and not 1:1'),
    ),
    print: (ratio) => `${ratio.newUnits}:${ratio.oldUnits}`,
  });
}

/** The name of an entry in the same portfolio: `ent_12`. */
export function entryField(about: string): Field<EntryId> {
  return field(about, 'ENTRY', {
    schema: { type: 'string', pattern: '^(ent_)?[1-9][0-9]{0,14}$', examples: ['ent_12'] },
    read: textReader((text) => parseEntryId(text) ?? fieldProblem('an entry such as ent_12')),
    print: (entry) => entry,
  });
}

/** A whole number within bounds. On the command line written as text. */
export function countField(
  about: string,
  bounds: { readonly min: number; readonly max: number },
): Field<number> {
  const { min, max } = bounds;
  return field(about, 'N', {
    schema: { type: 'integer', minimum: min, maximum: max },
    read: (raw) => {
      const value = typeof raw === 'string' && /^[0-9]{1,15}$/.test(raw) ? Number(raw) : raw;
      const fits = typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
      return fits ? value : fieldProblem(`a whole number from ${min} to ${max}`);
    },
    print: (value) => value,
  });
}

/** Structured data that Fixpoint's own doors hand over (a fact read from a file). Not typed by hand. */
export function documentField<T>(
  about: string,
  form: { readonly read: (raw: JsonObject) => T | FieldProblem; readonly print: (value: T) => JsonObject },
): Field<T> {
  return field<T>(about, 'JSON', {
    schema: { type: 'object' },
    read: (raw) => (isJsonObject(raw) ? form.read(raw) : fieldProblem('a JSON object')),
    print: form.print,
  });
}

interface FieldForm<T> {
  readonly schema: JsonObject;
  readonly read: (raw: JsonValue) => T | FieldProblem;
  readonly print: (value: T) => JsonValue;
}

function field<T>(about: string, placeholder: string, form: FieldForm<T>): Field<T> {
  return {
    about,
    placeholder,
    need: 'required',
    constant: undefined,
    isSwitch: false,
    read: form.read,
    print: form.print,
    schema: { description: about, ...form.schema },
  };
}

function textReader<T>(read: (text: string) => T | FieldProblem): (raw: JsonValue) => T | FieldProblem {
  return (raw) => (typeof raw === 'string' ? read(raw) : fieldProblem('text in quotes'));
}
