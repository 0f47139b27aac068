/**
 * Faults that users of comparable software reported, as small inputs with the right value. Numbered as in the list of
 * cases; average cost and fees outside the cost unless said.
 */
import { describe, expect, it } from 'vitest';
import { importText } from '../../src/app/import-text.ts';
import type { Store } from '../../src/engine/store-protocol.ts';
import type { JsonObject } from '../../src/ledger/json-value.ts';
import { readBooks } from '../support/books.ts';
import { openLazily } from '../support/lazy-store.ts';
import { openTestHub, type TestHub } from '../support/test-hub.ts';
import type { OpenStore } from './opened-store.ts';

const mapping = `
columns: { date: date, type: type, instrument: symbol, units: units, price: price, fee: fee, amount: amount, currency: currency, id: id, ratio: ratio, note: note }
amounts: unsigned
`;
const header = 'date,type,symbol,units,price,fee,amount,currency,id,ratio,note';

interface Choices {
  readonly account?: string;
  readonly rebook?: boolean;
}

function openBooksOn(store: Store, overrides: JsonObject = {}) {
  const hub = openTestHub(store);
  const bring = async (rows: readonly string[], { account, rebook = false }: Choices = {}) => {
    const choices = { format: 'csv', mapping, account, rebook, dryRun: false };
    const file = { name: 'rows.csv', text: [header, ...rows].join('\n') };
    const { report } = await importText(hub.hub, file, choices, {
      portfolio: 'main',
      door: 'file',
      actor: 'tester',
    });
    expect(report.refused).toEqual([]);
    return report;
  };
  const setUp = () =>
    hub.write('set_portfolio', { fees_in_cost: false, overdraft: 'allow', ...overrides }, 'set-up');
  return { ...hub, bring, setUp };
}

/** Books commands one after the other, each under a key of its own. */
async function book({ write }: Pick<TestHub, 'write'>, commands: readonly (readonly [string, JsonObject])[]) {
  const outcomes = [];
  for (const [index, [operation, input]] of commands.entries()) {
    outcomes.push(await write(operation, input, `command-${index}`));
  }
  expect(outcomes.map(({ status }) => status)).toEqual(commands.map(() => 'accepted'));
  return outcomes;
}

const usd = { currency: 'USD' };
const buy = (instrument: string, units: string, price: string, on: string, more: JsonObject = {}) =>
  ['buy', { instrument, units, price, on, ...usd, ...more }] as const;
const sell = (instrument: string, units: string, price: string, on: string, more: JsonObject = {}) =>
  ['sell', { instrument, units, price, on, ...usd, ...more }] as const;

export function describeKnownFaults(name: string, open: OpenStore): void {
  const openBooks = (overrides?: JsonObject) => openBooksOn(openLazily(name, open), overrides);

  describe('files', () => {
    const one = '2026-01-05,buy,AAA,10,5,,50,USD,,,';

    it('G1: the same file twice books it once', async () => {
      const books = openBooks();
      expect(await books.bring([one])).toMatchObject({ new: 1, already: 0 });
      expect(await books.bring([one])).toMatchObject({ new: 0, already: 1 });
      expect((await readBooks(books)).holdings['AAA']).toMatchObject({ units: '10', cost: '50' });
    });

    it('G2, G7, G14: a file that grew, or overlaps another, adds only what is new', async () => {
      const books = openBooks();
      const sale = '2026-02-05,sell,AAA,4,6,,24,USD,,,';
      await books.bring([one]);
      expect(await books.bring([one, sale])).toMatchObject({ new: 1, already: 1 });
      expect(await books.bring([sale, '2026-03-05,buy,BBB,1,7,,7,USD,,,'])).toMatchObject({
        new: 1,
        already: 1,
      });
      expect((await readBooks(books)).holdings).toMatchObject({ AAA: { units: '6' }, BBB: { units: '1' } });
    });

    it('G3: an equal trade in another account is another trade', async () => {
      const books = openBooks();
      const trade = '2020-08-27,buy,EUA,7.82846,11.2768,,88.28,EUR,,,';
      await books.bring([trade], { account: 'A' });
      expect(await books.bring([trade], { account: 'B' })).toMatchObject({ new: 1 });
      expect((await readBooks(books)).holdings['EUA']).toMatchObject({ units: '15.65692', cost: '176.56' });
    });

    it('G4, G5, G12: ids of the source decide: the same id is one row, other ids are twins', async () => {
      const books = openBooks();
      const fill = (id: string) => `2026-01-05,buy,BTC,0.1,100,,10,USD,${id},,`;
      expect(await books.bring([fill('t1'), fill('t2')])).toMatchObject({ new: 2 });
      expect(await books.bring([fill('t1'), fill('t2')])).toMatchObject({ new: 0, already: 2 });
      const fee = (id: string) => `2026-01-06,withdrawal,,,,,2.25,USD,${id},,`;
      await books.bring([fee('8796'), fee('9418')]);
      const { cash, holdings } = await readBooks(books);
      expect(holdings['BTC']?.units).toBe('0.2');
      expect(cash).toEqual({ USD: '-24.5' });
    });

    it('G6: each booked row absorbs one row of a file', async () => {
      const books = openBooks();
      await books.setUp();
      await book(books, [['withdraw', { amount: '20', ...usd, on: '2026-01-05' }]]);
      const row = '2026-01-05,withdrawal,,,,,20,USD,,,';
      expect(await books.bring([row, row])).toMatchObject({ matched: 1, new: 1, twins: 1 });
      expect((await readBooks(books)).cash).toEqual({ USD: '-40' });
    });

    it('G8: next month of a plan is no duplicate of this month', async () => {
      const books = openBooks();
      await books.bring(['2025-12-16,buy,ETF,1,50,,50,USD,,,', '2026-01-18,buy,ETF,1,50,,50,USD,,,']);
      expect((await readBooks(books)).holdings['ETF']).toMatchObject({ units: '2', cost: '100' });
    });

    it('G9: a note is no part of a row', async () => {
      const books = openBooks();
      await books.bring([`${one}import 3`]);
      expect(await books.bring([`${one}import 4`])).toMatchObject({ new: 0, already: 1 });
    });

    it('G11: what was reversed asks before it comes again, and comes once with consent', async () => {
      const books = openBooks();
      const { import_id: importId } = await books.bring([one]);
      await books.write('reverse_import', { import: importId ?? '' }, 'reverse');
      expect(await books.bring([one])).toMatchObject({ new: 0, held: 1 });
      expect(await books.ask('review')).toMatchObject([{ reason: 'was_reversed' }]);
      expect((await readBooks(books)).holdings).toEqual({});
      expect(await books.bring([one], { rebook: true })).toMatchObject({ new: 1 });
      expect(await books.bring([one], { rebook: true })).toMatchObject({ new: 0, already: 1 });
      expect((await readBooks(books)).holdings['AAA']).toMatchObject({ units: '10' });
      expect(await books.ask('review')).toEqual([]);
    });

    it('G26: the amount of the file moves cash, not units × price', async () => {
      const books = openBooks();
      await books.bring([
        '2026-01-01,deposit,,,,,50,USD,,,',
        '2026-01-02,deposit,,,,,50,USD,,,',
        '2026-01-03,interest,,,,,0.15,USD,,,',
        '2026-01-04,buy,VOO,0.1597,626.93,,100.12,USD,,,',
        '2026-01-05,interest,,,,,0.28,USD,,,',
        '2026-01-06,interest,,,,,0.02,USD,,,',
      ]);
      expect((await readBooks(books)).cash).toEqual({ USD: '0.33' });
    });

    it('G18, G19: a split of a file multiplies by whole numbers and is never 0', async () => {
      const books = openBooks();
      const rows = [
        '2026-01-01,buy,S,100,1,,100,USD,,,',
        '2026-02-01,split,S,,,,,USD,,4,',
        '2026-03-01,split,S,,,,,USD,,0.25,',
      ];
      await books.bring(rows.slice(0, 2));
      expect((await readBooks(books)).holdings['S']).toMatchObject({ units: '400', cost: '100' });
      await books.bring(rows);
      expect((await readBooks(books)).holdings['S']).toMatchObject({ units: '100', cost: '100' });
    });
  });

  describe('positions and cash', () => {
    it('G16, G17: asking again applies nothing again', async () => {
      const books = openBooks();
      await books.setUp();
      await book(books, [
        buy('AAPL', '100', '1', '2020-01-01'),
        ['record_split', { instrument: 'AAPL', ratio: '2:1', on: '2020-08-31' }],
      ]);
      for (let times = 0; times < 3; times += 1) {
        expect((await readBooks(books)).holdings['AAPL']).toMatchObject({ units: '200', cost: '100' });
      }
    });

    it('G21, G49: two splits keep the cost and realise nothing', async () => {
      const books = openBooks();
      await books.setUp();
      await book(books, [
        buy('TSLA', '10', '216', '2015-01-01'),
        ['record_split', { instrument: 'TSLA', ratio: '5:1', on: '2020-08-31' }],
        ['record_split', { instrument: 'TSLA', ratio: '3:1', on: '2022-08-25' }],
      ]);
      expect((await readBooks(books)).holdings['TSLA']).toEqual({ units: '150', cost: '2160', gain: '0' });
    });

    it('G23: a sale after a decimal split finds all its units', async () => {
      const books = openBooks();
      await books.setUp();
      await book(books, [
        buy('X', '2', '21.51', '2020-01-01'),
        ['record_split', { instrument: 'X', ratio: '2.406:1', on: '2020-02-01' }],
        sell('X', '4.812', '10', '2020-03-01'),
      ]);
      expect((await readBooks(books)).holdings['X']).toEqual({ units: '0', cost: '0', gain: '5.1' });
    });

    it('G25: a reinvested dividend moves no cash', async () => {
      const books = openBooks();
      await book(books, [
        ['record_existing_position', { instrument: 'F', units: '1', cost: '100', ...usd, on: '2026-01-01' }],
        [
          'record_dividend',
          { instrument: 'F', gross: '110', reinvest: true, units: '1', ...usd, on: '2026-02-01' },
        ],
      ]);
      const { cash, holdings } = await readBooks(books);
      expect(cash).toEqual({});
      expect(holdings['F']).toMatchObject({ units: '2', cost: '210' });
      expect(await books.ask('holdings')).toMatchObject([{ income: '110' }]);
    });

    it('G29: a fee of a sale leaves cash', async () => {
      const books = openBooks();
      await book(books, [
        ['deposit', { amount: '1000', ...usd, on: '2026-01-01' }],
        buy('A', '10', '50', '2026-01-02'),
        sell('A', '10', '60', '2026-01-03', { fee: '5' }),
      ]);
      expect((await readBooks(books)).cash).toEqual({ USD: '1095' });
    });

    it('G31: interest dated back counts from its date on', async () => {
      const books = openBooks();
      await book(books, [
        ['deposit', { amount: '10', ...usd, on: '2026-05-20' }],
        ['record_interest', { amount: '5', ...usd, on: '2026-05-10' }],
      ]);
      expect(await books.ask('cash', { as_of: '2026-05-09' })).toEqual([{ currency: 'USD', amount: '0' }]);
      expect(await books.ask('cash', { as_of: '2026-05-10' })).toEqual([{ currency: 'USD', amount: '5' }]);
      expect(await books.ask('cash')).toEqual([{ currency: 'USD', amount: '15' }]);
    });

    it('G33: selling everything leaves no cost behind', async () => {
      const books = openBooks();
      await books.setUp();
      await book(books, [
        buy('A', '1', '408', '2026-01-01'),
        buy('A', '2', '400', '2026-01-02'),
        sell('A', '3', '410', '2026-01-03'),
      ]);
      expect((await readBooks(books)).holdings['A']).toEqual({ units: '0', cost: '0', gain: '22' });
    });

    it('G37: the minus of a taken-back dividend is kept', async () => {
      const books = openBooks();
      await books.bring([
        '2026-01-01,dividend,A,,,,-0.70,USD,1,,',
        '2026-01-01,dividend,A,,,,0.76,USD,2,,',
        '2026-01-01,dividend,A,,,,-0.06,USD,3,,',
      ]);
      expect((await readBooks(books)).cash).toEqual({ USD: '0' });
    });

    it('G46: what is sold below cost is realised', async () => {
      const books = openBooks();
      await books.setUp();
      await book(books, [
        buy('A', '300', '10', '2026-01-01'),
        sell('A', '200', '8', '2026-01-02'),
        ['set_price', { instrument: 'A', price: '9', ...usd, on: '2026-01-02' }],
      ]);
      expect(await books.ask('holdings')).toMatchObject([{ realized_gain: '-400', unrealized_gain: '-100' }]);
    });

    it('G48: first in, first out over two lots', async () => {
      const books = openBooks({ cost_method: 'fifo', overdraft: 'refuse' });
      await books.setUp();
      await book(books, [
        ['deposit', { amount: '10000', ...usd, on: '2026-01-01' }],
        buy('A', '30', '100', '2026-01-02', { fee: '9.95' }),
        buy('A', '50', '120', '2026-01-03', { fee: '9.95' }),
        sell('A', '40', '140', '2026-01-04', { fee: '9.95' }),
      ]);
      const { cash, holdings } = await readBooks(books);
      expect(cash).toEqual({ USD: '6570.15' });
      expect(holdings['A']).toEqual({ units: '40', cost: '4800', gain: '1400' });
    });
  });

  describe('keys and reversals', () => {
    it('G40: a refused request does not burn its key', async () => {
      const books = openBooks();
      const [operation, input] = buy('A', '1', '100', '2026-05-02');
      expect(await books.write(operation, input, 'k')).toMatchObject({
        status: 'refused',
        code: 'insufficient_cash',
      });
      await books.write('deposit', { amount: '100', ...usd, on: '2026-05-01' }, 'd');
      expect(await books.write(operation, input, 'k')).toMatchObject({ status: 'accepted' });
      expect(await books.write(operation, input, 'k')).toMatchObject({ status: 'duplicate' });
    });

    it('G41: a key is known a year later', async () => {
      const books = openBooks();
      const input = { amount: '5', ...usd, on: '2026-05-01' };
      await books.write('deposit', input, 'k');
      books.clock.now = '2027-06-01T12:00:00.000Z';
      expect(await books.write('deposit', input, 'k')).toMatchObject({ status: 'duplicate' });
    });

    it('G42: of two racing reversals one books and the other is told', async () => {
      const books = openBooks();
      await books.write('deposit', { amount: '5', ...usd, on: '2026-05-01' }, 'd');
      const raced = await Promise.all(
        ['a', 'b'].map((key) => books.write('reverse_entry', { entry: 'ent_1' }, key)),
      );
      expect(raced.map(({ status }) => status)).toEqual(['accepted', 'unchanged']);
      expect(raced[1]).toMatchObject({ code: 'already_reversed', result: { reversed_by: 'ent_2' } });
    });

    it('G43: a date stays the date it was entered as', async () => {
      const books = openBooks();
      await books.write('deposit', { amount: '5', ...usd, on: '2024-08-15' }, 'd');
      expect(await books.ask('entries')).toMatchObject({ entries: [{ date: '2024-08-15' }] });
      expect(await books.ask('cash', { as_of: '2024-08-14' })).toEqual([{ currency: 'USD', amount: '0' }]);
    });
  });
}
