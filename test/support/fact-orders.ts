/** Facts brought into new books in one order of arrival, and what the books say afterwards, without entry numbers. */
import type { Wish } from '../../src/engine/hub.ts';
import { loadFact, type Store } from '../../src/engine/store-protocol.ts';
import { type Entry, liveEntries } from '../../src/ledger/entry.ts';
import { encodeLegs } from '../../src/ledger/entry-codec.ts';
import { isJsonObject, type JsonValue } from '../../src/ledger/json-value.ts';
import { defaultSettings, type PortfolioSettings } from '../../src/ledger/portfolio.ts';
import { findOperation } from '../../src/operations/registry.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { rowsOf } from './books.ts';
import { type FactRow, isWithdrawal, nameEvent, nameRow } from './random-fact-sets.ts';
import { fail } from './fail.ts';
import { main, openTestHub, type TestHub } from './test-hub.ts';

/** The ways of keeping the books under which orders are compared. */
export const waysOfKeeping: readonly PortfolioSettings[] = [
  { ...defaultSettings, costMethod: 'average', feesInCost: true },
  { ...defaultSettings, costMethod: 'average', feesInCost: false },
  { ...defaultSettings, costMethod: 'fifo', feesInCost: true },
  { ...defaultSettings, costMethod: 'fifo', feesInCost: false },
];

/** Rows in the order in which they arrive, and how they are handed over. */
export interface Arrival {
  readonly rows: readonly FactRow[];
  /** How many rows share one transaction. */
  readonly together: number;
  readonly settings: PortfolioSettings;
  /** Somebody asks for holdings after every transaction, so that later answers start from what was folded then. */
  readonly isWatched?: boolean;
  /** Opens empty books; in memory when it is not given. */
  readonly open?: OpenBooks;
}

export interface ArrivedBooks {
  /** Cash, balances of every account, holdings and gains, as text that is equal for equal books. */
  readonly said: string;
  /** The content of every live entry with its details as they count, in an order of its own. */
  readonly live: readonly string[];
  /** By `nameEvent`, how many entries are live. */
  readonly entries: ReadonlyMap<string, number>;
  /** Rows that were held for review. */
  readonly held: number;
  /** Tellings that were linked to an entry which another source had brought. */
  readonly matched: number;
  /** Rows after which an entry counted with other details than before. */
  readonly restated: number;
  /** Rows that had arrived before. */
  readonly repeated: number;
  /** Withdrawals of what had been told, and of what had not been told yet. */
  readonly withdrawnAfter: number;
  readonly withdrawnBefore: number;
  /** What `verify` found, and what was reported as a defect. Nothing, always. */
  readonly problems: JsonValue;
}

export type OpenBooks = () => Promise<{ readonly store: Store; readonly dispose: () => Promise<void> }>;

function openInMemory(): ReturnType<OpenBooks> {
  const store = openMemoryStore();
  return Promise.resolve({ store, dispose: () => store.close() });
}

export interface FactBooks extends TestHub {
  readonly store: Store;
  readonly settings: PortfolioSettings;
}

/** Reads holdings and gains. */
export type PositionReader = (books: FactBooks) => Promise<JsonValue>;

export async function arrive(
  arrival: Arrival,
  readPositions: PositionReader = askPositions,
): Promise<ArrivedBooks> {
  const { open = openInMemory } = arrival;
  const opened = await open();
  try {
    return await arriveIn(opened.store, arrival, readPositions);
  } finally {
    await opened.dispose();
  }
}

async function arriveIn(
  store: Store,
  arrival: Arrival,
  readPositions: PositionReader,
): Promise<ArrivedBooks> {
  const { rows, together, settings, isWatched = false } = arrival;
  const books: FactBooks = { ...openTestHub(store, { portfolioDefaults: settings }), store, settings };
  const counts = { held: 0, matched: 0, restated: 0, repeated: 0, withdrawnAfter: 0, withdrawnBefore: 0 };
  for (let start = 0; start < rows.length; start += together) {
    const outcomes = await books.hub.submitAll(rows.slice(start, start + together).map(wishOf));
    for (const outcome of outcomes) {
      if ('result' in outcome && 'restated' in outcome.result) counts.restated += 1;
      if (outcome.status === 'held') counts.held += 1;
      else if (outcome.status === 'matched') counts.matched += 1;
      else if (outcome.status === 'unchanged') counts.repeated += 1;
      else if (outcome.status !== 'accepted') fail(`A row was answered ${JSON.stringify(outcome)}`);
    }
    if (isWatched) await books.ask('holdings');
  }
  for (const row of rows.filter(isWithdrawal)) {
    const isThere = (other: FactRow): boolean => !isWithdrawal(other) && nameRow(other) === nameRow(row);
    if (rows.findIndex(isThere) < rows.indexOf(row)) counts.withdrawnAfter += 1;
    else counts.withdrawnBefore += 1;
  }
  return { ...counts, ...(await readArrived(books, readPositions)) };
}

/** Through the questions, as everybody sees them. What holds nothing and never earned anything is left out. */
export async function askPositions({ ask }: FactBooks): Promise<JsonValue> {
  const holdings = rowsOf(await ask('holdings', { closed: true })).filter(
    ({ units, cost, realized_gain: gain, income }) =>
      units !== '0' || cost !== '0' || gain !== '0' || income !== '0',
  );
  const gains = rowsOf(await ask('gains'));
  return [holdings, gains.map(({ entry_id: _entry, ...gain }) => gain)];
}

export async function loadLive({ store }: FactBooks): Promise<readonly Entry[]> {
  const read = { kind: 'entries', afterSeq: 0, limit: 10_000, filter: {} } as const;
  const journal = await store.read(() => loadFact(main, read));
  return liveEntries(journal.map(({ entry }) => entry));
}

/** Every account that holds anything. */
async function loadBalances({ store }: FactBooks): Promise<readonly string[]> {
  const balances = await store.read(() => loadFact(main, { kind: 'balances' }));
  return balances
    .filter(({ amount }) => !amount.isZero())
    .map(({ account, currency, amount }) => `${account} ${currency} ${amount}`);
}

async function readArrived(books: FactBooks, readPositions: PositionReader) {
  const cash = rowsOf(await books.ask('cash')).filter(({ amount }) => amount !== '0');
  const positions = await readPositions(books);
  const live = await loadLive(books);
  const entries = new Map<string, number>();
  for (const name of live.map(nameEvent)) entries.set(name, (entries.get(name) ?? 0) + 1);
  const verified = await books.ask('verify');
  const problems = isJsonObject(verified) ? (verified['problems'] ?? null) : null;
  return {
    said: JSON.stringify([cash, await loadBalances(books), positions]),
    live: live.map(contentOf).sort(),
    entries,
    problems: [problems, books.defects.map(String)],
  };
}

/**
 * All of an entry that must not depend on when it arrived. Flags say how the books stood then, and may; the time of day
 * of what has no legs orders nothing, and is left as the first source told it.
 */
function contentOf({ kind, date, instant, subject, identity, postings, legs }: Entry): string {
  const posted = postings.map(({ account, currency, amount }) => `${account} ${currency} ${amount}`).sort();
  const time = legs.length === 0 ? null : (instant ?? null);
  return JSON.stringify([kind, date, time, subject, identity, posted, encodeLegs(legs)]);
}

function wishOf({ operation, input }: FactRow): Wish {
  return {
    operation: findOperation(operation) ?? fail(`there is no operation ${operation}`),
    portfolio: main,
    input,
    door: 'file',
    actor: 'tester',
  };
}
