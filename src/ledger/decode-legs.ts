/** Reads the legs of an entry's text, which `encodeLegs` wrote as short rows. */
import { type Currency, parseCurrency } from '../money/currency.ts';
import { Decimal, DecimalError } from '../money/decimal.ts';
import { CorruptEntryError, quoteFound } from './corrupt-entry-error.ts';
import { type Instrument, parseInstrument } from './instrument.ts';
import { isJsonArray, type JsonValue } from './json-value.ts';
import type { Leg } from './leg.ts';
import { rememberParsed } from './remember-parsed.ts';

/** `text` is what errors quote. @throws CorruptEntryError or SyntaxError when the value is not what was written. */
export function decodeLegs(value: JsonValue | undefined, text: string): readonly Leg[] {
  if (value === undefined) return none;
  if (!isJsonArray(value)) throw new CorruptEntryError(text, '"legs" is missing or of another type');
  return value.map((row) => decodeLeg(row, text));
}

/** @throws CorruptEntryError when the value is not an amount as text. */
export function decodeAmount(value: JsonValue | undefined, text: string): Decimal {
  if (value === undefined) throw new CorruptEntryError(text, 'an amount is missing');
  if (typeof value !== 'string') throw new CorruptEntryError(text, holdsNoText);
  try {
    return Decimal.of(value);
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
    throw new CorruptEntryError(text, `"${value}" is no amount`);
  }
}

const none: readonly never[] = [];
const holdsNoText = 'a row holds something other than text';
const knownCurrency = rememberParsed(parseCurrency);
const knownInstrument = rememberParsed(parseInstrument);

function decodeLeg(value: JsonValue, text: string): Leg {
  if (!isJsonArray(value)) throw new CorruptEntryError(text, 'a row is not a list');
  const [form, name, first, second, third, fourth] = value;
  const kind = textOf(form, text);
  const instrument = instrumentOf(name, text);
  switch (kind) {
    case 'acquire': {
      const currency = currencyOf(first, text);
      const [units, cost, fee] = amountsOf(second, third, fourth, text);
      return { kind, instrument, currency, units, cost, fee };
    }
    case 'dispose': {
      const currency = currencyOf(first, text);
      const [units, proceeds, fee] = amountsOf(second, third, fourth, text);
      return { kind, instrument, currency, units, proceeds, fee };
    }
    case 'split':
      return decodeSplit(instrument, value, text);
    case 'return_of_capital':
      return { kind, instrument, currency: currencyOf(first, text), amount: decodeAmount(second, text) };
    case 'target':
    case 'adjust': {
      const currency = currencyOf(first, text);
      return {
        kind,
        instrument,
        currency,
        units: decodeAmount(second, text),
        cost: decodeAmount(third, text),
      };
    }
    case 'income': {
      const currency = currencyOf(first, text);
      return {
        kind,
        instrument,
        currency,
        gross: decodeAmount(second, text),
        withheld: decodeAmount(third, text),
      };
    }
    default:
      throw new CorruptEntryError(text, `${quoteFound(kind)} is no kind of leg`);
  }
}

function amountsOf(
  units: JsonValue | undefined,
  money: JsonValue | undefined,
  fee: JsonValue | undefined,
  text: string,
): readonly [Decimal, Decimal, Decimal] {
  return [decodeAmount(units, text), decodeAmount(money, text), decodeAmount(fee, text)];
}

function decodeSplit(instrument: Instrument, row: readonly JsonValue[], text: string): Leg {
  const [, , newUnits, oldUnits, currency, amount] = row;
  const ratio = { newUnits: BigInt(textOf(newUnits, text)), oldUnits: BigInt(textOf(oldUnits, text)) };
  if (currency === undefined) return { kind: 'split', instrument, ...ratio };
  const cashInLieu = { currency: currencyOf(currency, text), amount: decodeAmount(amount, text) };
  return { kind: 'split', instrument, ...ratio, cashInLieu };
}

function currencyOf(value: JsonValue | undefined, text: string): Currency {
  return knownCurrency(textOf(value, text)) ?? refuse(value, 'currency', text);
}

function instrumentOf(value: JsonValue | undefined, text: string): Instrument {
  return knownInstrument(textOf(value, text)) ?? refuse(value, 'instrument', text);
}

/** What is left out reads as no text, which is no name of anything. */
function textOf(value: JsonValue | undefined, text: string): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') throw new CorruptEntryError(text, holdsNoText);
  return value;
}

function refuse(value: JsonValue | undefined, what: string, text: string): never {
  throw new CorruptEntryError(text, `${quoteFound(value)} is no ${what}`);
}
