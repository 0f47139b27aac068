/** Cases from the field, by their numbers: files that come again, overlap, or hold rows that only look alike. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../support/case-books.ts';
import type { CaseStores } from '../../support/case-stores.ts';

const buy: Row = {
  date: '2026-01-05',
  type: 'buy',
  instrument: 'AAA',
  units: '10',
  price: '5',
  amount: '50',
  currency: 'USD',
};

export function describeRepeatedFileCases({ openCase }: CaseStores): void {
  describe('the same rows again', () => {
    it('G1: the same file twice books it once', async () => {
      const books = openCase();
      expect(await books.bring([buy])).toMatchObject({ rows: 1, new: 1, already: 0 });
      expect(await books.bring([buy])).toMatchObject({ rows: 1, new: 0, already: 1 });
      expect(await books.holding('AAA')).toMatchObject({ units: '10', cost: '50' });
      expect(await books.cash()).toEqual({ USD: '-50' });
    });

    it('G2: a file that has grown adds only its new row', async () => {
      const books = openCase();
      const sale: Row = { ...buy, date: '2026-02-05', type: 'sell', units: '4', price: '6', amount: '24' };
      await books.bring([buy]);
      expect(await books.bring([buy, sale])).toMatchObject({ rows: 2, new: 1, already: 1 });
      expect(await books.holding('AAA')).toMatchObject({ units: '6', cost: '30', realized_gain: '4' });
      expect(await books.cash()).toEqual({ USD: '-26' });
    });

    it('G4: a daily run over a year of rows adds nothing, whatever ids the exporter makes up beside the trade id', async () => {
      const books = openCase();
      const trade = (note: string): Row => ({ ...buy, id: '5839201', note });
      await books.bring([trade('3f0b8a1c-0000-4000-8000-000000000001')]);
      expect(await books.bring([trade('9d2c7e55-0000-4000-8000-000000000002')])).toMatchObject({
        new: 0,
        already: 1,
      });
      expect(await books.holding('AAA')).toMatchObject({ units: '10' });
    });

    it('G7: two files that overlap give their union, in either order', async () => {
      const month = (number: number): Row => ({ ...buy, date: `2025-0${number}-10`, units: `${number}` });
      const [first, second] = [[1, 2, 3, 4, 5, 6].map(month), [3, 4, 5, 6, 7, 8, 9].map(month)];
      for (const [earlier, later] of [
        [first, second],
        [second, first],
      ]) {
        const books = openCase();
        await books.bring(earlier ?? []);
        expect(await books.bring(later ?? [])).toMatchObject({ already: 4 });
        // 1 + 2 + … + 9, nine purchases of 50.
        expect(await books.holding('AAA')).toMatchObject({ units: '45', cost: '450' });
      }
    });

    it('G9: a tag or comment is no part of a row', async () => {
      const books = openCase();
      await books.bring([{ ...buy, note: 'import 3' }]);
      expect(await books.bring([{ ...buy, note: 'import 4' }])).toMatchObject({ new: 0, already: 1 });
      expect(await books.holding('AAA')).toMatchObject({ units: '10' });
    });

    it('G9: a comment in a file of Wealthfolio and a note in one of Ghostfolio are no part of a row either', async () => {
      const wealthfolio = (comment: string) =>
        `date,symbol,quantity,activityType,unitPrice,currency,fee,amount,comment\n2026-01-05,AAA,10,BUY,5,USD,0,50,${comment}`;
      const ghostfolio = (note: string) =>
        `Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n05-01-2026,BBB,YAHOO,USD,5,10,buy,0,${note}`;
      for (const [format, text] of [
        ['wealthfolio', wealthfolio],
        ['ghostfolio-csv', ghostfolio],
      ] as const) {
        const books = openCase();
        expect(await books.bringText(text('import 3'), { format })).toMatchObject({ new: 1 });
        expect(await books.bringText(text('import 4'), { format })).toMatchObject({ new: 0, already: 1 });
      }
    });

    it('G13: rows of the last day that was imported before are new when they are not booked', async () => {
      const books = openCase();
      const row = (date: string, units: string): Row => ({ ...buy, date, units });
      const second = ['1', '2', '3', '4'].map((units) => row('2026-03-02', units));
      const third = ['1', '2', '3'].map((units) => row('2026-03-03', units));
      await books.bring(second);
      expect(await books.bring([...second, ...third])).toMatchObject({ new: 3, already: 4 });
      expect(await books.holding('AAA')).toMatchObject({ units: '16' });
    });

    it('G14: importing two files, of which one is unchanged, books nothing of that one', async () => {
      const books = openCase();
      const other: Row = { ...buy, instrument: 'BBB' };
      await books.bring([buy]);
      expect(await books.bring([buy])).toMatchObject({ new: 0, already: 1 });
      expect(await books.bring([other])).toMatchObject({ new: 1, already: 0 });
      expect(await books.bring([buy])).toMatchObject({ new: 0, already: 1 });
      expect(await books.holding('AAA')).toMatchObject({ units: '10' });
    });
  });

  describe('rows that only look alike', () => {
    it('G3: an equal trade in another account is another trade', async () => {
      const trade = (account: string): Row => ({
        date: '2020-08-27',
        type: 'buy',
        instrument: 'ETF',
        units: '7.82846',
        price: '11.2768',
        currency: 'EUR',
        account,
      });
      const together = openCase();
      expect(await together.bring([trade('A'), trade('B')])).toMatchObject({ new: 2 });
      const apart = openCase();
      await apart.bring([trade('A')]);
      expect(await apart.bring([trade('B')])).toMatchObject({ new: 1, matched: 0 });
      const { account: _account, ...unnamed } = trade('');
      const bySource = openCase();
      await bySource.bring([unnamed], { account: 'A' });
      expect(await bySource.bring([unnamed], { account: 'B' })).toMatchObject({ new: 1, matched: 0 });
      for (const books of [together, apart, bySource]) {
        // 7.82846 × 11.2768 is 88.279977728, so 88.28 left for each.
        expect(await books.holding('ETF')).toMatchObject({ units: '15.65692', cost: '176.56' });
        expect(await books.cash()).toEqual({ EUR: '-176.56' });
      }
    });

    it('G5: two equal fills of one second stay two', async () => {
      const books = openCase();
      const fill = (id: string): Row => ({ ...buy, date: '2026-01-05T10:00:00Z', id });
      expect(await books.bring([fill('1'), fill('2')])).toMatchObject({ new: 2 });
      expect(await books.bring([fill('1'), fill('2')])).toMatchObject({ new: 0, already: 2 });
      expect(await books.holding('AAA')).toMatchObject({ units: '20', cost: '100' });
    });

    it('G5: two equal fills without ids stay two as well', async () => {
      const books = openCase();
      const fill: Row = { ...buy, date: '2026-01-05T10:00:00Z' };
      expect(await books.bring([fill, fill])).toMatchObject({ new: 2, twins: 1 });
      expect(await books.bring([fill, fill])).toMatchObject({ new: 0, already: 2 });
      expect(await books.holding('AAA')).toMatchObject({ units: '20', cost: '100' });
    });

    it('G6: of two equal rows of a file, one is what a command booked and the other is new', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('withdraw', { amount: '20', currency: 'USD', on: '2026-01-05' });
      const row: Row = { date: '2026-01-05', type: 'withdrawal', amount: '20', currency: 'USD' };
      expect(await books.bring([row, row])).toMatchObject({ matched: 1, new: 1, twins: 1 });
      expect(await books.cash()).toEqual({ USD: '-40' });
      expect(await books.bring([row, row])).toMatchObject({ matched: 0, new: 0, already: 2 });
      expect(await books.cash()).toEqual({ USD: '-40' });
    });

    it('G8: a purchase of the same amount next month is no duplicate and is not held', async () => {
      const plan = (date: string): Row => ({ ...buy, date, units: '1', price: '50', amount: '50' });
      const books = openCase();
      await books.bring([plan('2025-12-16')]);
      expect(await books.bring([plan('2026-01-18')])).toMatchObject({ new: 1, held: 0 });
      expect(await books.holding('AAA')).toMatchObject({ units: '2', cost: '100' });
    });

    it('G8: a weekly plan of one source is never held, though each purchase resembles the one before', async () => {
      const plan = (day: string): Row => ({ ...buy, date: `2026-01-${day}`, units: '1', amount: '50.01' });
      const books = openCase();
      const rows = ['05', '08', '09', '12'].map(plan);
      expect(await books.bring(rows)).toMatchObject({ new: 4, held: 0 });
      expect(await books.holding('AAA')).toMatchObject({ units: '4', cost: '200.04' });
    });

    it('G12: two equal payments with other card references are two', async () => {
      const payment = (more: Row): Row => ({
        date: '2026-01-06',
        type: 'withdrawal',
        amount: '2.25',
        currency: 'USD',
        ...more,
      });
      for (const column of ['id', 'note']) {
        const books = openCase();
        await books.bring([payment({ [column]: '8796' }), payment({ [column]: '9418' })]);
        expect(await books.cash()).toEqual({ USD: '-4.5' });
      }
    });
  });
}
