/** What the holding operations share: the position as it stands on a day, and entries that state a target. */
import type { PortfolioView } from '../../engine/operation.ts';
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import { type Entry, type EntryDraft, liveEntries } from '../../ledger/entry.ts';
import { entryOrder } from '../../ledger/entry-order.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import { foldPositions } from '../../ledger/position-fold.ts';
import type { Currency } from '../../money/currency.ts';
import { Decimal } from '../../money/decimal.ts';
import { Rational } from '../../money/rational.ts';
import { draftReversal } from './draft-reversal.ts';
import type { Moment } from './event-fields.ts';

export interface HeldUnits {
  readonly units: Rational;
  readonly cost: Decimal;
}

/** Units and cost at the end of a day, from the instrument's history. */
export function heldAt(
  view: PortfolioView,
  {
    instrument,
    currency,
    date,
  }: { readonly instrument: Instrument; readonly currency: Currency; readonly date: CalendarDate },
): HeldUnits {
  const entries = liveEntries(view.get({ kind: 'history', instrument })).filter(
    (entry) => entry.date <= date,
  );
  const { positions } = foldPositions(entries, view.settings);
  const found = positions.find(
    (position) => position.instrument === instrument && position.currency === currency,
  );
  return found ?? { units: Rational.zero, cost: Decimal.zero };
}

export interface HoldingTarget {
  readonly instrument: Instrument;
  readonly currency: Currency;
  readonly units: Decimal;
  readonly cost: Decimal;
}

/**
 * An entry that states the target, and the reversals of earlier statements that would be folded after it. Two
 * statements about one day have no order of their own, so the newer one replaces the older.
 */
export function draftTarget(
  view: PortfolioView,
  target: HoldingTarget,
  moment: Moment,
): readonly EntryDraft[] {
  const { instrument, currency } = target;
  const draft: EntryDraft = {
    kind: 'holding',
    ...moment,
    subject: instrument,
    postings: [],
    legs: [{ kind: 'target', ...target }],
    sets: [],
    flags: [],
  };
  const order = entryOrder(draft);
  const replaced = liveEntries(view.get({ kind: 'history', instrument })).filter(
    (entry) => entry.date === moment.date && statesTarget(entry, currency) && entryOrder(entry) >= order,
  );
  return [draft, ...replaced.map(draftReversal)];
}

function statesTarget(entry: Entry, currency: Currency): boolean {
  return entry.legs.some((leg) => leg.kind === 'target' && leg.currency === currency);
}
