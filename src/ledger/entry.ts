import type { CalendarDate } from './calendar-date.ts';
import type { JsonObject } from './json-value.ts';
import type { Leg } from './leg.ts';
import { mergePostings, type Posting } from './posting.ts';

/** What kind of event an entry records. The kind gives the entry its place within a day (`entry-order.ts`). */
export const entryKinds = [
  'portfolio',
  'instrument',
  'alias',
  'price',
  'rate',
  'assertion',
  'deposit',
  'withdrawal',
  'trade',
  'existing',
  'dividend',
  'interest',
  'fee',
  'split',
  'return_of_capital',
  'conversion',
  'holding',
  'review',
  'import',
  'reversal',
  'reclassification',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** How something came in. */
export const doors = ['cli', 'http', 'mcp', 'chat', 'mail', 'file', 'alpaca', 'job'] as const;
export type Door = (typeof doors)[number];

/** Oddities that were booked all the same, for a person to look at. */
export const entryFlags = [
  'oversold',
  'negative_cash',
  'price_mismatch',
  'no_effect',
  'future_date',
  'derived_units',
  'withheld_mismatch',
] as const;
export type EntryFlag = (typeof entryFlags)[number];

/** A change to a keyed state document (settings, price, alias, held fact…): the new value, or null when it is gone. */
export interface RecordChange {
  readonly kind: string;
  readonly id: string;
  readonly value: JsonObject | null;
}

/** What an operation wants to book: everything of an entry but its place in the journal and who brought it. */
export interface EntryDraft {
  readonly kind: EntryKind;
  /** When it happened. A reversal has the date of what it reverses. */
  readonly date: CalendarDate;
  /** ISO 8601 in UTC; orders entries within a day where it is known. */
  readonly instant?: string;
  /** What the entry is about and is looked up by: an instrument, or a currency for movements of cash. */
  readonly subject?: string;
  /** The broker account or pocket the event belongs to, when the portfolio has several. */
  readonly account?: string;
  readonly postings: readonly Posting[];
  readonly legs: readonly Leg[];
  readonly sets: readonly RecordChange[];
  /** The sequence number of the entry that this one cancels. */
  readonly reverses?: number;
  /**
   * The sequence number of the entry whose details this one states anew: its legs and instant stand in that entry's
   * place, its postings are added to that entry's. An entry has at most one that is live.
   */
  readonly restates?: number;
  /** What makes another sighting the same event (`identity.ts`); absent for entries that no fact can match. */
  readonly identity?: string;
  readonly flags: readonly EntryFlag[];
  /** The import whose row this is; the one that the wish came with, when it is left out. */
  readonly importId?: string;
}

/** An entry of the journal. Never changed, never removed. */
export interface Entry extends EntryDraft {
  /** 1, 2, 3… without gaps within the portfolio. */
  readonly seq: number;
  readonly recordedAt: string;
  readonly door: Door;
  /** Token, user, mailbox, file or job that brought it. */
  readonly actor: string;
  readonly operation: string;
  readonly key?: string;
  /** The canonical input of the command or fact that led to this entry. */
  readonly input: JsonObject;
  /** True when it came as a fact from a source and not as somebody's command. */
  readonly fromFact: boolean;
}

/** How an entry is named to the outside: unique within its portfolio. */
export type EntryId = string & { readonly __brand: 'EntryId' };

export function toEntryId(seq: number): EntryId {
  return `ent_${seq}` as EntryId; // brand: made only here and below
}

/** Reads `ent_12` (or `12`); undefined when it is neither. */
export function parseEntryId(text: string): EntryId | undefined {
  return /^(ent_)?[1-9][0-9]{0,14}$/.test(text) ? toEntryId(Number(text.replace('ent_', ''))) : undefined;
}

export function seqOfEntryId(id: EntryId): number {
  return Number(id.slice('ent_'.length));
}

/** Does the entry record an event, and neither take another back nor restate it? */
export function isOriginal({ reverses, restates }: EntryDraft): boolean {
  return reverses === undefined && restates === undefined;
}

/**
 * Entries that count: neither reversals nor what they reversed, each with the details that it was last given. What
 * states them anew is part of the entry that it restates, and stands nowhere by itself.
 */
export function liveEntries(entries: readonly Entry[]): readonly Entry[] {
  const reversed = new Set<number>();
  for (const entry of entries) if (entry.reverses !== undefined) reversed.add(entry.reverses);
  const live = entries.filter((entry) => entry.reverses === undefined && !reversed.has(entry.seq));
  const restatements = new Map<number, Entry>();
  for (const entry of live) if (entry.restates !== undefined) restatements.set(entry.restates, entry);
  if (restatements.size === 0) return live;
  return live
    .filter((entry) => entry.restates === undefined)
    .map((entry) => {
      const restatement = restatements.get(entry.seq);
      return restatement === undefined ? entry : restated(entry, restatement);
    });
}

function restated({ instant: _told, ...entry }: Entry, { instant, legs, postings }: Entry): Entry {
  return {
    ...entry,
    ...(instant === undefined ? {} : { instant }),
    legs,
    postings: mergePostings([...entry.postings, ...postings]),
  };
}
