/** Fills a store quickly: entries as `deposit` books them, appended directly in big transactions. */
import { encodeEntry } from '../../src/ledger/entry-codec.ts';
import { chainStart, nextChainHash } from '../../src/ledger/chain.ts';
import { addDays, dateOfInstant } from '../../src/ledger/calendar-date.ts';
import { draftEntry } from '../../src/ledger/draft-entry.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { defaultSettings, parsePortfolioName } from '../../src/ledger/portfolio.ts';
import { toStoredReceipt } from '../../src/engine/receipt.ts';
import type { PortfolioAppend, PortfolioState, Store } from '../../src/engine/store-protocol.ts';
import { Decimal } from '../../src/money/decimal.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { openingAmount, portfolio } from '../load/events.ts';
import { createKeySource, type KeySource } from '../load/keys.ts';

const entriesOfTransaction = 20_000;
/** As many a day, so that the journal spans about as long as one of this size would. */
const entriesOfDay = 1_000;

export interface FillOptions {
  readonly entries: number;
  /** The fill ends early when it has taken as long. */
  readonly secondsMax: number;
}

/** Fills a file. Returns how many entries, each with a random key, are there in the end. */
export function fillStore(path: string, options: FillOptions): Promise<number> {
  return fillOpenStore(openSqliteStore(path, { retryLock: 'yield' }), options);
}

/** The same for any store, which is closed afterwards. */
export async function fillOpenStore(store: Store, { entries, secondsMax }: FillOptions): Promise<number> {
  const started = performance.now();
  const filler = new Filler(createKeySource('random'), entries);
  while (filler.filled < entries && performance.now() - started < secondsMax * 1_000) {
    const append = filler.next(Math.min(entriesOfTransaction, entries - filler.filled));
    await store.write(function* () {
      yield { kind: 'append', portfolios: [append] };
    });
  }
  await store.close();
  return filler.filled;
}

class Filler {
  readonly #nextKey: KeySource;
  readonly #firstDay;
  readonly #at = new Date().toISOString();
  #state: PortfolioState;
  #cash = Decimal.zero;

  constructor(nextKey: KeySource, entries: number) {
    this.#nextKey = nextKey;
    this.#firstDay = addDays(dateOfInstant(this.#at), -Math.ceil(entries / entriesOfDay) - 1);
    const name = parsePortfolioName(portfolio);
    if (name === undefined) throw new Error(`${portfolio} is no name of a portfolio`);
    this.#state = { name, settings: defaultSettings, seq: 0, head: chainStart };
  }

  get filled(): number {
    return this.#state.seq;
  }

  next(count: number): PortfolioAppend {
    const isNew = this.#state.seq === 0;
    const rows = Array.from({ length: count }, () => this.#append());
    const lastDate = rows.at(-1)?.entry.date ?? this.#firstDay;
    const currency = defaultSettings.baseCurrency;
    return {
      portfolio: this.#state,
      isNew,
      entries: rows,
      receipts: rows.map(({ entry }) =>
        toStoredReceipt({
          key: entry.key ?? '',
          operation: entry.operation,
          input: entry.input,
          status: 'accepted',
          entry,
          extra: {},
          at: entry.recordedAt,
          door: entry.door,
          actor: entry.actor,
        }),
      ),
      sightings: [],
      records: [],
      balances: [
        { account: 'assets:cash', currency, amount: this.#cash, lastDate },
        { account: 'equity:external', currency, amount: this.#cash.negated(), lastDate },
      ],
      units: [],
    };
  }

  #append(): PortfolioAppend['entries'][number] {
    const seq = this.#state.seq + 1;
    const text = seq === 1 ? openingAmount : `${(seq % 5_000) + 1}.${(seq % 90) + 10}`;
    const amount = Decimal.of(text);
    const date = addDays(this.#firstDay, Math.floor(seq / entriesOfDay));
    const currency = defaultSettings.baseCurrency;
    const entry: Entry = {
      ...draftEntry({ kind: 'cash', direction: 'in', amount, currency, date }),
      seq,
      recordedAt: this.#at,
      door: 'http',
      actor: 'bench',
      operation: 'deposit',
      key: this.#nextKey(),
      input: { again: false, amount: amount.toString(), on: date },
      fromFact: false,
    };
    this.#cash = this.#cash.plus(amount);
    const entryText = encodeEntry(entry);
    const hash = nextChainHash(this.#state.head, entryText);
    this.#state = { ...this.#state, seq, head: hash };
    return { entry, text: entryText, hash };
  }
}
