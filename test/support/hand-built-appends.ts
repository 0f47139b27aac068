/** Appends as the engine would make them, written by hand, and scripts that bring them to a store. */
import type { StoredReceipt } from '../../src/engine/receipt.ts';
import {
  type Answer,
  loadFact,
  type PortfolioAppend,
  type Read,
  type Store,
  type StoreScript,
} from '../../src/engine/store-protocol.ts';
import type { Sighting } from '../../src/engine/sighting.ts';
import { chainStart, nextChainHash } from '../../src/ledger/chain.ts';
import { encodeEntry } from '../../src/ledger/entry-codec.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import {
  defaultSettings,
  parsePortfolioName,
  type PortfolioName,
  type PortfolioSettings,
} from '../../src/ledger/portfolio.ts';
import type { Posting } from '../../src/ledger/posting.ts';
import { isAccount } from '../../src/ledger/account.ts';
import { Decimal } from '../../src/money/decimal.ts';
import { currencyOf, dateOf } from './ledger-entries.ts';

/** Everything of an entry but its number. */
export type UnnumberedEntry = Omit<Entry, 'seq'>;

/** What a test wants to append; what it leaves out is empty. */
export interface Additions {
  readonly settings?: PortfolioSettings;
  readonly entries?: readonly UnnumberedEntry[];
  /** Receipts are made once the entries have their numbers. */
  readonly receipts?: (entries: readonly Entry[]) => readonly StoredReceipt[];
  readonly sightings?: readonly Sighting[];
  readonly records?: PortfolioAppend['records'];
  readonly balances?: PortfolioAppend['balances'];
  readonly units?: PortfolioAppend['units'];
}

export const main = portfolioName('main');

export function portfolioName(text: string): PortfolioName {
  const name = parsePortfolioName(text);
  if (name === undefined) throw new Error(`The test gives "${text}", which is no portfolio's name`);
  return name;
}

/** The first append of a portfolio. */
export function beginPortfolio(name: PortfolioName, additions: Additions): PortfolioAppend {
  const state = { name, settings: defaultSettings, seq: 0, head: chainStart };
  return { ...continuePortfolio({ portfolio: state }, additions), isNew: true };
}

/** The append that comes after another one of the same portfolio. */
export function continuePortfolio(
  { portfolio: before }: Pick<PortfolioAppend, 'portfolio'>,
  additions: Additions,
): PortfolioAppend {
  let { seq, head } = before;
  const entries = (additions.entries ?? []).map((unnumbered) => {
    seq += 1;
    const entry: Entry = { ...unnumbered, seq };
    const text = encodeEntry(entry);
    head = nextChainHash(head, text);
    return { entry, text, hash: head };
  });
  return {
    portfolio: { ...before, settings: additions.settings ?? before.settings, seq, head },
    isNew: false,
    entries,
    receipts: additions.receipts?.(entries.map(({ entry }) => entry)) ?? [],
    sightings: additions.sightings ?? [],
    records: additions.records ?? [],
    balances: additions.balances ?? [],
    units: additions.units ?? [],
  };
}

/** A deposit in USD, unless `more` says otherwise. */
export function depositEntry(
  amount: string,
  date: string,
  more: Partial<UnnumberedEntry> = {},
): UnnumberedEntry {
  return {
    kind: 'deposit',
    date: dateOf(date),
    subject: 'USD',
    postings: [posting('assets:cash', amount), posting('equity:external', `-${amount}`)],
    legs: [],
    sets: [],
    flags: [],
    recordedAt: '2026-06-01T12:00:00.000Z',
    door: 'http',
    actor: 'token:test',
    operation: 'deposit',
    input: { amount, currency: 'USD' },
    fromFact: false,
    ...more,
  };
}

/** The reversal of an entry that was appended before. */
export function reversalOf({ seq, ...reversed }: Entry): UnnumberedEntry {
  const { postings, identity: _, key: __, restates: ___, ...rest } = reversed;
  return {
    ...rest,
    kind: 'reversal',
    operation: 'reverse_entry',
    input: { entry: `ent_${seq}` },
    reverses: seq,
    postings: postings.map((row) => ({ ...row, amount: row.amount.negated() })),
  };
}

export function posting(account: string, amount: string, currency = 'USD'): Posting {
  if (!isAccount(account)) throw new Error(`The test gives "${account}", which is no account`);
  return { account, currency: currencyOf(currency), amount: Decimal.of(amount) };
}

export function receiptOf(key: string, entry?: Entry, detail?: StoredReceipt['detail']): StoredReceipt {
  return { key, seq: entry?.seq, entry, reversedBy: undefined, detail };
}

/** A sighting of the first revision by the source `file:bank`, unless `more` says otherwise. */
export function sightingOf(sourceId: string, more: Partial<Sighting> = {}): Sighting {
  return {
    source: 'file:bank',
    sourceId,
    revision: 0,
    generation: 0,
    state: 'booked',
    seq: undefined,
    identity: undefined,
    told: { amount: '100' },
    at: '2026-06-01T12:00:00.000Z',
    ...more,
  };
}

/** Commits appends, all in one transaction. */
export function commit(store: Store, ...portfolios: readonly PortfolioAppend[]): Promise<void> {
  return store.write(() => appendAll(portfolios));
}

export function* appendAll(portfolios: readonly PortfolioAppend[]): StoreScript<void> {
  yield { kind: 'append', portfolios };
}

/** Asks one thing about `main` or another portfolio. */
export function ask<R extends Read>(store: Store, read: R, portfolio = main): Promise<Answer<R>> {
  return store.read(() => loadFact(portfolio, read));
}
