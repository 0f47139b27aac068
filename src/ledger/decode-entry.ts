/**
 * Reads the stored text of an entry. Most of the time of walking a journal is spent here, so members are read by their
 * names, without a loop over them, and names of currencies, instruments and days are checked once and remembered.
 */
import { parseCurrency } from '../money/currency.ts';
import { isAccount } from './account.ts';
import { parseCalendarDate } from './calendar-date.ts';
import { CorruptEntryError, quoteFound } from './corrupt-entry-error.ts';
import { decodeAmount, decodeLegs } from './decode-legs.ts';
import { doors, type Entry, entryFlags, entryKinds, type RecordChange } from './entry.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';
import type { Posting } from './posting.ts';
import { rememberParsed } from './remember-parsed.ts';

/**
 * Reads what `encodeEntry` wrote.
 *
 * @throws CorruptEntryError, SyntaxError or RangeError when the text is not an entry: the store holds something it must
 * not.
 */
export function decodeEntry(text: string): Entry {
  const body: unknown = JSON.parse(text);
  if (!isJsonObject(body)) throw new CorruptEntryError(text, 'it is not an object');
  const entry: Mutable<Entry> = {
    seq: integerOf(body['seq'], 'seq', text),
    kind: kindOf(body['kind'], text),
    date: dateOf(body['date'], text),
    recordedAt: textOf(body['at'], 'at', text),
    door: doorOf(body['door'], text),
    actor: textOf(body['actor'], 'actor', text),
    operation: textOf(body['operation'], 'operation', text),
    input: inputOf(body['input'], text),
    postings: decodePostings(body['postings'], text),
    legs: decodeLegs(body['legs'], text),
    sets: listOf(body['sets'], 'sets', text).map((set) => decodeSet(set, text)),
    flags: listOf(body['flags'], 'flags', text).map((flag) => flagOf(flag, text)),
    fromFact: body['fact'] === 1,
  };
  addOptional(entry, body, text);
  return entry;
}

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] };

function addOptional(entry: Mutable<Entry>, body: JsonObject, text: string): void {
  const { instant, subject, account, key, reverses, restates, identity } = body;
  if (instant !== undefined) entry.instant = textOf(instant, 'instant', text);
  if (subject !== undefined) entry.subject = textOf(subject, 'subject', text);
  if (account !== undefined) entry.account = textOf(account, 'account', text);
  if (key !== undefined) entry.key = textOf(key, 'key', text);
  if (reverses !== undefined) entry.reverses = integerOf(reverses, 'reverses', text);
  if (identity !== undefined) entry.identity = textOf(identity, 'identity', text);
  if (body['import'] !== undefined) entry.importId = textOf(body['import'], 'import', text);
  if (restates !== undefined) entry.restates = integerOf(restates, 'restates', text);
}

const none: readonly never[] = [];
const knownDate = rememberParsed(parseCalendarDate);
const knownCurrency = rememberParsed(parseCurrency);
const pickKind = picker(entryKinds);
const pickDoor = picker(doors);
const pickFlag = picker(entryFlags);

function decodePostings(value: JsonValue | undefined, text: string): readonly Posting[] {
  return listOf(value, 'postings', text).map((row) => {
    if (!isJsonArray(row)) throw new CorruptEntryError(text, 'a row is not a list');
    const [account, code, amount] = row;
    if (typeof account !== 'string' || !isAccount(account))
      throw new CorruptEntryError(text, `${quoteFound(account)} is no account`);
    const currency = typeof code === 'string' ? knownCurrency(code) : undefined;
    if (currency === undefined) throw new CorruptEntryError(text, `${quoteFound(code)} is no currency`);
    return { account, currency, amount: decodeAmount(amount, text) };
  });
}

function decodeSet(value: JsonValue, text: string): RecordChange {
  if (!isJsonArray(value)) throw new CorruptEntryError(text, 'a record change is not a list');
  const [kind, id, content] = value;
  if (typeof kind !== 'string' || typeof id !== 'string' || (content !== null && !isJsonObject(content))) {
    throw new CorruptEntryError(text, 'a record change is incomplete');
  }
  return { kind, id, value: content };
}

function kindOf(value: JsonValue | undefined, text: string): Entry['kind'] {
  return pickKind(value) ?? refuseChoice(value, entryKinds, text);
}

function doorOf(value: JsonValue | undefined, text: string): Entry['door'] {
  return pickDoor(value) ?? refuseChoice(value, doors, text);
}

function flagOf(value: JsonValue, text: string): Entry['flags'][number] {
  return pickFlag(value) ?? refuseChoice(value, entryFlags, text);
}

function dateOf(value: JsonValue | undefined, text: string): Entry['date'] {
  return knownDate(textOf(value, 'date', text)) ?? refuseMember('date', text);
}

function inputOf(value: JsonValue | undefined, text: string): JsonObject {
  return isJsonObject(value) ? value : refuseMember('input', text);
}

function textOf(value: JsonValue | undefined, name: string, text: string): string {
  return typeof value === 'string' ? value : refuseMember(name, text);
}

function integerOf(value: JsonValue | undefined, name: string, text: string): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : refuseMember(name, text);
}

function listOf(value: JsonValue | undefined, name: string, text: string): readonly JsonValue[] {
  if (value === undefined) return none;
  return value !== null && isJsonArray(value) ? value : refuseMember(name, text);
}

function refuseMember(name: string, text: string): never {
  throw new CorruptEntryError(text, `"${name}" is missing or of another type`);
}

function refuseChoice(value: JsonValue | undefined, choices: readonly string[], text: string): never {
  throw new CorruptEntryError(text, `${quoteFound(value)} is not one of ${choices.join(', ')}`);
}

function picker<T extends string>(choices: readonly T[]): (value: unknown) => T | undefined {
  const known: ReadonlyMap<unknown, T> = new Map(choices.map((choice) => [choice, choice]));
  return (value) => known.get(value);
}
