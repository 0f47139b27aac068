/** The money rules about cost and gains, one test for each sentence that no operation's own example covers. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/ledger/json-value.ts';
import type { CaseStores } from '../../support/case-stores.ts';

const usd = { currency: 'USD' };
const trade = (units: string, price: string, on: string, more: JsonObject = {}) => ({
  instrument: 'A',
  units,
  price,
  on,
  ...usd,
  ...more,
});
const held = (units: string, cost: string, on: string, more: JsonObject = {}) => ({
  instrument: 'A',
  units,
  cost,
  on,
  ...usd,
  ...more,
});

export function describeCost({ openCase }: CaseStores): void {
  describe('fees', () => {
    it('of a purchase go into the cost and of a sale come off the proceeds', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', trade('10', '190', '2026-01-02', { fee: '1' }));
      expect(await books.holding('A')).toMatchObject({ cost: '1901' });
      await books.book('sell', trade('10', '200', '2026-01-03', { fee: '2' }));
      // 1,998 came in and 1,901 had gone out. The fees that were paid are in it already.
      expect(await books.holding('A')).toMatchObject({ realized_gain: '97' });
      expect(await books.rows('gains')).toMatchObject([{ proceeds: '1998', cost: '1901', gain: '97' }]);
      expect(await books.cash()).toEqual({ USD: '97' });
    });

    it('stay outside both when the portfolio says so, and only count as expenses', async () => {
      const books = openCase({ overdraft: 'allow', feesInCost: false });
      await books.book('buy', trade('10', '190', '2026-01-02', { fee: '1' }));
      await books.book('sell', trade('10', '200', '2026-01-03', { fee: '2' }));
      expect(await books.holding('A')).toMatchObject({ realized_gain: '100' });
      expect(await books.cash()).toEqual({ USD: '97' });
      expect(await books.ask('entries')).toMatchObject({
        entries: [
          { postings: expect.arrayContaining([{ account: 'expenses:fee', currency: 'USD', amount: '1' }]) },
          { postings: expect.arrayContaining([{ account: 'expenses:fee', currency: 'USD', amount: '2' }]) },
        ],
      });
    });

    it('are read by the setting in force, also for what was booked before it', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', trade('10', '190', '2026-01-02', { fee: '1' }));
      await books.book('set_portfolio', { fees_in_cost: false });
      expect(await books.holding('A')).toMatchObject({ cost: '1900' });
    });
  });

  describe('the cost that a sale releases', () => {
    it('is its share of the cost, rounded to ten decimals', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('3', '10', '2026-01-02'));
      await books.book('sell', trade('1', '5', '2026-01-03'));
      expect(await books.rows('gains')).toMatchObject([{ cost: '3.3333333333', gain: '1.6666666667' }]);
      expect(await books.holding('A')).toMatchObject({ units: '2', cost: '6.6666666667' });
    });

    it.each([
      ['0.0000000001', '0'],
      ['0.0000000003', '0.0000000002'],
    ])('is rounded half-even: half of %s is %s', async (cost, released) => {
      const books = openCase();
      await books.book('record_existing_position', held('2', cost, '2026-01-02'));
      await books.book('sell', trade('1', '0', '2026-01-03'));
      expect(await books.rows('gains')).toMatchObject([{ cost: released }]);
    });

    it('is all that is left with the last unit, whatever was rounded before', async () => {
      for (const costMethod of ['average', 'fifo'] as const) {
        const books = openCase({ costMethod });
        await books.book('record_existing_position', held('7', '10', '2026-01-02'));
        for (const day of ['03', '04', '05', '06', '07', '08', '09'])
          await books.book('sell', trade('1', '1', `2026-01-${day}`));
        // Seven came in for 10 and went out for 7.
        expect(await books.holding('A')).toMatchObject({ units: '0', cost: '0', realized_gain: '-3' });
      }
    });

    it('is that of the oldest units under FIFO and of all alike under average cost', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('10', '400', '2026-01-02'));
      await books.book('record_existing_position', held('10', '600', '2026-01-03'));
      await books.book('sell', trade('15', '100', '2026-01-04'));
      expect(await books.holding('A')).toMatchObject({ units: '5', cost: '250', realized_gain: '750' });
      await books.book('set_portfolio', { cost_method: 'fifo' });
      expect(await books.holding('A')).toMatchObject({ units: '5', cost: '300', realized_gain: '800' });
    });
  });

  describe('crossing zero', () => {
    const sale = {
      side: 'sell',
      instrument: 'A',
      units: '15',
      price: '20',
      source: 'broker',
      source_id: '1',
      on: '2026-01-03',
      ...usd,
    };

    it('closes the position and opens the rest on the other side at that price, and a fact that does is flagged', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('10', '100', '2026-01-02'));
      const { entry_id: id = '' } = await books.book('record_external_trade', sale);
      expect(await books.flags(id)).toEqual(['oversold']);
      expect(await books.holding('A')).toMatchObject({ units: '-5', cost: '-100', realized_gain: '100' });
      await books.book('buy', trade('8', '18', '2026-01-04'));
      // Five are bought back at 18 that had brought 20; three remain.
      expect(await books.holding('A')).toMatchObject({ units: '3', cost: '54', realized_gain: '110' });
      expect(await books.rows('gains')).toMatchObject([{ reason: 'sale' }, { reason: 'cover', gain: '10' }]);
    });

    it('is refused to a command unless the portfolio allows shorts', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('10', '100', '2026-01-02'));
      const input = trade('15', '20', '2026-01-03');
      expect(await books.write('sell', input, 'k')).toMatchObject({ code: 'insufficient_units' });
      await books.book('set_portfolio', { shorts: 'allow' });
      expect(await books.write('sell', input, 'k')).toMatchObject({ status: 'accepted' });
      expect(await books.holding('A')).toMatchObject({ units: '-5', cost: '-100' });
    });
  });

  describe('a position', () => {
    it('is kept apart in each currency', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('record_existing_position', held('10', '100', '2026-01-02'));
      await books.book('record_existing_position', held('4', '36', '2026-01-02', { currency: 'EUR' }));
      expect(await books.rows('holdings')).toMatchObject([
        { instrument: 'A', currency: 'EUR', units: '4', cost: '36' },
        { instrument: 'A', currency: 'USD', units: '10', cost: '100' },
      ]);
      expect(
        await books.write('sell', trade('5', '10', '2026-01-03', { currency: 'EUR' }), 'k'),
      ).toMatchObject({ code: 'insufficient_units', detail: { currency: 'EUR', missing: '1' } });
    });
  });

  describe('a sale that is dated back', () => {
    it('is refused when a later day could not bear it, naming that day', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('record_existing_position', held('10', '100', '2026-01-02'));
      await books.book('sell', trade('8', '10', '2026-01-20'));
      await books.book('buy', trade('5', '10', '2026-01-25'));
      // Ten are there on the 5th, but only two from the 20th to the 25th.
      expect(await books.write('sell', trade('3', '10', '2026-01-05'), 'k')).toMatchObject({
        code: 'insufficient_units',
        detail: { date: '2026-01-20', missing: '1' },
      });
      await books.book('sell', trade('2', '10', '2026-01-05'));
      expect(await books.holding('A', { as_of: '2026-01-20' })).toMatchObject({ units: '0' });
    });

    it('is checked at the end of its day, so that what was bought on that day may be sold', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', trade('5', '10', '2026-01-05'));
      await books.book('sell', trade('5', '11', '2026-01-05'));
      expect(await books.holding('A')).toMatchObject({ units: '0', realized_gain: '5' });
    });

    it('counts a split of a later day', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('10', '100', '2026-01-02'));
      await books.book('record_split', { instrument: 'A', ratio: '2:1', on: '2026-01-10' });
      await books.book('sell', trade('18', '10', '2026-01-20'));
      // Two of before the split would be four after it, and two are left.
      expect(await books.write('sell', trade('2', '10', '2026-01-05'), 'k')).toMatchObject({
        code: 'insufficient_units',
        detail: { date: '2026-01-20', missing: '2' },
      });
      await books.book('sell', trade('1', '10', '2026-01-05'));
      expect(await books.holding('A')).toMatchObject({ units: '0', cost: '0' });
    });
  });
}
