/**
 * What an outcome's result says was booked, one line per movement. The result is data that may come from a newer hub:
 * members and legs that are not known here are shown as they are.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';

export function bookedLines(result: JsonObject): readonly string[] {
  const extras = Object.keys(result)
    .filter((name) => !entryMembers.has(name))
    .map((name) => `${name.replaceAll('_', ' ')} ${shortText(result[name] ?? null)}`);
  return [
    ...placeLine(result),
    ...objectsIn(result['postings']).flatMap(postingLine),
    ...objectsIn(result['legs']).map(legLine),
    ...objectsIn(result['changes']).map(changeLine),
    ...extras,
  ];
}

/** Oddities that were booked all the same. */
export function flagsOf(result: JsonObject): readonly string[] {
  const flags = result['flags'] ?? null;
  return isJsonArray(flags) ? flags.map((flag) => shortText(flag).replaceAll('_', ' ')) : [];
}

/** JSON as a person reads it: text without quotes, members as `name value`. */
export function shortText(value: JsonValue): string {
  if (value === null) return 'none';
  if (isJsonArray(value)) return value.map(shortText).join(', ');
  if (!isJsonObject(value)) return String(value);
  return Object.keys(value)
    .filter((name) => value[name] !== null)
    .map((name) => `${name.replaceAll('_', ' ')} ${shortText(value[name] ?? null)}`)
    .join(', ');
}

/** Members that have a line of their own. */
const entryMembers: ReadonlySet<string> = new Set([
  'kind',
  'date',
  'instant',
  'account',
  'reverses',
  'restates',
  'postings',
  'legs',
  'changes',
  'flags',
]);

function placeLine(result: JsonObject): readonly string[] {
  const { kind, date, account, reverses, restates } = result;
  const parts = [
    ...(kind === undefined ? [] : [shortText(kind).replaceAll('_', ' ')]),
    ...(date === undefined ? [] : [`on ${shortText(date)}`]),
    ...(account === undefined ? [] : [`in account ${shortText(account)}`]),
    ...(reverses === undefined ? [] : [`reverses ${shortText(reverses)}`]),
    ...(restates === undefined ? [] : [`restates ${shortText(restates)}`]),
  ];
  return parts.length === 0 ? [] : [parts.join(' ')];
}

/** Money that is had and money that is spent; the other side of an entry says nothing new. */
function postingLine(posting: JsonObject): readonly string[] {
  const match = /^(?:assets|expenses):(.+)$/.exec(shortText(posting['account'] ?? null));
  if (match === null) return [];
  const amount = signed(shortText(posting['amount'] ?? null));
  return [`${match[1]} ${amount} ${shortText(posting['currency'] ?? null)}`];
}

function legLine(leg: JsonObject): string {
  const { kind = null, instrument = null, currency, ...rest } = leg;
  const unit = currency === undefined ? '' : ` ${shortText(currency)}`;
  const members = Object.keys(rest)
    .filter((name) => rest[name] !== '0')
    .map((name) => `${name.replaceAll('_', ' ')} ${shortText(rest[name] ?? null)}`);
  return `${shortText(instrument)} ${shortText(kind).replaceAll('_', ' ')}: ${members.join(', ')}${unit}`;
}

function changeLine(change: JsonObject): string {
  const { record = null, id = null, value = null } = change;
  const now = value === null ? 'removed' : shortText(value);
  const name = `${shortText(record).replaceAll('_', ' ')} ${shortText(id)}`.trimEnd();
  return `${name}: ${now}`;
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return value !== undefined && isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function signed(amount: string): string {
  return /^[1-9]|^0\.\d*[1-9]/.test(amount) ? `+${amount}` : amount;
}
