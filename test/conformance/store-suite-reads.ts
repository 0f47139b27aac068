/** The reads that decisions depend on. */
import { describe, expect, it } from 'vitest';
import { loadReceipts } from '../../src/engine/store-protocol.ts';
import type { Entry } from '../../src/ledger/entry.ts';
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
  reversalOf,
  sightingOf,
} from '../support/hand-built-appends.ts';
import {
  adjust,
  buy,
  currencyOf,
  dateOf,
  income,
  instrumentOf,
  returnOfCapital,
  sell,
  splitWithCash,
  target,
} from '../support/ledger-entries.ts';
import type { CurrentStore } from './opened-store.ts';

const usd = currencyOf('USD');
const eur = currencyOf('EUR');
const acme = instrumentOf('ACME');
const first = '00000000000000a1';
const second = '00000000000000b2';

export function describeStoreReads(current: CurrentStore): void {
  describeEntries(current);
  describeCandidates(current);
  describeSightings(current);
  describeReceipts(current);
  describeMoney(current);
}

function describeEntries(current: CurrentStore): void {
  describe('entries', () => {
    it('gives back every member of an entry exactly', async () => {
      const { store } = current();
      const full = depositEntry('0.000000000000000001', '1999-12-31', {
        kind: 'trade',
        instant: '1999-12-31T23:59:59.123456Z',
        subject: 'ACME "A" \\ Söhne 株式会社',
        account: "O'Neill",
        recordedAt: '2026-06-01T12:00:00.007Z',
        door: 'mail',
        actor: 'inbox\t"broker"',
        operation: 'record_external_trade',
        key: 'quote"back\\slash',
        input: { note: 'line\nline ,"legs":[ 🚀', nested: { list: [1, 'two', null, true] }, empty: {} },
        legs: [
          buy('1.5', '2'),
          sell('1', '3', '0.1'),
          splitWithCash(3n, 2n, '0.5'),
          returnOfCapital('1'),
          target('7', '8'),
          adjust('-1', '-2'),
          income('4', '1'),
        ],
        sets: [
          { kind: 'price', id: 'ACME 1999-12-31', value: { price: '2' } },
          { kind: 'alias', id: 'ACM', value: null },
        ],
        identity: first,
        flags: ['oversold', 'price_mismatch'],
        importId: 'imp_1 "x"',
        fromFact: true,
      });
      await commit(store, beginPortfolio(main, { entries: [full] }));
      expect(await ask(store, { kind: 'entry', seq: 1 })).toEqual({
        entry: { ...full, seq: 1 },
        reversedBy: undefined,
      });
    });

    it('gives back an entry that has only what it must have', async () => {
      const { store } = current();
      const { subject: _, ...bare } = depositEntry('1', '2026-05-01', { postings: [], input: {} });
      await commit(store, beginPortfolio(main, { entries: [bare] }));
      expect((await ask(store, { kind: 'entry', seq: 1 }))?.entry).toEqual({ ...bare, seq: 1 });
    });

    it('says which entry reversed another, and that a number nobody has is nothing', async () => {
      const { store } = current();
      const begun = beginPortfolio(main, {
        entries: [depositEntry('1', '2026-05-01'), depositEntry('2', '2026-05-02')],
      });
      const reversal = continuePortfolio(begun, { entries: [reversalOf(entryOf(begun, 1))] });
      await commit(store, begun);
      await commit(store, reversal);
      expect((await ask(store, { kind: 'entry', seq: 1 }))?.reversedBy).toBe(3);
      expect((await ask(store, { kind: 'entry', seq: 2 }))?.reversedBy).toBeUndefined();
      expect((await ask(store, { kind: 'entry', seq: 3 }))?.entry.reverses).toBe(1);
      expect(await ask(store, { kind: 'entry', seq: 4 })).toBeUndefined();
      expect(await ask(store, { kind: 'entry', seq: 0 })).toBeUndefined();
    });

    it('gives the history of an instrument in journal order, reversals included', async () => {
      const { store } = current();
      const about = { kind: 'trade', subject: 'ACME' } as const;
      const begun = beginPortfolio(main, {
        entries: [
          depositEntry('1', '2026-05-09', about),
          depositEntry('2', '2026-05-01'),
          depositEntry('3', '2026-05-02', about),
        ],
      });
      await commit(store, begun);
      await commit(store, continuePortfolio(begun, { entries: [reversalOf(entryOf(begun, 1))] }));
      const history = await ask(store, { kind: 'history', instrument: acme });
      expect(history.map(({ seq, kind }) => [seq, kind])).toEqual([
        [1, 'trade'],
        [3, 'trade'],
        [4, 'reversal'],
      ]);
    });

    it('gives the entries of an import, each with its reversal', async () => {
      const { store } = current();
      const begun = beginPortfolio(main, {
        entries: [
          depositEntry('1', '2026-05-01', { importId: 'imp_1' }),
          depositEntry('2', '2026-05-01', { importId: 'imp_2' }),
          depositEntry('3', '2026-05-01', { importId: 'imp_1' }),
          depositEntry('4', '2026-05-01'),
        ],
      });
      const { importId: _, ...reversal } = reversalOf(entryOf(begun, 3));
      await commit(store, begun);
      await commit(store, continuePortfolio(begun, { entries: [reversal] }));
      const found = await ask(store, { kind: 'entries_of_import', importId: 'imp_1' });
      expect(found.map(({ entry, reversedBy }) => [entry.seq, reversedBy])).toEqual([
        [1, undefined],
        [3, 5],
      ]);
      expect(await ask(store, { kind: 'entries_of_import', importId: 'imp_9' })).toEqual([]);
    });
  });
}

function describeCandidates(current: CurrentStore): void {
  describe('candidates', () => {
    it('matches entries of the same subject, date and identity, dead ones too', async () => {
      const { store } = current();
      const begun = beginPortfolio(main, {
        entries: [
          depositEntry('1', '2026-05-01', { identity: first }),
          depositEntry('1', '2026-05-01', { identity: second }),
          depositEntry('1', '2026-05-02', { identity: first }),
          depositEntry('1', '2026-05-01', { identity: first, subject: 'EUR' }),
          depositEntry('1', '2026-05-01', { identity: first }),
        ],
      });
      await commit(store, begun);
      await commit(store, continuePortfolio(begun, { entries: [reversalOf(entryOf(begun, 1))] }));
      const matches = await ask(store, {
        kind: 'matches',
        subject: 'USD',
        date: dateOf('2026-05-01'),
        identity: first,
      });
      expect(matches.map(({ entry, live, claims }) => [entry.seq, live, claims])).toEqual([
        [1, false, []],
        [5, true, []],
      ]);
    });

    it('finds live entries with an identity between two days, both included', async () => {
      const { store } = current();
      const begun = beginPortfolio(main, {
        entries: [
          depositEntry('1', '2026-05-01', { identity: first }),
          depositEntry('2', '2026-05-02', { identity: second }),
          depositEntry('3', '2026-05-03'),
          depositEntry('4', '2026-05-04', { identity: second }),
          depositEntry('5', '2026-05-05', { identity: first }),
          depositEntry('6', '2026-05-03', { identity: first, subject: 'EUR' }),
          depositEntry('7', '2026-05-03', { identity: first }),
        ],
      });
      await commit(store, begun);
      await commit(store, continuePortfolio(begun, { entries: [reversalOf(entryOf(begun, 7))] }));
      const near = await ask(store, {
        kind: 'near',
        subject: 'USD',
        from: dateOf('2026-05-02'),
        to: dateOf('2026-05-04'),
      });
      expect(near.map(({ entry, live }) => [entry.seq, live])).toEqual([
        [2, true],
        [4, true],
      ]);
    });

    it('names the sources whose newest word is that this entry is their event', async () => {
      const { store } = current();
      const entries = [
        depositEntry('1', '2026-05-01', { identity: first }),
        depositEntry('2', '2026-05-02', { identity: first }),
      ];
      const begun = beginPortfolio(main, {
        entries,
        sightings: [
          sightingOf('a', { source: 'mail', seq: 1, state: 'booked' }),
          sightingOf('b', { source: 'broker', seq: 1, state: 'matched' }),
          sightingOf('c', { source: 'chat', seq: 1, state: 'matched' }),
          sightingOf('d', { source: 'file', seq: 1, state: 'matched' }),
          sightingOf('e', { source: 'held', seq: 1, state: 'held' }),
        ],
      });
      const changed = continuePortfolio(begun, {
        sightings: [
          sightingOf('c', { source: 'chat', revision: 1, seq: 1, state: 'withdrawn' }),
          sightingOf('d', { source: 'file', revision: 1, seq: 2, state: 'matched' }),
        ],
      });
      await commit(store, begun);
      await commit(store, changed);
      const claimsOn = async (date: string) => {
        const found = await ask(store, {
          kind: 'matches',
          subject: 'USD',
          date: dateOf(date),
          identity: first,
        });
        return found.map(({ claims }) => claims.toSorted());
      };
      expect(await claimsOn('2026-05-01')).toEqual([['broker', 'mail']]);
      expect(await claimsOn('2026-05-02')).toEqual([['file']]);
    });
  });
}

function describeSightings(current: CurrentStore): void {
  describe('sightings', () => {
    it('gives all rows about a source id in order of revision', async () => {
      const { store } = current();
      const told = sightingOf('a', {
        seq: 1,
        identity: first,
        told: { amount: '100', list: ['x', { y: 'z' }] },
      });
      const withdrawn = sightingOf('a', {
        revision: 1,
        generation: 2,
        state: 'withdrawn',
        at: '2026-06-02T00:00:00.500Z',
      });
      const begun = beginPortfolio(main, {
        entries: [depositEntry('1', '2026-05-01')],
        sightings: [told, sightingOf('b')],
      });
      await commit(store, begun);
      await commit(store, continuePortfolio(begun, { sightings: [{ ...withdrawn, leaves: 1 }] }));
      expect(await ask(store, { kind: 'sighting', source: 'file:bank', sourceId: 'a' })).toEqual([
        told,
        withdrawn,
      ]);
      expect(await ask(store, { kind: 'sighting', source: 'file:bank', sourceId: 'c' })).toEqual([]);
      expect(await ask(store, { kind: 'sighting', source: 'file', sourceId: 'a' })).toEqual([]);
    });

    it('gives the rows in force that name an entry', async () => {
      const { store } = current();
      const begun = beginPortfolio(main, {
        entries: [depositEntry('1', '2026-05-01'), depositEntry('2', '2026-05-01')],
        sightings: [sightingOf('a', { seq: 1 }), sightingOf('b', { seq: 1 }), sightingOf('c', { seq: 2 })],
      });
      await commit(store, begun);
      await commit(
        store,
        continuePortfolio(begun, { sightings: [sightingOf('b', { revision: 1, state: 'held', seq: 2 })] }),
      );
      const idsOf = async (seq: number) =>
        (await ask(store, { kind: 'sightings_of_entry', seq })).map((row) => [
          row.sourceId,
          row.revision,
          row.state,
        ]);
      expect(await idsOf(1)).toEqual([['a', 0, 'booked']]);
      expect(await idsOf(2)).toEqual([
        ['b', 1, 'held'],
        ['c', 0, 'booked'],
      ]);
    });
  });
}

function describeReceipts(current: CurrentStore): void {
  describe('receipts', () => {
    const uuid = '0b9f5e0c-1b1c-4a5e-9d3b-0123456789ab';

    it('answers keys in the order of asking, with the entry they led to and its reversal', async () => {
      const { store } = current();
      const begun = beginPortfolio(main, {
        entries: [
          depositEntry('1', '2026-05-01', { key: 'key-1' }),
          depositEntry('2', '2026-05-02', { key: uuid }),
        ],
        receipts: ([one, two]) => [
          receiptOf('key-1', one),
          receiptOf(uuid, two, { result: { note: 'x' } }),
          receiptOf('key-3', undefined, { operation: 'set_price', status: 'unchanged' }),
        ],
      });
      await commit(store, begun);
      await commit(store, continuePortfolio(begun, { entries: [reversalOf(entryOf(begun, 2))] }));
      const keys = [uuid, 'unknown', 'key-3', 'key-1', uuid.toUpperCase()];
      const found = await store.read(() => loadReceipts(keys.map((key) => ({ portfolio: main, key }))));
      expect(found).toEqual([
        { key: uuid, seq: 2, entry: entryOf(begun, 2), reversedBy: 3, detail: { result: { note: 'x' } } },
        undefined,
        {
          key: 'key-3',
          seq: undefined,
          entry: undefined,
          reversedBy: undefined,
          detail: { operation: 'set_price', status: 'unchanged' },
        },
        { key: 'key-1', seq: 1, entry: entryOf(begun, 1), reversedBy: undefined, detail: undefined },
        undefined,
      ]);
      expect(await ask(store, { kind: 'receipt', key: 'key-1' })).toEqual(found[3]);
      expect(await ask(store, { kind: 'receipt', key: 'unknown' })).toBeUndefined();
    });

    it('keeps the keys of two portfolios apart', async () => {
      const { store } = current();
      const other = portfolioName('other');
      const withKey = (amount: string) => ({
        entries: [depositEntry(amount, '2026-05-01', { key: 'same' })],
        receipts: ([entry]: readonly Entry[]) => [receiptOf('same', entry)],
      });
      await commit(store, beginPortfolio(main, withKey('1')), beginPortfolio(other, withKey('2')));
      expect((await ask(store, { kind: 'receipt', key: 'same' }))?.entry?.input).toEqual({
        amount: '1',
        currency: 'USD',
      });
      expect((await ask(store, { kind: 'receipt', key: 'same' }, other))?.entry?.input).toEqual({
        amount: '2',
        currency: 'USD',
      });
      expect(await ask(store, { kind: 'receipt', key: 'same' }, portfolioName('third'))).toBeUndefined();
    });
  });
}

function describeMoney(current: CurrentStore): void {
  describe('balances, days of cash, units and records', () => {
    it('keeps the last balance that was appended, and zero before the first', async () => {
      const { store } = current();
      const cash = { account: 'assets:cash', currency: usd } as const;
      const begun = beginPortfolio(main, {
        balances: [{ ...cash, amount: Decimal.of('10.5'), lastDate: '2026-05-01' }],
      });
      await commit(store, begun);
      await commit(
        store,
        continuePortfolio(begun, {
          balances: [{ ...cash, amount: Decimal.of('-0.25'), lastDate: '2026-05-03' }],
        }),
      );
      expect(await ask(store, { kind: 'balance', ...cash })).toMatchObject({
        amount: Decimal.of('-0.25'),
        lastDate: '2026-05-03',
      });
      const none = { amount: Decimal.zero, lastDate: '' };
      expect(await ask(store, { kind: 'balance', account: 'assets:cash', currency: eur })).toEqual(none);
      expect(await ask(store, { kind: 'balance', account: 'expenses:fee', currency: usd })).toEqual(none);
    });

    it('nets the movements of cash per day, whenever they were booked', async () => {
      const { store } = current();
      const begun = beginPortfolio(main, {
        entries: [
          depositEntry('100', '2026-05-02'),
          depositEntry('0.1', '2026-05-01'),
          depositEntry('7', '2026-05-03', {
            postings: [posting('assets:pending', '7'), posting('equity:external', '-7')],
          }),
          depositEntry('5', '2026-05-04', {
            postings: [
              posting('assets:cash', '5', 'EUR'),
              posting('assets:cash', '-6'),
              posting('assets:cash', '1'),
            ],
          }),
        ],
      });
      await commit(store, begun);
      const again = continuePortfolio(begun, {
        entries: [depositEntry('0.2', '2026-05-02'), reversalOf(entryOf(begun, 2))],
      });
      await commit(store, again);
      const daysAfter = async (after: string, currency = usd) =>
        (await ask(store, { kind: 'cash_days', currency, after: dateOf(after) })).map(({ date, net }) => [
          date,
          net.toString(),
        ]);
      expect(await daysAfter('2026-04-30')).toEqual([
        ['2026-05-01', '0'],
        ['2026-05-02', '100.2'],
        ['2026-05-04', '-5'],
      ]);
      expect(await daysAfter('2026-05-02')).toEqual([['2026-05-04', '-5']]);
      expect(await daysAfter('2026-04-30', eur)).toEqual([['2026-05-04', '5']]);
      expect(await daysAfter('2026-05-04')).toEqual([]);
    });

    it('keeps the last units that were appended, exact fractions too, and none before the first', async () => {
      const { store } = current();
      const held = {
        instrument: acme,
        units: new Map([[usd, Rational.parse('10')]]),
        lastDate: '2026-05-01',
        lastRule: '',
      };
      const units = new Map([
        [eur, Rational.parse('-100/3')],
        [usd, Rational.parse('0.5')],
      ]);
      const begun = beginPortfolio(main, { units: [held] });
      await commit(store, begun);
      await commit(
        store,
        continuePortfolio(begun, {
          units: [{ ...held, units, lastDate: '2026-05-02', lastRule: '2026-05-02 0' }],
        }),
      );
      expect(await ask(store, { kind: 'units', instrument: acme })).toEqual({
        units,
        lastDate: '2026-05-02',
        lastRule: '2026-05-02 0',
      });
      expect(await ask(store, { kind: 'units', instrument: instrumentOf('acme') })).toEqual({
        units: new Map(),
        lastDate: '',
        lastRule: '',
      });
    });

    it('keeps the last value of a record, and forgets one that is gone', async () => {
      const { store } = current();
      const begun = beginPortfolio(main, {
        records: [
          { kind: 'alias', id: 'a', value: { to: 'ACME' } },
          { kind: 'alias', id: 'b', value: { to: 'ZETA' } },
        ],
      });
      await commit(store, begun);
      const changes = [
        { kind: 'alias', id: 'a', value: { to: 'OMEGA', list: [1, null] } },
        { kind: 'alias', id: 'b', value: null },
        { kind: 'alias', id: 'never', value: null },
      ];
      await commit(store, continuePortfolio(begun, { records: changes }));
      expect(await ask(store, { kind: 'record', record: 'alias', id: 'a' })).toEqual({
        to: 'OMEGA',
        list: [1, null],
      });
      expect(await ask(store, { kind: 'record', record: 'alias', id: 'b' })).toBeUndefined();
      expect(await ask(store, { kind: 'record', record: 'price', id: 'a' })).toBeUndefined();
    });
  });
}

function entryOf(
  { entries }: { readonly entries: readonly { readonly entry: Entry }[] },
  seq: number,
): Entry {
  const found = entries.find(({ entry }) => entry.seq === seq);
  if (found === undefined) throw new Error(`The test has no entry ${seq}`);
  return found.entry;
}
