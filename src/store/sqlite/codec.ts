/**
 * How values stand in columns. What can be written shorter without losing anything is; anything else stands as it
 * came, so every value reads back exactly.
 *
 * This is one of the few places with casts: a STRICT column holds what was written through the other direction of the
 * same function, which the types cannot see.
 */
import type { Currency } from '../../money/currency.ts';
import { Rational } from '../../money/rational.ts';
import { type Account, accounts } from '../../ledger/account.ts';
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import type { UnitsState } from '../../ledger/units-timeline.ts';

/** Bytes where the text could be written so, and the text itself where not. */
export type Packed = string | Buffer;

/** `2026-05-01` is kept as 20260501. */
export function packDate(date: string): number {
  return Number(date.slice(0, 4)) * 10_000 + Number(date.slice(5, 7)) * 100 + Number(date.slice(8));
}

export function unpackDate(day: number): CalendarDate {
  const text = String(day);
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` as CalendarDate; // was one when it was packed
}

/** A moment in UTC with milliseconds is kept as their number: a bigint, because the driver binds numbers as floats. */
export function packInstant(instant: string): bigint | string {
  if (instant !== lastPacked.instant) lastPacked = { instant, packed: packAnyInstant(instant) };
  return lastPacked.packed;
}

/** What is booked together was sent at nearly the same time, so the next instant is mostly the last one again. */
let lastPacked: { readonly instant: string; readonly packed: bigint | string } = { instant: '', packed: '' };

function packAnyInstant(instant: string): bigint | string {
  if (instant.length !== isoLength) return instant;
  const milliseconds = Date.parse(instant);
  return isoOf(milliseconds) === instant ? BigInt(milliseconds) : instant;
}

export function unpackInstant(packed: number | string): string {
  return typeof packed === 'number' ? (isoOf(packed) ?? String(packed)) : packed;
}

/** A UUID in the usual form is kept as its 16 bytes. */
export function packKey(key: string): Packed {
  return uuidPattern.test(key) ? Buffer.from(key.replaceAll('-', ''), 'hex') : key;
}

export function unpackKey(packed: Packed): string {
  if (typeof packed === 'string') return packed;
  const digits = packed.toString('hex');
  const group = (start: number, end: number) => digits.slice(start, end);
  return `${group(0, 8)}-${group(8, 12)}-${group(12, 16)}-${group(16, 20)}-${group(20, 32)}`;
}

/** Identities are 16 hexadecimal digits and kept as 8 bytes. */
export function packIdentity(identity: string): Packed {
  return identityPattern.test(identity) ? Buffer.from(identity, 'hex') : identity;
}

export function unpackIdentity(packed: Packed): string {
  return typeof packed === 'string' ? packed : packed.toString('hex');
}

export function packHash(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}

export function unpackHash(packed: Buffer): string {
  return packed.toString('hex');
}

/** As the first migration lists them. A code is never given to another account. */
export function packAccount(account: Account): number {
  return accounts.indexOf(account) + 1;
}

export function unpackAccount(code: number): Account {
  // A code that no release gave out was put there by somebody else. It reads as no account, which `verify` reports.
  return accounts[code - 1] ?? (`account ${code}` as Account);
}

export function unpackJson(text: string): JsonObject {
  return JSON.parse(text) as JsonObject; // only objects are written to these columns
}

export function packUnits(units: UnitsState['units']): string {
  return JSON.stringify([...units].map(([currency, held]) => [currency, held.toString()]));
}

export function unpackUnits(text: string): UnitsState['units'] {
  const pairs = JSON.parse(text) as readonly (readonly [Currency, string])[]; // written by `packUnits`
  return new Map(pairs.map(([currency, held]) => [currency, Rational.parse(held)]));
}

const isoLength = '2026-05-01T12:00:00.000Z'.length;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const identityPattern = /^[0-9a-f]{16}$/;

/** Undefined outside the times that a date can hold. */
function isoOf(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
