/** Cases from the field, by their numbers: splits and reverse splits. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../support/case-books.ts';
import type { CaseStores } from '../../support/case-stores.ts';

const usd = { currency: 'USD' };
const held = (instrument: string, units: string, cost: string, on: string) => ({
  instrument,
  units,
  cost,
  on,
  ...usd,
});

export function describeSplitCases({ openCase }: CaseStores): void {
  describe('splits by command', () => {
    it('G16: 100 units, two for one, are 200 at the same cost however often they are asked for', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('AAA', '100', '1000', '2026-01-01'));
      const split = { instrument: 'AAA', ratio: '2:1', on: '2026-02-01' };
      await books.write('record_split', split, 'split');
      for (let times = 0; times < 3; times += 1) {
        expect(await books.write('record_split', split, 'split')).toMatchObject({ status: 'duplicate' });
        expect(await books.holding('AAA')).toMatchObject({ units: '200', cost: '1000' });
      }
    });

    it('G17: three shares, four for one, are twelve at a quarter of the unit cost', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('AAPL', '3', '1500', '2020-08-01'));
      expect(await books.holding('AAPL')).toMatchObject({ average_cost: '500' });
      await books.book('record_split', { instrument: 'AAPL', ratio: '4:1', on: '2020-08-31' });
      expect(await books.holding('AAPL')).toMatchObject({ units: '12', cost: '1500', average_cost: '125' });
    });

    it('G20: ten at 90, reverse one for two, are five at 180 with nothing gained', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', { instrument: 'AAA', units: '10', price: '90', on: '2026-01-02', ...usd });
      await books.book('record_split', { instrument: 'AAA', ratio: '1:2', on: '2026-02-02' });
      await books.book('set_price', { instrument: 'AAA', price: '180', on: '2026-02-02', ...usd });
      expect(await books.holding('AAA')).toMatchObject({
        units: '5',
        cost: '900',
        average_cost: '180',
        market_value: '900',
        unrealized_gain: '0',
        realized_gain: '0',
      });
    });

    it('G21: ten at 216, five for one and three for one, are 150 at 14.40 with nothing realised', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', { instrument: 'TSLA', units: '10', price: '216', on: '2019-01-02', ...usd });
      await books.book('record_split', { instrument: 'TSLA', ratio: '5:1', on: '2020-08-31' });
      await books.book('record_split', { instrument: 'TSLA', ratio: '3:1', on: '2022-08-25' });
      expect(await books.holding('TSLA')).toMatchObject({
        units: '150',
        cost: '2160',
        average_cost: '14.4',
        realized_gain: '0',
      });
    });

    it('G22: splits after everything was sold change neither the value of that time nor the gain', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', { instrument: 'C', units: '100', price: '10', on: '2008-03-03', ...usd });
      await books.book('set_price', { instrument: 'C', price: '10', on: '2008-03-03', ...usd });
      await books.book('sell', { instrument: 'C', units: '100', price: '11', on: '2008-06-02', ...usd });
      await books.book('record_split', { instrument: 'C', ratio: '1:5', on: '2011-05-09' });
      await books.book('record_split', { instrument: 'C', ratio: '1:4', on: '2015-05-11' });
      expect(await books.holding('C', { as_of: '2008-03-31' })).toMatchObject({
        units: '100',
        market_value: '1000',
      });
      expect(await books.holding('C')).toMatchObject({ units: '0', cost: '0', realized_gain: '100' });
    });

    it('G23: after 2.406 for one the sale of 4.812 units finds all of them and releases the whole cost', async () => {
      for (const costMethod of ['average', 'fifo'] as const) {
        const books = openCase({ overdraft: 'allow', costMethod });
        await books.book('buy', { instrument: 'X', units: '2', price: '21.51', on: '2019-01-02', ...usd });
        await books.book('record_split', { instrument: 'X', ratio: '2.406:1', on: '2019-02-01' });
        // 43.02 ÷ 4.812 is 8.94014962…, which the case prints as 8.940150.
        expect(await books.holding('X')).toMatchObject({
          units: '4.812',
          cost: '43.02',
          average_cost: '8.9401496259',
        });
        await books.book('sell', { instrument: 'X', units: '4.812', price: '10', on: '2019-03-01', ...usd });
        expect(await books.holding('X')).toMatchObject({ units: '0', cost: '0', realized_gain: '5.1' });
        expect(await books.rows('gains')).toMatchObject([{ units: '4.812', cost: '43.02' }]);
      }
    });

    it('G24: five new for one old makes 125 of 25, at a fifth of the unit cost', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', { instrument: 'X', units: '25', price: '1000', on: '2019-01-02', ...usd });
      await books.book('record_split', { instrument: 'X', ratio: '5:1', on: '2019-02-01' });
      expect(await books.holding('X')).toMatchObject({ units: '125', cost: '25000', average_cost: '200' });
    });

    it('G49: 0.005 at 998, five for one and three for one, are 0.075 at 66.53 and worth 27.38 at 365', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', { instrument: 'X', units: '0.005', price: '998', on: '2019-01-02', ...usd });
      await books.book('record_split', { instrument: 'X', ratio: '5:1', on: '2020-08-31' });
      await books.book('record_split', { instrument: 'X', ratio: '3:1', on: '2022-08-25' });
      await books.book('set_price', { instrument: 'X', price: '365', on: '2022-08-25', ...usd });
      expect(await books.holding('X')).toMatchObject({
        units: '0.075',
        cost: '4.99',
        average_cost: '66.5333333333',
        market_value: '27.38',
        unrealized_gain: '22.39',
      });
    });
  });

  describe('splits in files', () => {
    const before: Row = {
      date: '2026-01-02',
      type: 'existing',
      instrument: 'S',
      units: '100',
      amount: '1000',
      currency: 'USD',
    };
    const split = (ratio: string): Row => ({ date: '2026-02-02', type: 'split', instrument: 'S', ratio });

    it('G18: a ratio of 4 makes 400 of 100', async () => {
      const books = openCase();
      await books.bring([before, split('4')]);
      expect(await books.holding('S')).toMatchObject({ units: '400', cost: '1000' });
    });

    it.each(['0', '0:1', '', '1', '-4', 'x'])(
      'G18: a ratio of %j is an error of its row and books nothing',
      async (ratio) => {
        const books = openCase();
        const text = [
          'date,type,instrument,units,amount,ratio',
          '2026-01-02,existing,S,100,1000,',
          `2026-02-02,split,S,,,${ratio}`,
        ].join('\n');
        const mapped = 'date type instrument units amount ratio'.split(' ').map((name) => [name, name]);
        const mapping = JSON.stringify({ columns: Object.fromEntries(mapped) });
        const report = await books.bringText(text, { format: 'csv', mapping });
        expect(report).toMatchObject({ new: 0, refused: [{ line: 3, code: 'bad_ratio', field: 'ratio' }] });
        expect(await books.rows('holdings', { closed: true })).toEqual([]);
      },
    );

    it('G18: a split of Wealthfolio reads its ratio from the amount', async () => {
      const books = openCase();
      const text = [
        'date,symbol,quantity,activityType,unitPrice,currency,fee,amount',
        '2026-01-02,S,100,TRANSFER_IN,10,USD,0,',
        '2026-02-02,S,0,SPLIT,0,USD,0,4',
      ].join('\n');
      expect(await books.bringText(text, { format: 'wealthfolio' })).toMatchObject({ new: 2 });
      expect(await books.holding('S')).toMatchObject({ units: '400', cost: '1000' });
    });

    it.each(['0.25', '1:4'])(
      'G19: a ratio of %s makes 25 of 100 and is kept as one to four',
      async (ratio) => {
        const books = openCase();
        await books.bring([before, split(ratio)]);
        expect(await books.holding('S')).toMatchObject({ units: '25', cost: '1000' });
        expect(await books.ask('entries', { kind: 'split' })).toMatchObject({
          entries: [{ legs: [{ kind: 'split', ratio: '1:4' }] }],
        });
      },
    );
  });
}
