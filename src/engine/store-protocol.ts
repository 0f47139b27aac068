/**
 * What the executor may ask of a store, and what it gets back. A store answers; it does not decide.
 *
 * The unions are closed: a new kind of read does not compile until the memory model and every database answer it.
 * Every read is within one portfolio, which is the unit that is locked and the key by which data may be sharded.
 */
import type { Currency } from '../money/currency.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Account } from '../ledger/account.ts';
import type { CalendarDate } from '../ledger/calendar-date.ts';
import type { ChainHash } from '../ledger/chain.ts';
import type { Entry, EntryKind, RecordChange } from '../ledger/entry.ts';
import type { Identity } from '../ledger/identity.ts';
import type { Instrument } from '../ledger/instrument.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import type { PortfolioName, PortfolioSettings } from '../ledger/portfolio.ts';
import type { UnitsState } from '../ledger/units-timeline.ts';
import type { Fence, Lease } from './lease.ts';
import type { StoredReceipt } from './receipt.ts';
import type { Sighting, SightingPlace } from './sighting.ts';

/** A portfolio's row: its settings and the end of its journal. */
export interface PortfolioState {
  readonly name: PortfolioName;
  readonly settings: PortfolioSettings;
  /** Sequence number of the newest entry; 0 before the first. */
  readonly seq: number;
  readonly head: ChainHash;
}

/** What one account holds in one currency, and the latest date anything was posted there (empty before the first). */
export interface Balance {
  readonly amount: Decimal;
  readonly lastDate: string;
}

export interface CashDay {
  readonly date: CalendarDate;
  readonly net: Decimal;
}

/** An entry and the sequence number of its reversal, if it has one. */
export interface JournalEntry {
  readonly entry: Entry;
  readonly reversedBy: number | undefined;
}

/** An entry of the journal as it is stored, read by nobody yet: what `verify` walks. */
export interface ChainedEntry {
  readonly seq: number;
  readonly text: string;
  readonly hash: ChainHash;
  /** The day and the postings by which balances and days of cash are counted, in the order of the entry. */
  readonly date: string;
  readonly postings: readonly StoredPosting[];
}

/** As texts, because somebody may have put something else there. */
export interface StoredPosting {
  readonly account: string;
  readonly currency: string;
  readonly amount: string;
}

/** A key and what its receipt says by itself, without the entry that it names. */
export interface ReceiptRow {
  readonly key: string;
  readonly seq: number | undefined;
  readonly detail: JsonObject | undefined;
}

/** An entry that a fact or command might be the same event as. */
export interface Candidate {
  readonly entry: Entry;
  readonly live: boolean;
  /** Sources that have told about this entry and have not taken it back. */
  readonly claims: readonly string[];
}

export interface EntryFilter {
  readonly kinds?: readonly EntryKind[];
  readonly subject?: string;
  readonly importId?: string;
  readonly actor?: string;
}

/** One thing a decision or an answer depends on. */
export type Read =
  | { readonly kind: 'portfolio' }
  | { readonly kind: 'balance'; readonly account: Account; readonly currency: Currency }
  | { readonly kind: 'cash_days'; readonly currency: Currency; readonly after: CalendarDate }
  | { readonly kind: 'units'; readonly instrument: Instrument }
  | { readonly kind: 'history'; readonly instrument: Instrument }
  | { readonly kind: 'entry'; readonly seq: number }
  | { readonly kind: 'record'; readonly record: string; readonly id: string }
  | { readonly kind: 'sighting'; readonly source: string; readonly sourceId: string }
  | {
      readonly kind: 'matches';
      readonly subject: string;
      readonly date: CalendarDate;
      readonly identity: Identity;
    }
  | {
      readonly kind: 'near';
      readonly subject: string;
      readonly from: CalendarDate;
      readonly to: CalendarDate;
    }
  | { readonly kind: 'sightings_of_entry'; readonly seq: number }
  | { readonly kind: 'entries_of_import'; readonly importId: string }
  | QueryRead;

/** Reads that only questions use: they list, page and count. */
export type QueryRead =
  | { readonly kind: 'portfolios' }
  | { readonly kind: 'balances' }
  | { readonly kind: 'instruments' }
  | { readonly kind: 'records'; readonly record: string }
  /** The record with the greatest id from `from` up to and including `to`, in code-point order. */
  | { readonly kind: 'newest_record'; readonly record: string; readonly from: string; readonly to: string }
  | { readonly kind: 'receipt'; readonly key: string }
  /** Entries after `afterSeq` in journal order, at most `limit`. */
  | {
      readonly kind: 'entries';
      readonly afterSeq: number;
      readonly limit: number;
      readonly filter: EntryFilter;
    }
  /** The newest entries before `beforeSeq`, newest first, at most `limit`. */
  | {
      readonly kind: 'newest_entries';
      readonly beforeSeq: number;
      readonly limit: number;
      readonly filter: EntryFilter;
    }
  | { readonly kind: 'chain'; readonly afterSeq: number; readonly limit: number }
  | { readonly kind: 'receipts'; readonly afterKey: string; readonly limit: number }
  | { readonly kind: 'sightings'; readonly after: SightingPlace; readonly limit: number }
  | { readonly kind: 'fold_cache'; readonly instrument: Instrument };

/** The part of the fold up to `seq`, kept so that the next question starts from there. */
export interface FoldCache {
  readonly seq: number;
  readonly state: JsonObject;
}

/** What each kind of read is answered with. */
export interface Answers {
  readonly portfolio: PortfolioState | undefined;
  readonly balance: Balance;
  /** Net movement of cash on each day after `after`, in date order. */
  readonly cash_days: readonly CashDay[];
  readonly units: UnitsState;
  /** Every entry about the instrument, reversals included, in journal order. */
  readonly history: readonly Entry[];
  readonly entry: JournalEntry | undefined;
  readonly record: JsonObject | undefined;
  /** In order of revision. */
  readonly sighting: readonly Sighting[];
  /** Entries of this subject, date and identity, in journal order. */
  readonly matches: readonly Candidate[];
  /** Live entries of this subject between two dates, both included, in journal order. */
  readonly near: readonly Candidate[];
  /** The rows in force that name this entry. */
  readonly sightings_of_entry: readonly Sighting[];
  readonly entries_of_import: readonly JournalEntry[];
  readonly portfolios: readonly PortfolioState[];
  readonly balances: readonly (Balance & { readonly account: Account; readonly currency: Currency })[];
  readonly instruments: readonly (UnitsState & { readonly instrument: Instrument })[];
  readonly records: readonly { readonly id: string; readonly value: JsonObject }[];
  readonly newest_record: { readonly id: string; readonly value: JsonObject } | undefined;
  readonly receipt: StoredReceipt | undefined;
  readonly entries: readonly JournalEntry[];
  readonly newest_entries: readonly JournalEntry[];
  readonly chain: readonly ChainedEntry[];
  readonly receipts: readonly ReceiptRow[];
  readonly sightings: readonly Sighting[];
  readonly fold_cache: FoldCache | undefined;
}

export type Answer<R extends Read> = Answers[R['kind']];

export interface PlacedRead {
  readonly portfolio: PortfolioName;
  readonly read: Read;
}

/** Everything one batch adds to one portfolio. Projections carry their final value. */
export interface PortfolioAppend {
  readonly portfolio: PortfolioState;
  /** True when the portfolio's row does not exist yet. */
  readonly isNew: boolean;
  readonly entries: readonly { readonly entry: Entry; readonly text: string; readonly hash: ChainHash }[];
  readonly receipts: readonly StoredReceipt[];
  readonly sightings: readonly Sighting[];
  readonly records: readonly RecordChange[];
  readonly balances: readonly (Balance & { readonly account: Account; readonly currency: Currency })[];
  readonly units: readonly (UnitsState & { readonly instrument: Instrument })[];
}

/** The requests of a batch of writes or of a question, in the order in which they are made. */
export type StoreRequest =
  | {
      readonly kind: 'load_receipts';
      readonly keys: readonly { readonly portfolio: PortfolioName; readonly key: string }[];
    }
  | { readonly kind: 'load_facts'; readonly reads: readonly PlacedRead[] }
  | {
      readonly kind: 'append';
      readonly portfolios: readonly PortfolioAppend[];
      /** Unless each of them is the newest of its lease until the commit, the store throws `StaleFence`. */
      readonly fences?: readonly Fence[];
    }
  /** In a write, nobody else changes the lease until the end of the transaction. */
  | { readonly kind: 'load_lease'; readonly name: string }
  | { readonly kind: 'save_lease'; readonly lease: Lease; readonly isNew: boolean }
  | {
      readonly kind: 'save_fold_cache';
      readonly portfolio: PortfolioName;
      readonly instrument: Instrument;
      readonly cache: FoldCache;
    };

/** Replies, in the order of what was asked for. */
export interface StoreReplies {
  readonly load_receipts: readonly (StoredReceipt | undefined)[];
  readonly load_facts: readonly unknown[];
  readonly append: undefined;
  readonly load_lease: Lease | undefined;
  readonly save_lease: undefined;
  readonly save_fold_cache: undefined;
}

export type StoreReply = StoreReplies[StoreRequest['kind']];

/** A script of requests: a batch of writes or a question. A driver feeds it the replies. */
export type StoreScript<Result> = Generator<StoreRequest, Result, StoreReply>;

/**
 * A database, seen from above. `write` runs a script in one transaction and commits it durably before it returns;
 * `read` runs one in a snapshot. Both throw a `Fault` when the world fails.
 */
export interface Store {
  /** What the store is, for messages: `memory`, `sqlite:./fixpoint.db`. */
  readonly name: string;
  readonly write: <Result>(script: () => StoreScript<Result>) => Promise<Result>;
  readonly read: <Result>(script: () => StoreScript<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Asks for facts and gets them typed by what was asked. */
export function* loadFacts(reads: readonly PlacedRead[]): StoreScript<readonly unknown[]> {
  if (reads.length === 0) return [];
  // A generator's `yield` has one reply type for all requests; the protocol pairs them by kind.
  return (yield { kind: 'load_facts', reads }) as StoreReplies['load_facts'];
}

/** One fact for a question. */
export function* loadFact<R extends Read>(portfolio: PortfolioName, read: R): StoreScript<Answer<R>> {
  const [answer] = yield* loadFacts([{ portfolio, read }]);
  return answer as Answer<R>; // the store answers a read with its own kind's type
}

export function* loadReceipts(
  keys: readonly { readonly portfolio: PortfolioName; readonly key: string }[],
): StoreScript<readonly (StoredReceipt | undefined)[]> {
  if (keys.length === 0) return [];
  return (yield { kind: 'load_receipts', keys }) as StoreReplies['load_receipts']; // as above
}
