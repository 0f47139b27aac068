/** Cases from the field, by their numbers: cost, gains and dividends. Returns in per cent are not asked for yet. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../support/case-books.ts';
import type { CaseStores } from '../../support/case-stores.ts';

const usd = { currency: 'USD' };
const trade = (units: string, price: string, on: string, more: Readonly<Record<string, string>> = {}) => ({
  instrument: 'A',
  units,
  price,
  on,
  ...usd,
  ...more,
});

export function describeGainCases({ openCase }: CaseStores): void {
  describe('cost and gains', () => {
    it('G33: one at 408 and two at 400, all three sold, leave a cost of exactly 0', async () => {
      for (const costMethod of ['average', 'fifo'] as const) {
        const books = openCase({ overdraft: 'allow', costMethod });
        await books.book('buy', trade('1', '408', '2026-01-02'));
        await books.book('buy', trade('2', '400', '2026-01-03'));
        await books.book('sell', trade('3', '410', '2026-01-04'));
        expect(await books.holding('A')).toMatchObject({ units: '0', cost: '0', realized_gain: '22' });
        expect(await books.rows('lots')).toEqual([]);
      }
    });

    it('G33: sold one by one they leave nothing either', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', trade('1', '408', '2026-01-02'));
      await books.book('buy', trade('2', '400', '2026-01-03'));
      for (const day of ['04', '05', '06']) await books.book('sell', trade('1', '410', `2026-01-${day}`));
      expect(await books.holding('A')).toMatchObject({ units: '0', cost: '0', realized_gain: '22' });
    });

    it('G46: 300 at 10, of which 200 are sold at 8, realise -400, and at a price of 9 stand at -100', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', trade('300', '10', '2026-01-02'));
      await books.book('sell', trade('200', '8', '2026-01-03'));
      await books.book('set_price', { instrument: 'A', price: '9', on: '2026-01-03', ...usd });
      expect(await books.holding('A')).toMatchObject({
        units: '100',
        cost: '1000',
        realized_gain: '-400',
        unrealized_gain: '-100',
      });
    });

    it('G47: ten at 40 and ten at 60, twenty sold at 100, gain 1,000 under both methods', async () => {
      for (const costMethod of ['average', 'fifo'] as const) {
        const books = openCase({ overdraft: 'allow', costMethod });
        await books.book('buy', trade('10', '40', '2026-01-02'));
        await books.book('buy', trade('10', '60', '2026-01-03'));
        await books.book('sell', trade('20', '100', '2026-01-04'));
        expect(await books.holding('A')).toMatchObject({ units: '0', cost: '0', realized_gain: '1000' });
      }
    });

    it('G48: first in, first out over two lots, with fees outside the gain', async () => {
      const books = openCase({ costMethod: 'fifo', feesInCost: false });
      const fee = { fee: '9.95' };
      await books.book('deposit', { amount: '10000', on: '2026-01-01', ...usd });
      await books.book('buy', trade('30', '100', '2026-01-02', fee));
      await books.book('buy', trade('50', '120', '2026-01-03', fee));
      await books.book('sell', trade('40', '140', '2026-01-04', fee));
      expect(await books.cash()).toEqual({ USD: '6570.15' });
      expect(await books.holding('A')).toMatchObject({ units: '40', cost: '4800', realized_gain: '1400' });
      expect(await books.rows('lots')).toMatchObject([{ date: '2026-01-03', units: '40', cost: '4800' }]);
    });
  });

  describe('dividends', () => {
    const row = (type: string, on: string, cells: string) => `${on},A,${cells},${type}`;
    const header = 'date,symbol,quantity,unitPrice,currency,fee,amount,subtype,activityType';

    it('G25: a reinvested dividend without an amount moves no cash', async () => {
      const books = openCase();
      const text = [
        header,
        row('TRANSFER_IN', '2026-01-02', '1,100,USD,0,,'),
        row('DIVIDEND', '2026-02-02', '1,110,USD,0,,DRIP'),
      ].join('\n');
      expect(await books.bringText(text, { format: 'wealthfolio' })).toMatchObject({ new: 2 });
      expect(await books.cash()).toEqual({});
      expect(await books.holding('A')).toMatchObject({ units: '2', cost: '210', income: '110' });
    });

    it('G26: the amount of the file moves cash and not units × price', async () => {
      const books = openCase();
      const cash = (type: string, day: string, amount: string): Row => ({
        date: `2026-01-${day}`,
        type,
        amount,
        currency: 'USD',
      });
      const buy: Row = {
        ...cash('buy', '04', '100.12'),
        instrument: 'VOO',
        units: '0.1597',
        price: '626.93',
      };
      await books.bring([
        cash('deposit', '01', '50'),
        cash('deposit', '02', '50'),
        cash('interest', '03', '0.15'),
        buy,
        { ...cash('dividend', '05', '0.28'), instrument: 'VOO' },
        { ...cash('dividend', '06', '0.02'), instrument: 'VOO' },
      ]);
      expect(await books.cash()).toEqual({ USD: '0.33' });
      expect(await books.holding('VOO')).toMatchObject({ units: '0.1597', cost: '100.12', income: '0.3' });
      // The printed units are rounded: 0.001 at 589.8108 would be 0.5898, and 0.30 was what left.
      await books.bring([
        { ...cash('buy', '07', '0.30'), instrument: 'VOO', units: '0.001', price: '589.8108' },
      ]);
      expect(await books.cash()).toEqual({ USD: '0.03' });
      expect(await books.holding('VOO')).toMatchObject({ units: '0.1607', cost: '100.42' });
      expect(await books.flags('ent_7')).toEqual(['price_mismatch']);
    });

    it('G26: a reinvestment takes the amount of the file as well', async () => {
      const books = openCase();
      const drip: Row = {
        date: '2026-01-07',
        type: 'drip',
        instrument: 'VOO',
        units: '0.001',
        price: '589.8108',
        amount: '0.30',
        currency: 'USD',
      };
      await books.bring([drip]);
      expect(await books.cash()).toEqual({});
      expect(await books.holding('VOO')).toMatchObject({ units: '0.001', cost: '0.3', income: '0.3' });
    });

    it('G27: four dividends of 162.55 with 42.26 taken off each leave 481.16 after selling at cost', async () => {
      const books = openCase({ feesInCost: false });
      const dividends = ['03', '06', '09', '12'].map((month) =>
        row('DIVIDEND', `2024-${month}-01`, '1,162.55,USD,42.26,,'),
      );
      const text = [
        header,
        row('BUY', '2024-01-02', '1,15005,USD,0,,'),
        ...dividends,
        row('SELL', '2025-01-02', '1,15005,USD,0,,'),
      ].join('\n');
      expect(await books.bringText(text, { format: 'wealthfolio' })).toMatchObject({ new: 6 });
      expect(await books.cash()).toEqual({ USD: '481.16' });
      expect(await books.holding('A')).toMatchObject({ units: '0', realized_gain: '0', income: '650.2' });
    });

    it('G28: 182.80 were invested, the price alone stands at -8.50 and with the dividend it is -8.23', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', trade('1', '10.80', '2025-01-02', { fee: '2' }));
      await books.book('record_dividend', { instrument: 'A', gross: '0.27', on: '2025-02-03', ...usd });
      await books.book('buy', trade('14', '12.00', '2025-03-03', { fee: '2' }));
      // 15 units at 11.62 are worth 174.30.
      await books.book('set_price', { instrument: 'A', price: '11.62', on: '2025-04-01', ...usd });
      expect(await books.holding('A')).toMatchObject({
        units: '15',
        cost: '182.8',
        market_value: '174.3',
        unrealized_gain: '-8.5',
        income: '0.27',
      });
      expect(await books.cash()).toEqual({ USD: '-182.53' });
    });

    it('G32: a dividend per unit counts the ten units held before the ex-date and not the one bought after', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', trade('10', '50', '2026-03-09'));
      await books.book('buy', trade('1', '50', '2026-03-11'));
      const dividend = { instrument: 'A', per_unit: '1', ex_date: '2026-03-10', on: '2026-04-01', ...usd };
      await books.book('record_dividend', dividend);
      expect(await books.holding('A')).toMatchObject({ units: '11', income: '10' });
      expect(await books.cash()).toEqual({ USD: '-540' });
    });
  });
}
