import {
  type ChainedEntry,
  loadFact,
  type StoredPosting,
  type StoreScript,
} from '../engine/store-protocol.ts';
import type { CalendarDate } from '../ledger/calendar-date.ts';
import { type ChainHash, chainStart, nextChainHash } from '../ledger/chain.ts';
import { CorruptEntryError } from '../ledger/corrupt-entry-error.ts';
import { decodeEntry } from '../ledger/decode-entry.ts';
import type { Entry } from '../ledger/entry.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import { checkBalanced, type Posting } from '../ledger/posting.ts';
import type { UnitsState } from '../ledger/units-timeline.ts';
import { advanceUnits, needsHistory, noUnits } from '../ledger/units-timeline.ts';
import type { Currency } from '../money/currency.ts';
import { Decimal, DecimalError } from '../money/decimal.ts';
import { RunningSum } from '../money/running-sum.ts';
import { JournalSums } from './journal-sums.ts';

/** Small, because all rows of a page are alive at once, and moving them about took longer than asking more often. */
const walkedPage = 250;

export type Report = (check: string, message: string) => void;

/** What the journal says, recomputed while it was walked. */
export interface Journal {
  readonly entries: number;
  readonly head: ChainHash;
  /** The hash after as many entries as was asked for; undefined when there are not so many. */
  readonly hashAsked: ChainHash | undefined;
  readonly balances: ReadonlyMap<string, Decimal>;
  /** Net movement of cash per currency and day. */
  readonly cashDays: ReadonlyMap<Currency, ReadonlyMap<CalendarDate, Decimal>>;
  readonly records: ReadonlyMap<string, JsonObject | null>;
  /** Units per instrument where entries came in order; undefined where the whole history must be folded. */
  readonly units: ReadonlyMap<string, UnitsState | undefined>;
  /** By the number of each entry less one, the key that it was booked under; undefined when there was none. */
  readonly keys: readonly (string | undefined)[];
  /** Numbers of entries whose text cannot be read. */
  readonly unread: ReadonlySet<number>;
}

/**
 * Walks the journal once: sequence, chain, balance of each entry, postings as stored. `hashAfter` is a number of entries
 * after which the hash is wanted.
 */
export function* verifyJournal(
  portfolio: PortfolioName,
  report: Report,
  hashAfter?: number,
): StoreScript<Journal> {
  const walk = new JournalWalk(report, hashAfter);
  let afterSeq = 0;
  for (;;) {
    const page = yield* loadFact(portfolio, { kind: 'chain', afterSeq, limit: walkedPage });
    for (const chained of page) {
      walk.visit(chained);
      afterSeq = chained.seq;
    }
    if (page.length === 0) return walk;
  }
}

class JournalWalk implements Journal {
  entries = 0;
  head: ChainHash = chainStart;
  hashAsked: ChainHash | undefined;
  readonly records = new Map<string, JsonObject | null>();
  readonly units = new Map<string, UnitsState | undefined>();
  readonly keys: (string | undefined)[] = [];
  readonly unread = new Set<number>();
  readonly #sums = new JournalSums();
  readonly #hashAfter: number | undefined;
  readonly #reversed = new Map<number, number>();
  /** By the number of each restatement, the entry that it restates. */
  readonly #restatements = new Map<number, number>();
  /** By the entry restated, what states its details anew and is not reversed. */
  readonly #restated = new Map<number, number>();
  readonly #report: Report;

  constructor(report: Report, hashAfter: number | undefined) {
    this.#report = report;
    this.#hashAfter = hashAfter;
    this.hashAsked = hashAfter === 0 ? chainStart : undefined;
  }

  get balances(): Journal['balances'] {
    return this.#sums.balances();
  }

  get cashDays(): Journal['cashDays'] {
    return this.#sums.cashDays();
  }

  visit(chained: ChainedEntry): void {
    const { seq, text, hash } = chained;
    this.entries += 1;
    if (seq !== this.entries)
      this.#report('sequence', `Entry ${seq} stands where entry ${this.entries} should.`);
    const expected = nextChainHash(this.head, text);
    if (hash !== expected)
      this.#report(
        'chain',
        `Entry ${seq} does not follow from the one before it: its text or hash was changed.`,
      );
    this.head = hash;
    if (this.entries === this.#hashAfter) this.hashAsked = hash;
    const entry = this.#decode(seq, text);
    if (entry === undefined) {
      this.unread.add(seq);
      return;
    }
    if (entry.seq !== seq) this.#report('sequence', `Entry ${seq} says that it is entry ${entry.seq}.`);
    this.#visitMoney(entry, chained);
    this.#visitRest(entry);
  }

  #decode(seq: number, text: string): Entry | undefined {
    try {
      return decodeEntry(text);
    } catch (error) {
      if (
        !(error instanceof CorruptEntryError || error instanceof SyntaxError || error instanceof RangeError)
      )
        throw error;
      this.#report('entry', `Entry ${seq} cannot be read: ${error.message}`);
      return undefined;
    }
  }

  #visitMoney(entry: Entry, stored: ChainedEntry): void {
    if (!cancelsOut(entry.postings)) {
      for (const [currency, sum] of checkBalanced(entry.postings))
        this.#report('balance', `The postings of entry ${entry.seq} are off by ${sum} ${currency}.`);
    }
    if (!isStoredAs(entry, stored))
      this.#report('postings', `The postings of entry ${entry.seq} are not stored as the entry says.`);
    for (const posting of entry.postings) this.#sums.add(posting, entry.date);
  }

  #visitRest(entry: Entry): void {
    for (const { kind, id, value } of entry.sets) this.records.set(`${kind}\n${id}`, value);
    this.keys[entry.seq - 1] = entry.key;
    if (entry.reverses !== undefined) {
      const other = this.#reversed.get(entry.reverses);
      if (other !== undefined)
        this.#report('reversal', `Entry ${entry.reverses} is reversed by ${other} and ${entry.seq}.`);
      if (entry.reverses >= entry.seq)
        this.#report('reversal', `Entry ${entry.seq} reverses ${entry.reverses}, which comes after it.`);
      this.#reversed.set(entry.reverses, entry.seq);
      const restated = this.#restatements.get(entry.reverses);
      if (restated !== undefined) this.#restated.delete(restated);
    }
    if (entry.restates !== undefined) this.#visitRestatement(entry, entry.restates);
    for (const instrument of new Set(entry.legs.map((leg) => leg.instrument))) {
      const state = this.units.has(instrument) ? this.units.get(instrument) : noUnits;
      const inOrder = state !== undefined && !needsHistory(state, entry);
      this.units.set(instrument, inOrder ? advanceUnits(state, entry) : undefined);
    }
  }

  #visitRestatement({ seq, postings }: Entry, restated: number): void {
    const other = this.#restated.get(restated);
    if (other !== undefined)
      this.#report('restatement', `Entry ${restated} is restated by ${other} and ${seq} at once.`);
    if (restated >= seq)
      this.#report('restatement', `Entry ${seq} restates ${restated}, which does not come before it.`);
    if (postings.some(({ account }) => account !== 'equity:trading' && account !== 'expenses:fee'))
      this.#report('restatement', `Entry ${seq} restates ${restated} and moves more than its fee.`);
    this.#restated.set(restated, seq);
    this.#restatements.set(seq, restated);
  }
}

/** True for postings of one currency that sum to zero, which nearly all do; others are looked at more closely. */
function cancelsOut(postings: readonly Posting[]): boolean {
  const currency = postings[0]?.currency;
  const sum = new RunningSum();
  for (const posting of postings) {
    if (posting.currency !== currency) return false;
    sum.add(posting.amount);
  }
  return sum.isZero();
}

function isStoredAs(entry: Entry, stored: ChainedEntry): boolean {
  const { date, postings } = stored;
  const sameRows =
    date === entry.date &&
    postings.length === entry.postings.length &&
    entry.postings.every((meant, line) => isSamePosting(meant, postings[line]));
  return sameRows || describeStored(stored) === describeMeant(entry);
}

function isSamePosting(meant: Posting, stored: StoredPosting | undefined): boolean {
  return (
    stored !== undefined &&
    meant.account === stored.account &&
    meant.currency === stored.currency &&
    meant.amount.toString() === stored.amount
  );
}

/** The same for the same postings, in whatever order and with however many zeros they are stored. */
function describeStored({ date, postings }: ChainedEntry): string {
  const rows = postings.flatMap(({ account, currency, amount }) => {
    try {
      return [`${account} ${currency} ${Decimal.of(amount)} ${date}`];
    } catch (error) {
      if (error instanceof DecimalError) return []; // what is no number is not there
      throw error;
    }
  });
  return rows.sort().join('\n');
}

function describeMeant({ date, postings }: Entry): string {
  const rows = postings.map(({ account, currency, amount }) => `${account} ${currency} ${amount} ${date}`);
  return rows.sort().join('\n');
}
