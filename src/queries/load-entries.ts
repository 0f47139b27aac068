import { loadFact, type EntryFilter, type JournalEntry, type StoreScript } from '../engine/store-protocol.ts';
import type { CalendarDate } from '../ledger/calendar-date.ts';
import type { Entry } from '../ledger/entry.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';

/** Entries are read in pages of this many, so that a large journal does not have to fit in one reply. */
export const journalPage = 1_000;

/** How far back a question looks, in both senses of time. */
export interface TimeBounds {
  readonly asOf: CalendarDate;
  readonly knownAt: string | undefined;
}

/** Entries within the bounds. One that was reversed later counts as live at a `knownAt` before its reversal. */
export function isWithin(entry: Entry, { asOf, knownAt }: TimeBounds): boolean {
  return entry.date <= asOf && (knownAt === undefined || entry.recordedAt <= knownAt);
}

/** Walks the whole journal page by page. */
export function* walkEntries(
  portfolio: PortfolioName,
  filter: EntryFilter,
  visit: (found: JournalEntry) => void,
): StoreScript<void> {
  let afterSeq = 0;
  for (;;) {
    const page = yield* loadFact(portfolio, { kind: 'entries', afterSeq, limit: journalPage, filter });
    for (const found of page) visit(found);
    const last = page.at(-1);
    if (last === undefined || page.length < journalPage) return;
    afterSeq = last.entry.seq;
  }
}
