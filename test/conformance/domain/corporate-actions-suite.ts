/** The money rules about splits and returns of capital that no operation's own example covers. */
import { describe, expect, it } from 'vitest';
import type { CaseStores } from '../../support/case-stores.ts';

const usd = { currency: 'USD' };
const held = (units: string, cost: string, currency = 'USD') => ({
  instrument: 'A',
  units,
  cost,
  currency,
  on: '2026-01-02',
});
const split = (ratio: string, on: string, more: Readonly<Record<string, string | boolean>> = {}) => ({
  instrument: 'A',
  ratio,
  on,
  ...more,
});

export function describeCorporateActions({ openCase }: CaseStores): void {
  describe('a split', () => {
    it.each([
      ['119', '3:1', '357', '1:3', '119'],
      ['100', '1:3', '33.333333333333333333', '3:1', '100'],
      ['200', '1:3', '66.666666666666666667', '3:1', '200'],
    ])(
      'is exact: %s units, %s, are shown as %s and after %s as %s',
      async (units, first, between, second, after) => {
        const books = openCase();
        await books.book('record_existing_position', held(units, '2160'));
        await books.book('record_split', split(first, '2026-02-02'));
        expect(await books.holding('A')).toMatchObject({ units: between, cost: '2160' });
        await books.book('record_split', split(second, '2026-03-02'));
        expect(await books.holding('A')).toMatchObject({ units: after, cost: '2160', realized_gain: '0' });
      },
    );

    it('lets exactly what it left be sold', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('100', '90'));
      await books.book('record_split', split('1:3', '2026-02-02'));
      await books.book('record_split', split('3:1', '2026-03-02'));
      await books.book('sell', { instrument: 'A', units: '100', price: '1', on: '2026-04-02', ...usd });
      expect(await books.holding('A')).toMatchObject({ units: '0', cost: '0', realized_gain: '10' });
    });

    it.each(['0:1', '1:0', '-2:1', '1:1', '3:3', '1.50:1.5', '4', '4/1', ''])(
      'of %j is refused',
      async (ratio) => {
        const books = openCase();
        expect(await books.write('record_split', split(ratio, '2026-02-02'), 'k')).toMatchObject({
          code: 'invalid_input',
          detail: { field: 'ratio' },
        });
      },
    );

    it('keeps a decimal ratio as whole numbers', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('1000', '10'));
      await books.book('record_split', split('2.406:1', '2026-02-02'));
      expect(await books.holding('A')).toMatchObject({ units: '2406', cost: '10' });
      expect(await books.ask('entries', { kind: 'split' })).toMatchObject({
        entries: [{ legs: [{ ratio: '2406:1000' }] }],
      });
    });

    it('multiplies what was bought before it, also when that is recorded after it', async () => {
      for (const late of ['command', 'fact']) {
        const books = openCase({ overdraft: 'allow' });
        await books.book('record_existing_position', held('10', '100'));
        await books.book('record_split', split('4:1', '2026-02-02'));
        const purchase = { instrument: 'A', units: '5', price: '10', on: '2026-01-20', ...usd };
        if (late === 'command') await books.book('buy', purchase);
        else
          await books.book('record_external_trade', {
            ...purchase,
            side: 'buy',
            source: 'broker',
            source_id: '1',
          });
        expect(await books.holding('A')).toMatchObject({ units: '60', cost: '150' });
        expect(await books.holding('A', { as_of: '2026-01-31' })).toMatchObject({ units: '15', cost: '150' });
        expect(await books.ask('verify')).toMatchObject({ ok: true });
      }
    });

    it('does not multiply what was bought on its day, which was bought at the new price', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('record_existing_position', held('10', '100'));
      await books.book('buy', { instrument: 'A', units: '4', price: '3', on: '2026-02-02', ...usd });
      await books.book('record_split', split('4:1', '2026-02-02'));
      expect(await books.holding('A')).toMatchObject({ units: '44', cost: '112' });
    });

    it('reaches the units of every currency', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('10', '100'));
      await books.book('record_existing_position', held('3', '33', 'EUR'));
      await books.book('record_split', split('2:1', '2026-02-02'));
      expect(await books.rows('holdings')).toMatchObject([
        { currency: 'EUR', units: '6', cost: '33' },
        { currency: 'USD', units: '20', cost: '100' },
      ]);
    });

    it('is refused a second time under another key unless it is said to be another one', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('10', '100'));
      await books.book('record_split', split('2:1', '2026-02-02'));
      for (const ratio of ['2:1', '4:2']) {
        expect(await books.write('record_split', split(ratio, '2026-02-02'), ratio)).toMatchObject({
          code: 'split_already_recorded',
          detail: { entry_id: 'ent_2' },
        });
      }
      expect(await books.holding('A')).toMatchObject({ units: '20' });
      await books.book('record_split', split('2:1', '2026-02-02', { again: true }));
      expect(await books.holding('A')).toMatchObject({ units: '40' });
    });
  });

  describe('fractions', () => {
    it('are kept unless something else is said', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('10', '100'));
      await books.book('record_split', split('1:4', '2026-02-02'));
      expect(await books.holding('A')).toMatchObject({ units: '2.5', cost: '100' });
    });

    it('are sold for cash in the currency of the trade, and their share of the cost leaves with them', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('10', '100', 'EUR'));
      const inLieu = { fractions: 'cash_in_lieu', cash_in_lieu: '22' };
      await books.book('record_split', split('1:4', '2026-02-02', inLieu));
      expect(await books.cash()).toEqual({ EUR: '22' });
      // 2.5 units cost 100, so half a unit cost 20.
      expect(await books.holding('A')).toMatchObject({ units: '2', cost: '80', realized_gain: '2' });
      expect(await books.rows('gains')).toMatchObject([
        { units: '0.5', proceeds: '22', cost: '20', gain: '2', reason: 'cash_in_lieu' },
      ]);
    });

    it.each([{ fractions: 'cash_in_lieu' }, { cash_in_lieu: '22' }])(
      'are refused when only one of the two is said: %j',
      async (half) => {
        const books = openCase();
        const outcome = await books.write('record_split', split('1:4', '2026-02-02', half), 'k');
        expect(outcome).toMatchObject({ code: 'invalid_input', detail: { field: 'cash_in_lieu' } });
      },
    );
  });

  describe('a return of capital', () => {
    const returned = (amount: string, on: string) => ({ instrument: 'A', amount, on, ...usd });

    it('lowers the cost to zero at most; the excess is gain', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('10', '100'));
      await books.book('record_return_of_capital', returned('70', '2026-02-02'));
      await books.book('record_return_of_capital', returned('50', '2026-03-02'));
      await books.book('record_return_of_capital', returned('5', '2026-04-02'));
      expect(await books.holding('A')).toMatchObject({ units: '10', cost: '0', realized_gain: '25' });
      expect(await books.cash()).toEqual({ USD: '125' });
    });

    it('changes nothing when it is sent again', async () => {
      const books = openCase();
      await books.book('record_existing_position', held('10', '100'));
      for (const status of ['accepted', 'duplicate', 'duplicate']) {
        const outcome = await books.write('record_return_of_capital', returned('70', '2026-02-02'), 'k');
        expect(outcome).toMatchObject({ status });
      }
      expect(await books.holding('A')).toMatchObject({ units: '10', cost: '30', realized_gain: '0' });
      expect(await books.cash()).toEqual({ USD: '70' });
    });
  });
}
