import { type ChainedEntry, loadFact, type PostingRow, type StoreScript } from '../engine/store-protocol.ts';
import type { CalendarDate } from '../ledger/calendar-date.ts';
import { type ChainHash, chainStart, nextChainHash } from '../ledger/chain.ts';
import { CorruptEntryError, decodeEntry } from '../ledger/entry-codec.ts';
import type { Entry } from '../ledger/entry.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import { checkBalanced } from '../ledger/posting.ts';
import type { UnitsState } from '../ledger/units-timeline.ts';
import { advanceUnits, needsHistory, noUnits } from '../ledger/units-timeline.ts';
import type { Currency } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import { journalPage } from './load-entries.ts';

export type Report = (check: string, message: string) => void;

/** What the journal says, recomputed while it was walked. */
export interface Journal {
  readonly entries: number;
  readonly head: ChainHash;
  /** The hash after each number of entries, by which an anchor is looked up. */
  readonly hashAt: ReadonlyMap<number, ChainHash>;
  readonly balances: ReadonlyMap<string, Decimal>;
  /** Net movement of cash per currency and day. */
  readonly cashDays: ReadonlyMap<Currency, ReadonlyMap<CalendarDate, Decimal>>;
  readonly records: ReadonlyMap<string, JsonObject | null>;
  /** Units per instrument where entries came in order; undefined where the whole history must be folded. */
  readonly units: ReadonlyMap<string, UnitsState | undefined>;
  readonly keys: ReadonlyMap<string, number>;
}

/** Walks the journal once: sequence, chain, balance of each entry, postings as stored. */
export function* verifyJournal(portfolio: PortfolioName, report: Report): StoreScript<Journal> {
  const walk = new JournalWalk(report);
  for (;;) {
    const afterSeq = walk.entries;
    const page = yield* loadFact(portfolio, { kind: 'chain', afterSeq, limit: journalPage });
    if (page.length === 0) return walk;
    const postings = yield* loadFact(portfolio, { kind: 'postings', afterSeq, limit: journalPage });
    const rows = groupBySeq(postings);
    for (const chained of page) walk.visit(chained, rows.get(chained.seq) ?? []);
    if (walk.entries === afterSeq) return walk;
  }
}

class JournalWalk implements Journal {
  entries = 0;
  head: ChainHash = chainStart;
  readonly hashAt = new Map<number, ChainHash>([[0, chainStart]]);
  readonly balances = new Map<string, Decimal>();
  readonly cashDays = new Map<Currency, Map<CalendarDate, Decimal>>();
  readonly records = new Map<string, JsonObject | null>();
  readonly units = new Map<string, UnitsState | undefined>();
  readonly keys = new Map<string, number>();
  readonly #reversed = new Map<number, number>();
  /** By the number of each restatement, the entry that it restates. */
  readonly #restatements = new Map<number, number>();
  /** By the entry restated, what states its details anew and is not reversed. */
  readonly #restated = new Map<number, number>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  visit({ seq, text, hash }: ChainedEntry, postings: readonly PostingRow[]): void {
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
    this.hashAt.set(this.entries, hash);
    const entry = this.#decode(seq, text);
    if (entry === undefined) return;
    if (entry.seq !== seq) this.#report('sequence', `Entry ${seq} says that it is entry ${entry.seq}.`);
    this.#visitMoney(entry, postings);
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

  #visitMoney(entry: Entry, postings: readonly PostingRow[]): void {
    for (const [currency, sum] of checkBalanced(entry.postings)) {
      this.#report('balance', `The postings of entry ${entry.seq} are off by ${sum} ${currency}.`);
    }
    const stored = postings.map((row) => `${row.account} ${row.currency} ${row.amount} ${row.date}`).sort();
    const meant = entry.postings
      .map((row) => `${row.account} ${row.currency} ${row.amount} ${entry.date}`)
      .sort();
    if (stored.join('\n') !== meant.join('\n')) {
      this.#report('postings', `The postings of entry ${entry.seq} are not stored as the entry says.`);
    }
    for (const { account, currency, amount } of entry.postings) {
      const name = `${account} ${currency}`;
      this.balances.set(name, (this.balances.get(name) ?? Decimal.zero).plus(amount));
      if (account === 'assets:cash') this.#addCash(currency, entry.date, amount);
    }
  }

  #addCash(currency: Currency, date: CalendarDate, amount: Decimal): void {
    const days = this.cashDays.get(currency) ?? new Map<CalendarDate, Decimal>();
    this.cashDays.set(currency, days.set(date, (days.get(date) ?? Decimal.zero).plus(amount)));
  }

  #visitRest(entry: Entry): void {
    for (const { kind, id, value } of entry.sets) this.records.set(`${kind}\n${id}`, value);
    if (entry.key !== undefined && !this.keys.has(entry.key)) this.keys.set(entry.key, entry.seq);
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

function groupBySeq(rows: readonly PostingRow[]): ReadonlyMap<number, readonly PostingRow[]> {
  const groups = new Map<number, PostingRow[]>();
  for (const row of rows) {
    const group = groups.get(row.seq);
    if (group === undefined) groups.set(row.seq, [row]);
    else group.push(row);
  }
  return groups;
}
