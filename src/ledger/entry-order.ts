/**
 * The order in which entries are folded: by date, then slot, then instant, then content. The order of arrival plays
 * no part, so facts that arrive in any order give the same books (P3).
 *
 * Slots within a day: 0 corporate action, 1 income, 2 deposit, existing position and added units, 3 buy without an
 * instant, 4 anything with an instant, 5 sell without an instant, 6 fee and withdrawal, 7 what is stated to be held at
 * the end of the day.
 */
import type { EntryDraft } from './entry.ts';
import { encodeLegs } from './entry-codec.ts';
import { unreachable } from './unreachable.ts';

/** Text whose order is the order of the fold. */
export function entryOrder(entry: EntryDraft): string {
  return placeOf(entry) + contentOf(entry);
}

/** Sorts without looking at sequence numbers; equal entries are interchangeable. */
export function inFoldOrder<E extends EntryDraft>(entries: readonly E[]): readonly E[] {
  if (entries.length < 2) return entries;
  return entries
    .map((entry) => ({ entry, place: placeOf(entry) }))
    .sort((left, right) => compareTexts(left.place, right.place) || compareContents(left.entry, right.entry))
    .map(({ entry }) => entry);
}

function placeOf(entry: EntryDraft): string {
  return `${entry.date}|${slotOf(entry)}|${entry.instant ?? ''}|`;
}

/** Only ties look at the content: writing it out for every entry took most of the time of a fold. */
function compareContents(left: EntryDraft, right: EntryDraft): number {
  return compareTexts(contentOf(left), contentOf(right));
}

function contentOf(entry: EntryDraft): string {
  return JSON.stringify(encodeLegs(entry.legs));
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function slotOf(entry: EntryDraft): number {
  if (entry.kind === 'split' || entry.kind === 'return_of_capital') return 0;
  if (entry.instant !== undefined) return 4;
  if (entry.legs.some((leg) => leg.kind === 'target')) return 7;
  switch (entry.kind) {
    case 'dividend':
    case 'interest':
      return 1;
    case 'trade':
      return entry.legs.some((leg) => leg.kind === 'dispose') ? 5 : 3;
    case 'fee':
    case 'withdrawal':
      return 6;
    case 'portfolio':
    case 'instrument':
    case 'alias':
    case 'price':
    case 'rate':
    case 'assertion':
    case 'deposit':
    case 'existing':
    case 'conversion':
    case 'holding':
    case 'review':
    case 'import':
    case 'reversal':
    case 'reclassification':
      return 2;
    default:
      return unreachable(entry.kind);
  }
}
