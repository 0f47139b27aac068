/** Transactions: together or not at all, once, and for good. */
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/engine/outcome.ts';
import { loadFact, type PortfolioAppend, type Store } from '../../src/engine/store-protocol.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { Decimal } from '../../src/money/decimal.ts';
import { Rational } from '../../src/money/rational.ts';
import {
  appendAll,
  ask,
  beginPortfolio,
  commit,
  continuePortfolio,
  depositEntry,
  main,
  portfolioName,
  receiptOf,
  reversalOf,
  sightingOf,
} from '../support/hand-built-appends.ts';
import { currencyOf, dateOf, instrumentOf } from '../support/ledger-entries.ts';
import type { CurrentStore } from './opened-store.ts';
import { walkReceipts } from './store-suite-queries.ts';

const usd = currencyOf('USD');
const acme = instrumentOf('ACME');

export function describeStoreWrites(current: CurrentStore): void {
  describe('transactions', () => {
    it('returns what the script returns, and shows it its own appends', async () => {
      const { store } = current();
      const begun = beginPortfolio(main, { entries: [depositEntry('1', '2026-05-01', { key: 'k' })] });
      const seen = await store.write(function* () {
        const before = yield* loadFact(main, { kind: 'portfolio' });
        yield* appendAll([begun]);
        const after = yield* loadFact(main, { kind: 'entry', seq: 1 });
        return { before, after };
      });
      expect(seen.before).toBeUndefined();
      expect(seen.after?.entry).toEqual(begun.entries[0]?.entry);
    });

    it('leaves nothing of a script that throws, not even what it saw itself', async () => {
      const { store } = current();
      const begun = startingBooks();
      await commit(store, begun);
      const before = await everything(store);
      const failing = store.write(function* () {
        yield* appendAll([changingEverything(begun), beginPortfolio(portfolioName('new'), {})]);
        expect(yield* loadFact(main, { kind: 'entry', seq: 3 })).toBeDefined();
        throw new Error('the script gave up');
      });
      await expect(failing).rejects.toThrow('the script gave up');
      expect(await everything(store)).toEqual(before);
      // Room was not left behind either: the same can still be appended.
      await commit(store, changingEverything(begun));
      expect(await everything(store)).not.toEqual(before);
    });

    it('shows committed appends to whoever opens the data later', async () => {
      const { store, reopen } = current();
      const begun = startingBooks();
      await commit(store, begun);
      await commit(store, changingEverything(begun));
      const before = await everything(store);
      const again = await reopen();
      expect(await everything(again)).toEqual(before);
      expect((await ask(again, { kind: 'portfolio' }))?.seq).toBe(3);
    });

    it('takes several portfolios in one append, and several appends in one script', async () => {
      const { store } = current();
      const other = portfolioName('other');
      const begun = beginPortfolio(main, { entries: [depositEntry('1', '2026-05-01')] });
      await store.write(function* () {
        yield* appendAll([begun, beginPortfolio(other, { entries: [depositEntry('2', '2026-05-01')] })]);
        yield* appendAll([continuePortfolio(begun, { entries: [depositEntry('3', '2026-05-01')] })]);
      });
      expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(2);
      expect((await ask(store, { kind: 'portfolio' }, other))?.seq).toBe(1);
    });

    it('runs scripts that were started together one after the other', async () => {
      const { store } = current();
      await commit(store, beginPortfolio(main, {}));
      const addOne = () =>
        store.write(function* () {
          const state = yield* loadFact(main, { kind: 'portfolio' });
          if (state === undefined) throw new Error('main is missing');
          yield* appendAll([
            continuePortfolio({ portfolio: state }, { entries: [depositEntry('1', '2026-05-01')] }),
          ]);
        });
      await Promise.all(Array.from({ length: 20 }, addOne));
      expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(20);
    });

    it('says that it is closed', async () => {
      const { store } = current();
      await store.close();
      const code = await ask(store, { kind: 'portfolio' }).catch(
        (error: unknown) => error instanceof Fault && error.code,
      );
      expect(code).toBe('unavailable');
      await expect(commit(store, beginPortfolio(main, {}))).rejects.toThrow('closed');
    });
  });

  describe('once', () => {
    const attempts: readonly (readonly [string, (begun: PortfolioAppend) => PortfolioAppend])[] = [
      [
        'a key that has a receipt',
        (begun) => continuePortfolio(begun, { receipts: () => [receiptOf('key', undefined, {})] }),
      ],
      [
        'a number that an entry has',
        (begun) => ({
          ...continuePortfolio(startAgain(begun), { entries: [depositEntry('9', '2026-05-09')] }),
        }),
      ],
      [
        'a number that leaves a gap',
        (begun) =>
          continuePortfolio(
            { portfolio: { ...begun.portfolio, seq: 7 } },
            { entries: [depositEntry('9', '2026-05-09')] },
          ),
      ],
      [
        'a reversal of what is reversed',
        (begun) => continuePortfolio(begun, { entries: [reversalOf(entryOf(begun, 1))] }),
      ],
      [
        'a revision that a sighting has',
        (begun) => continuePortfolio(begun, { sightings: [sightingOf('a', { told: { amount: '101' } })] }),
      ],
      [
        'a new portfolio that exists',
        () => beginPortfolio(main, { entries: [depositEntry('9', '2026-05-09')] }),
      ],
      [
        'a portfolio that is not there',
        () => continuePortfolio(beginPortfolio(portfolioName('ghost'), {}), {}),
      ],
    ];

    it.each(attempts)('refuses %s, and leaves nothing of it', async (_, attempt) => {
      const { store } = current();
      const begun = startingBooks();
      const reversed = continuePortfolio(begun, { entries: [reversalOf(entryOf(begun, 1))] });
      await commit(store, begun);
      await commit(store, reversed);
      const before = await everything(store);
      const state = { ...reversed, entries: [...begun.entries, ...reversed.entries] };
      await expect(commit(store, attempt(state))).rejects.toThrow();
      expect(await everything(store)).toEqual(before);
    });
  });
}

/** Two entries with everything that can come with them. */
function startingBooks(): PortfolioAppend {
  return beginPortfolio(main, {
    entries: [
      depositEntry('1', '2026-05-01', { key: 'key', identity: '00000000000000a1' }),
      depositEntry('2', '2026-05-02', { importId: 'imp_1' }),
    ],
    receipts: ([entry]) => [receiptOf('key', entry)],
    sightings: [sightingOf('a', { seq: 1 })],
    records: [{ kind: 'alias', id: 'a', value: { to: 'ACME' } }],
    balances: [{ account: 'assets:cash', currency: usd, amount: Decimal.of('3'), lastDate: '2026-05-02' }],
    units: [
      {
        instrument: acme,
        units: new Map([[usd, Rational.parse('1')]]),
        lastDate: '2026-05-02',
        lastRule: '',
      },
    ],
  });
}

/** An append after which every answer of `everything` is another. */
function changingEverything(begun: PortfolioAppend): PortfolioAppend {
  return continuePortfolio(begun, {
    entries: [
      depositEntry('4', '2026-05-02', { key: 'key-2', identity: '00000000000000a1', importId: 'imp_1' }),
    ],
    receipts: ([entry]) => [receiptOf('key-2', entry)],
    sightings: [sightingOf('a', { revision: 1, state: 'withdrawn' })],
    records: [{ kind: 'alias', id: 'a', value: null }],
    balances: [{ account: 'assets:cash', currency: usd, amount: Decimal.of('7'), lastDate: '2026-05-02' }],
    units: [
      {
        instrument: acme,
        units: new Map([[usd, Rational.parse('2')]]),
        lastDate: '2026-05-02',
        lastRule: '',
      },
    ],
  });
}

async function everything(store: Store): Promise<unknown> {
  return {
    portfolios: await ask(store, { kind: 'portfolios' }),
    entries: await ask(store, { kind: 'entries', afterSeq: 0, limit: 100, filter: {} }),
    imported: await ask(store, { kind: 'entries_of_import', importId: 'imp_1' }),
    chain: await ask(store, { kind: 'chain', afterSeq: 0, limit: 100 }),
    receipts: (await walkReceipts(store, 100)).toSorted(),
    sightings: await ask(store, {
      kind: 'sightings',
      after: { source: '', sourceId: '', revision: -1 },
      limit: 100,
    }),
    records: await ask(store, { kind: 'records', record: 'alias' }),
    balances: await ask(store, { kind: 'balances' }),
    days: await ask(store, { kind: 'cash_days', currency: usd, after: dateOf('2026-01-01') }),
    units: await ask(store, { kind: 'instruments' }),
  };
}

function startAgain({ portfolio }: PortfolioAppend): Pick<PortfolioAppend, 'portfolio'> {
  return { portfolio: { ...portfolio, seq: 0 } };
}

function entryOf({ entries }: PortfolioAppend, seq: number): Entry {
  const found = entries.find(({ entry }) => entry.seq === seq);
  if (found === undefined) throw new Error(`The test has no entry ${seq}`);
  return found.entry;
}
