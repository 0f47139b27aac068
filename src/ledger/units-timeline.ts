/**
 * How many units of one instrument are held at the end of each day, without cost: what a command must know before it
 * may sell. The cost of it all is folded elsewhere (`position-fold.ts`).
 *
 * `UnitsState` is the small cache that makes the usual case cheap. A leg dated on or after everything known, or one
 * that only adds or subtracts and comes after the last rule (split, target), moves it directly; anything else needs
 * the instrument's history.
 */
import type { Currency } from '../money/currency.ts';
import { Rational } from '../money/rational.ts';
import type { CalendarDate } from './calendar-date.ts';
import { type Entry, type EntryDraft, liveEntries } from './entry.ts';
import { entryOrder, inFoldOrder } from './entry-order.ts';
import { isRuleLeg, type Leg } from './leg.ts';
import { unitsAfter } from './units-step.ts';

export interface UnitsState {
  /** Units held now, in each currency the instrument was ever traded in. */
  readonly units: ReadonlyMap<Currency, Rational>;
  /** The latest date of any entry about the instrument; empty text before the first. */
  readonly lastDate: string;
  /** The fold order of the last split or target; empty text before the first. */
  readonly lastRule: string;
}

export const noUnits: UnitsState = { units: new Map(), lastDate: '', lastRule: '' };

/** Would this entry have to be folded before something already known, so that the history is needed to place it? */
export function needsHistory(state: UnitsState, entry: EntryDraft): boolean {
  if (entry.legs.length === 0) return false;
  if (entry.reverses !== undefined) return true;
  if (entry.restates !== undefined) return movesPastRule(state, entry);
  if (entry.date > state.lastDate) return false;
  if (entry.legs.some(isRuleLeg)) return true;
  if (state.lastRule !== '' && entryOrder(entry) <= state.lastRule) return true;
  return entry.date < state.lastDate && entry.legs.some(isRemoval);
}

/**
 * Other details give an entry another place in its day and leave its units alone: what is held in the end changes only
 * when there is a rule that day or later, or when it is one.
 */
function movesPastRule({ lastRule }: UnitsState, { date, legs }: EntryDraft): boolean {
  return legs.some(isRuleLeg) || lastRule.slice(0, date.length) >= date;
}

/** The state after an entry for which `needsHistory` is false. */
export function advanceUnits(state: UnitsState, entry: EntryDraft): UnitsState {
  if (entry.restates !== undefined) return state;
  const units = new Map(state.units);
  for (const leg of entry.legs) stepUnits(units, leg);
  return {
    units,
    lastDate: entry.date > state.lastDate ? entry.date : state.lastDate,
    lastRule: entry.legs.some(isRuleLeg) ? laterOf(entryOrder(entry), state.lastRule) : state.lastRule,
  };
}

/** The state after all these entries, in whatever order they are given. Reversed ones do not count. */
export function unitsOf(entries: readonly Entry[]): UnitsState {
  let state = noUnits;
  for (const entry of inFoldOrder(liveEntries(entries))) state = advanceUnits(state, entry);
  return state;
}

/** A day at whose end fewer than zero units are held. */
export interface ShortDay {
  readonly date: CalendarDate;
  readonly currency: Currency;
  readonly units: Rational;
}

/** The first day from `from` on that ends with fewer than zero units; undefined when none does. */
export function findShortDay(entries: readonly EntryDraft[], from: CalendarDate): ShortDay | undefined {
  const ordered = inFoldOrder(entries);
  const units = new Map<Currency, Rational>();
  for (const [index, entry] of ordered.entries()) {
    for (const leg of entry.legs) stepUnits(units, leg);
    if (entry.date < from || ordered[index + 1]?.date === entry.date) continue;
    for (const [currency, held] of units) {
      if (held.isNegative()) return { date: entry.date, currency, units: held };
    }
  }
  return undefined;
}

function stepUnits(units: Map<Currency, Rational>, leg: Leg): void {
  if ('currency' in leg && !units.has(leg.currency)) units.set(leg.currency, Rational.zero);
  for (const [currency, held] of units) {
    if (leg.kind === 'split' || leg.currency === currency)
      units.set(currency, unitsAfter(held, leg, currency));
  }
}

function isRemoval(leg: Leg): boolean {
  return leg.kind === 'dispose' || (leg.kind === 'adjust' && leg.units.isNegative());
}

function laterOf(left: string, right: string): string {
  return left > right ? left : right;
}
