/**
 * How values stand in columns of every database. What can be written shorter without losing anything is; anything else
 * stands as it came, so every value reads back exactly.
 *
 * This is one of the few places with casts: a column holds what was written through the other direction of the same
 * function, which the types cannot see.
 */
import { type Account, accounts } from '../ledger/account.ts';
import type { CalendarDate } from '../ledger/calendar-date.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import type { UnitsState } from '../ledger/units-timeline.ts';
import type { Currency } from '../money/currency.ts';
import { Rational } from '../money/rational.ts';

/** `2026-05-01` is kept as 20260501. */
export function packDate(date: string): number {
  return Number(date.slice(0, 4)) * 10_000 + Number(date.slice(5, 7)) * 100 + Number(date.slice(8));
}

export function unpackDate(day: number): CalendarDate {
  const text = String(day);
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` as CalendarDate; // was one when it was packed
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
