/** The reads that only questions use: lists, pages and what is kept for the next question. */
import { describe, expect, it } from 'vitest';
import type { EntryFilter, Store } from '../../src/engine/store-protocol.ts';
import { defaultSettings } from '../../src/ledger/portfolio.ts';
import { Decimal } from '../../src/money/decimal.ts';
import { Rational } from '../../src/money/rational.ts';
import {
  ask,
  beginPortfolio,
  commit,
  continuePortfolio,
  depositEntry,
  main,
  portfolioName,
  posting,
  receiptOf,
  sightingOf,
} from '../support/hand-built-appends.ts';
import { currencyOf, instrumentOf } from '../support/ledger-entries.ts';
import type { CurrentStore } from './opened-store.ts';

const usd = currencyOf('USD');
const acme = instrumentOf('ACME');

export function describeStoreQueries(current: CurrentStore): void {
  describe('portfolios', () => {
    it('gives a portfolio as it was appended last, and all of them by name', async () => {
      const { store } = current();
      const beta = beginPortfolio(portfolioName('beta'), { entries: [depositEntry('1', '2026-05-01')] });
      const alpha = beginPortfolio(portfolioName('alpha'), {});
      await commit(store, beta);
      await commit(store, alpha);
      const settings = { ...defaultSettings, baseCurrency: currencyOf('EUR'), overdraft: 'allow' } as const;
      const changed = continuePortfolio(beta, { settings, entries: [depositEntry('2', '2026-05-01')] });
      await commit(store, changed);
      expect(await ask(store, { kind: 'portfolio' }, beta.portfolio.name)).toEqual({
        name: 'beta',
        settings,
        seq: 2,
        head: changed.entries[0]?.hash,
      });
      expect(await ask(store, { kind: 'portfolio' }, portfolioName('gamma'))).toBeUndefined();
      const everyone = [
        { name: 'alpha', settings: defaultSettings, seq: 0, head: '0'.repeat(64) },
        changed.portfolio,
      ];
      expect(await ask(store, { kind: 'portfolios' })).toEqual(everyone);
      expect(await ask(store, { kind: 'portfolios' }, portfolioName('gamma'))).toEqual(everyone);
    });

    it('answers every question about one that does not exist with nothing', async () => {
      const { store } = current();
      await commit(store, beginPortfolio(main, { entries: [depositEntry('1', '2026-05-01')] }));
      const nobody = portfolioName('nobody');
      const page = { afterSeq: 0, limit: 10 };
      expect(await ask(store, { kind: 'balances' }, nobody)).toEqual([]);
      expect(await ask(store, { kind: 'instruments' }, nobody)).toEqual([]);
      expect(await ask(store, { kind: 'records', record: 'price' }, nobody)).toEqual([]);
      expect(await ask(store, { kind: 'entries', ...page, filter: {} }, nobody)).toEqual([]);
      expect(await ask(store, { kind: 'chain', ...page }, nobody)).toEqual([]);
      expect(await ask(store, { kind: 'receipts', afterKey: '', limit: 10 }, nobody)).toEqual([]);
      expect(await ask(store, { kind: 'fold_cache', instrument: acme }, nobody)).toBeUndefined();
      expect(await ask(store, { kind: 'entry', seq: 1 }, nobody)).toBeUndefined();
    });
  });

  describeLists(current);
  describePages(current);

  describe('folds that are kept', () => {
    it('gives the last fold that a write or a question kept', async () => {
      const { store } = current();
      await commit(store, beginPortfolio(main, {}));
      expect(await ask(store, { kind: 'fold_cache', instrument: acme })).toBeUndefined();
      const keep = (seq: number) =>
        function* () {
          yield {
            kind: 'save_fold_cache',
            portfolio: main,
            instrument: acme,
            cache: { seq, state: { form: seq } },
          } as const;
        };
      await store.write(keep(1));
      expect(await ask(store, { kind: 'fold_cache', instrument: acme })).toEqual({
        seq: 1,
        state: { form: 1 },
      });
      await store.read(keep(2));
      expect(await ask(store, { kind: 'fold_cache', instrument: acme })).toEqual({
        seq: 2,
        state: { form: 2 },
      });
      expect(await ask(store, { kind: 'fold_cache', instrument: instrumentOf('ZETA') })).toBeUndefined();
    });

    it('keeps nothing for a portfolio that does not exist', async () => {
      const { store } = current();
      const portfolio = portfolioName('nobody');
      const cache = { seq: 1, state: {} };
      await store.write(function* () {
        yield { kind: 'save_fold_cache', portfolio, instrument: acme, cache } as const;
      });
      expect(await ask(store, { kind: 'fold_cache', instrument: acme }, portfolio)).toBeUndefined();
      expect(await ask(store, { kind: 'portfolios' })).toEqual([]);
    });
  });
}

function describeLists(current: CurrentStore): void {
  describe('lists', () => {
    it('gives all balances by account and currency', async () => {
      const { store } = current();
      const balance = (
        account: 'assets:cash' | 'equity:external' | 'expenses:fee',
        currency: string,
        amount: string,
      ) => ({
        account,
        currency: currencyOf(currency),
        amount: Decimal.of(amount),
        lastDate: '2026-05-01',
      });
      const balances = [
        balance('expenses:fee', 'USD', '1'),
        balance('assets:cash', 'USD', '2'),
        balance('equity:external', 'EUR', '-3'),
        balance('assets:cash', 'EUR', '0'),
      ];
      await commit(store, beginPortfolio(main, { balances }));
      expect(await ask(store, { kind: 'balances' })).toEqual([
        balances[3],
        balances[1],
        balances[2],
        balances[0],
      ]);
    });

    it('gives all instruments by name', async () => {
      const { store } = current();
      const held = (name: string) => ({
        instrument: instrumentOf(name),
        units: new Map([[usd, Rational.parse('1')]]),
        lastDate: '2026-05-01',
        lastRule: '',
      });
      await commit(store, beginPortfolio(main, { units: [held('ZETA'), held('ACME')] }));
      expect(await ask(store, { kind: 'instruments' })).toEqual([held('ACME'), held('ZETA')]);
    });

    it('gives all records of a kind by id, and the newest in a range', async () => {
      const { store } = current();
      const record = (id: string) => ({ kind: 'price', id, value: { price: id } });
      const ids = ['ACME 2026-05-02', 'ZETA 2026-05-09', 'ACME 2026-05-01', 'ACME 2026-05-04'];
      await commit(
        store,
        beginPortfolio(main, {
          records: [...ids.map(record), { kind: 'rate', id: 'ACME 2026-05-03', value: {} }],
        }),
      );
      const found = await ask(store, { kind: 'records', record: 'price' });
      expect(found.map(({ id }) => id)).toEqual([
        'ACME 2026-05-01',
        'ACME 2026-05-02',
        'ACME 2026-05-04',
        'ZETA 2026-05-09',
      ]);
      expect(found[0]?.value).toEqual({ price: 'ACME 2026-05-01' });
      const newest = (from: string, to: string) =>
        ask(store, { kind: 'newest_record', record: 'price', from, to });
      expect(await newest('ACME ', 'ACME 2026-05-03')).toEqual({
        id: 'ACME 2026-05-02',
        value: { price: 'ACME 2026-05-02' },
      });
      expect((await newest('ACME ', 'ACME 2026-05-04'))?.id).toBe('ACME 2026-05-04');
      expect(await newest('BETA ', 'BETA 2026-05-09')).toBeUndefined();
    });
  });
}

function describePages(current: CurrentStore): void {
  describe('pages', () => {
    it('filters entries by kind, subject, import and actor, together or alone', async () => {
      const { store } = current();
      const entries = [
        depositEntry('1', '2026-05-01'),
        depositEntry('2', '2026-05-01', { kind: 'trade', subject: 'ACME', actor: 'bob' }),
        depositEntry('3', '2026-05-01', { kind: 'trade', subject: 'ACME', importId: 'imp_1' }),
        depositEntry('4', '2026-05-01', { kind: 'fee', importId: 'imp_1', actor: 'bob' }),
      ];
      await commit(store, beginPortfolio(main, { entries }));
      const seqs = async (filter: EntryFilter) =>
        (await ask(store, { kind: 'entries', afterSeq: 0, limit: 10, filter })).map(({ entry }) => entry.seq);
      expect(await seqs({})).toEqual([1, 2, 3, 4]);
      expect(await seqs({ kinds: ['fee', 'deposit'] })).toEqual([1, 4]);
      expect(await seqs({ kinds: [] })).toEqual([]);
      expect(await seqs({ subject: 'ACME' })).toEqual([2, 3]);
      expect(await seqs({ importId: 'imp_1' })).toEqual([3, 4]);
      expect(await seqs({ actor: 'bob' })).toEqual([2, 4]);
      expect(
        await seqs({ kinds: ['trade'], subject: 'ACME', importId: 'imp_1', actor: 'token:test' }),
      ).toEqual([3]);
      expect(await seqs({ subject: 'ACME', actor: 'nobody' })).toEqual([]);
    });

    it('pages entries forward and backward, counting only those that fit the filter', async () => {
      const { store } = current();
      const entries = [1, 2, 3, 4, 5, 6].map((n) =>
        depositEntry(`${n}`, '2026-05-01', n % 2 === 0 ? { subject: 'EUR' } : {}),
      );
      await commit(store, beginPortfolio(main, { entries }));
      const filter = { subject: 'EUR' };
      const seqsOf = (page: readonly { readonly entry: { readonly seq: number } }[]) =>
        page.map(({ entry }) => entry.seq);
      expect(seqsOf(await ask(store, { kind: 'entries', afterSeq: 2, limit: 1, filter }))).toEqual([4]);
      expect(seqsOf(await ask(store, { kind: 'entries', afterSeq: 2, limit: 3, filter: {} }))).toEqual([
        3, 4, 5,
      ]);
      expect(seqsOf(await ask(store, { kind: 'newest_entries', beforeSeq: 6, limit: 2, filter }))).toEqual([
        4, 2,
      ]);
      const beforeSeq = Number.MAX_SAFE_INTEGER;
      expect(seqsOf(await ask(store, { kind: 'newest_entries', beforeSeq, limit: 2, filter: {} }))).toEqual([
        6, 5,
      ]);
    });

    it('walks the chain with the text and hash of each entry', async () => {
      const { store } = current();
      const entries = [
        depositEntry('1', '2026-05-01', { key: '0b9f5e0c-1b1c-4a5e-9d3b-0123456789ab' }),
        depositEntry('2', '2026-05-01'),
        depositEntry('3', '2026-05-01'),
      ];
      const begun = beginPortfolio(main, { entries });
      await commit(store, begun);
      const expected = begun.entries.map(({ entry, text, hash }) => ({
        seq: entry.seq,
        text,
        hash,
        date: '2026-05-01',
        postings: [
          { account: 'assets:cash', currency: 'USD', amount: `${entry.seq}` },
          { account: 'equity:external', currency: 'USD', amount: `-${entry.seq}` },
        ],
      }));
      expect(await ask(store, { kind: 'chain', afterSeq: 0, limit: 2 })).toEqual(expected.slice(0, 2));
      expect(await ask(store, { kind: 'chain', afterSeq: 2, limit: 2 })).toEqual(expected.slice(2));
      expect(await ask(store, { kind: 'chain', afterSeq: 3, limit: 2 })).toEqual([]);
    });

    it('gives the postings of each entry as they are stored, in their order', async () => {
      const { store } = current();
      const entries = [
        depositEntry('1', '2026-05-03', {
          postings: [posting('assets:cash', '1'), posting('assets:cash', '1'), posting('expenses:tax', '-2')],
        }),
        depositEntry('2', '2026-05-02', { postings: [] }),
        depositEntry('3', '2026-05-01', {
          postings: [posting('income:interest', '-3.10', 'EUR'), posting('assets:pending', '3.10', 'EUR')],
        }),
      ];
      await commit(store, beginPortfolio(main, { entries }));
      const found = await ask(store, { kind: 'chain', afterSeq: 0, limit: 9 });
      expect(found.map(({ seq, date, postings }) => [seq, date, postings])).toEqual([
        [
          1,
          '2026-05-03',
          [
            { account: 'assets:cash', currency: 'USD', amount: '1' },
            { account: 'assets:cash', currency: 'USD', amount: '1' },
            { account: 'expenses:tax', currency: 'USD', amount: '-2' },
          ],
        ],
        [2, '2026-05-02', []],
        [
          3,
          '2026-05-01',
          [
            { account: 'income:interest', currency: 'EUR', amount: '-3.1' },
            { account: 'assets:pending', currency: 'EUR', amount: '3.1' },
          ],
        ],
      ]);
    });

    it('reaches every receipt once, page by page', async () => {
      const { store } = current();
      const keys = [
        'b',
        'ffffffff-0000-4000-8000-000000000001',
        'a',
        '0b9f5e0c-1b1c-4a5e-9d3b-0123456789ab',
        'Z',
        'zz',
        '1',
      ];
      await commit(
        store,
        beginPortfolio(main, {
          receipts: () => keys.map((key) => receiptOf(key, undefined, { status: 'unchanged' })),
        }),
      );
      expect((await walkReceipts(store, 3)).toSorted()).toEqual(keys.toSorted());
    });

    it('pages sightings by source, source id and revision', async () => {
      const { store } = current();
      const rows = [
        sightingOf('b', { source: 'mail' }),
        sightingOf('a', { source: 'mail', revision: 1 }),
        sightingOf('z', { source: 'chat' }),
        sightingOf('a', { source: 'mail' }),
      ];
      await commit(store, beginPortfolio(main, { sightings: rows }));
      const page = async (after: { source: string; sourceId: string; revision: number }, limit: number) =>
        (await ask(store, { kind: 'sightings', after, limit })).map(({ source, sourceId, revision }) => [
          source,
          sourceId,
          revision,
        ]);
      expect(await page({ source: '', sourceId: '', revision: -1 }, 2)).toEqual([
        ['chat', 'z', 0],
        ['mail', 'a', 0],
      ]);
      expect(await page({ source: 'mail', sourceId: 'a', revision: 0 }, 9)).toEqual([
        ['mail', 'a', 1],
        ['mail', 'b', 0],
      ]);
    });
  });
}

/** The keys of all receipts of `main`. The order of pages is the store's own; each goes on after the last key. */
export async function walkReceipts(store: Store, limit: number): Promise<readonly string[]> {
  const keys: string[] = [];
  for (;;) {
    const page = await ask(store, { kind: 'receipts', afterKey: keys.at(-1) ?? '', limit });
    keys.push(...page.map(({ key }) => key));
    if (page.length < limit) return keys;
  }
}
