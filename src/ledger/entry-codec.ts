/**
 * The stored form of an entry. The text that `encodeEntry` makes is what is kept, hashed and chained, so members keep
 * their place and their names; a new member is added at the end and left out when empty.
 */
import { type Currency, parseCurrency } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import { isAccount } from './account.ts';
import { parseCalendarDate } from './calendar-date.ts';
import {
  type Door,
  doors,
  type Entry,
  type EntryFlag,
  type EntryKind,
  entryFlags,
  entryKinds,
} from './entry.ts';
import { type Instrument, parseInstrument } from './instrument.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';
import type { Leg } from './leg.ts';
import type { Posting } from './posting.ts';
import { unreachable } from './unreachable.ts';

/** The text of an entry, the same for the same entry on every machine. */
export function encodeEntry(entry: Entry): string {
  return JSON.stringify({
    seq: entry.seq,
    kind: entry.kind,
    date: entry.date,
    instant: entry.instant,
    subject: entry.subject,
    account: entry.account,
    at: entry.recordedAt,
    door: entry.door,
    actor: entry.actor,
    operation: entry.operation,
    key: entry.key,
    input: entry.input,
    postings: entry.postings.length === 0 ? undefined : encodePostings(entry.postings),
    legs: entry.legs.length === 0 ? undefined : encodeLegs(entry.legs),
    sets: entry.sets.length === 0 ? undefined : entry.sets.map(({ kind, id, value }) => [kind, id, value]),
    reverses: entry.reverses,
    identity: entry.identity,
    flags: entry.flags.length === 0 ? undefined : entry.flags,
    import: entry.importId,
    fact: entry.fromFact ? 1 : undefined,
    restates: entry.restates,
  });
}

/** Reads what `encodeEntry` wrote. Throws when the text is not an entry: the store holds something it must not. */
export function decodeEntry(text: string): Entry {
  const body: unknown = JSON.parse(text);
  if (!isJsonObject(body)) throw new CorruptEntryError(text, 'it is not an object');
  const read = reader(body, text);
  const instant = read.optionalText('instant');
  const subject = read.optionalText('subject');
  const account = read.optionalText('account');
  const key = read.optionalText('key');
  const identity = read.optionalText('identity');
  const importId = read.optionalText('import');
  const reverses = body['reverses'];
  const restates = body['restates'];
  return {
    seq: read.integer('seq'),
    kind: read.oneOf<EntryKind>('kind', entryKinds),
    date: read.present('date', parseCalendarDate(read.text('date'))),
    ...(instant === undefined ? {} : { instant }),
    ...(subject === undefined ? {} : { subject }),
    ...(account === undefined ? {} : { account }),
    recordedAt: read.text('at'),
    door: read.oneOf<Door>('door', doors),
    actor: read.text('actor'),
    operation: read.text('operation'),
    ...(key === undefined ? {} : { key }),
    input: read.object('input'),
    postings: read.list('postings').map((posting) => decodePosting(posting, text)),
    legs: read.list('legs').map((leg) => decodeLeg(leg, text)),
    sets: read.list('sets').map((set) => decodeSet(set, text)),
    ...(reverses === undefined ? {} : { reverses: read.integer('reverses') }),
    ...(identity === undefined ? {} : { identity }),
    flags: read.list('flags').map((flag) => pick<EntryFlag>(flag, entryFlags, text)),
    ...(importId === undefined ? {} : { importId }),
    fromFact: body['fact'] === 1,
    ...(restates === undefined ? {} : { restates: read.integer('restates') }),
  };
}

/** The stored text of an entry is damaged. Raised by reading, reported by `verify`. */
export class CorruptEntryError extends Error {
  constructor(text: string, reason: string) {
    super(`An entry cannot be read because ${reason}: ${text.slice(0, 200)}`);
    this.name = 'CorruptEntryError';
  }
}

function encodePostings(postings: readonly Posting[]): JsonValue {
  return postings.map(({ account, currency, amount }) => [account, currency, amount.toString()]);
}

/** Legs as short rows: the kind, the instrument, then what the kind needs. */
export function encodeLegs(legs: readonly Leg[]): readonly JsonValue[] {
  return legs.map(encodeLeg);
}

function encodeLeg(leg: Leg): JsonValue {
  switch (leg.kind) {
    case 'acquire':
      return [
        leg.kind,
        leg.instrument,
        leg.currency,
        leg.units.toString(),
        leg.cost.toString(),
        leg.fee.toString(),
      ];
    case 'dispose':
      return [
        leg.kind,
        leg.instrument,
        leg.currency,
        leg.units.toString(),
        leg.proceeds.toString(),
        leg.fee.toString(),
      ];
    case 'split':
      return leg.cashInLieu === undefined
        ? [leg.kind, leg.instrument, `${leg.newUnits}`, `${leg.oldUnits}`]
        : [
            leg.kind,
            leg.instrument,
            `${leg.newUnits}`,
            `${leg.oldUnits}`,
            leg.cashInLieu.currency,
            leg.cashInLieu.amount.toString(),
          ];
    case 'return_of_capital':
      return [leg.kind, leg.instrument, leg.currency, leg.amount.toString()];
    case 'target':
    case 'adjust':
      return [leg.kind, leg.instrument, leg.currency, leg.units.toString(), leg.cost.toString()];
    case 'income':
      return [leg.kind, leg.instrument, leg.currency, leg.gross.toString(), leg.withheld.toString()];
    default:
      return unreachable(leg);
  }
}

function decodeLeg(value: JsonValue, text: string): Leg {
  const [kind = '', name, ...rest] = texts(value, text);
  const instrument = instrumentOf(name, text);
  const [first, second, third, fourth] = rest;
  switch (kind) {
    case 'acquire':
      return {
        kind,
        instrument,
        currency: currencyOf(first, text),
        units: amountOf(second, text),
        cost: amountOf(third, text),
        fee: amountOf(fourth, text),
      };
    case 'dispose':
      return {
        kind,
        instrument,
        currency: currencyOf(first, text),
        units: amountOf(second, text),
        proceeds: amountOf(third, text),
        fee: amountOf(fourth, text),
      };
    case 'split': {
      const ratio = { newUnits: BigInt(first ?? ''), oldUnits: BigInt(second ?? '') };
      if (third === undefined) return { kind, instrument, ...ratio };
      return {
        kind,
        instrument,
        ...ratio,
        cashInLieu: { currency: currencyOf(third, text), amount: amountOf(fourth, text) },
      };
    }
    case 'return_of_capital':
      return { kind, instrument, currency: currencyOf(first, text), amount: amountOf(second, text) };
    case 'target':
    case 'adjust':
      return {
        kind,
        instrument,
        currency: currencyOf(first, text),
        units: amountOf(second, text),
        cost: amountOf(third, text),
      };
    case 'income':
      return {
        kind,
        instrument,
        currency: currencyOf(first, text),
        gross: amountOf(second, text),
        withheld: amountOf(third, text),
      };
    default:
      throw new CorruptEntryError(text, `"${kind}" is no kind of leg`);
  }
}

function decodePosting(value: JsonValue, text: string): Posting {
  const [account, currency, amount] = texts(value, text);
  if (account === undefined || !isAccount(account))
    throw new CorruptEntryError(text, `"${account}" is no account`);
  return { account, currency: currencyOf(currency, text), amount: amountOf(amount, text) };
}

function decodeSet(value: JsonValue, text: string): { kind: string; id: string; value: JsonObject | null } {
  if (!isJsonArray(value)) throw new CorruptEntryError(text, 'a record change is not a list');
  const [kind, id, content] = value;
  if (typeof kind !== 'string' || typeof id !== 'string' || (content !== null && !isJsonObject(content))) {
    throw new CorruptEntryError(text, 'a record change is incomplete');
  }
  return { kind, id, value: content };
}

function texts(value: JsonValue, text: string): readonly string[] {
  if (!isJsonArray(value)) throw new CorruptEntryError(text, 'a row is not a list');
  return value.map((item) => {
    if (typeof item !== 'string') throw new CorruptEntryError(text, 'a row holds something other than text');
    return item;
  });
}

function currencyOf(value: string | undefined, text: string): Currency {
  const currency = value === undefined ? undefined : parseCurrency(value);
  if (currency === undefined) throw new CorruptEntryError(text, `"${value}" is no currency`);
  return currency;
}

function instrumentOf(value: string | undefined, text: string): Instrument {
  const instrument = value === undefined ? undefined : parseInstrument(value);
  if (instrument === undefined) throw new CorruptEntryError(text, `"${value}" is no instrument`);
  return instrument;
}

function amountOf(value: string | undefined, text: string): Decimal {
  if (value === undefined) throw new CorruptEntryError(text, 'an amount is missing');
  return Decimal.of(value);
}

function pick<T extends string>(value: unknown, choices: readonly T[], text: string): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined)
    throw new CorruptEntryError(text, `"${String(value)}" is not one of ${choices.join(', ')}`);
  return found;
}

/** Typed access to the members of a stored body. */
function reader(body: JsonObject, text: string) {
  const fail = (name: string): never => {
    throw new CorruptEntryError(text, `"${name}" is missing or of another type`);
  };
  return {
    text: (name: string): string => {
      const value = body[name];
      return typeof value === 'string' ? value : fail(name);
    },
    optionalText: (name: string): string | undefined => {
      const value = body[name];
      return value === undefined || typeof value === 'string' ? value : fail(name);
    },
    integer: (name: string): number => {
      const value = body[name];
      return typeof value === 'number' && Number.isSafeInteger(value) ? value : fail(name);
    },
    object: (name: string): JsonObject => {
      const value = body[name];
      return isJsonObject(value) ? value : fail(name);
    },
    list: (name: string): readonly JsonValue[] => {
      const value = body[name];
      if (value === undefined) return [];
      return value !== null && isJsonArray(value) ? value : fail(name);
    },
    oneOf: <T extends string>(name: string, choices: readonly T[]): T => pick(body[name], choices, text),
    present: <T>(name: string, value: T | undefined): T => value ?? fail(name),
  };
}
