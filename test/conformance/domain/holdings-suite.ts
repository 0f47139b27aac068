/** The money rules about existing positions and stated holdings. */
import { describe, expect, it } from 'vitest';
import type { CaseStores } from '../../support/case-stores.ts';

const usd = { currency: 'USD' };
const stated = (units: string, cost: string, on: string) => ({ instrument: 'A', units, cost, on, ...usd });

export function describeHoldings({ openCase }: CaseStores): void {
  describe('an existing position', () => {
    it('comes from outside with its cost and moves no cash', async () => {
      const books = openCase();
      await books.book('record_existing_position', stated('10', '1500', '2026-05-01'));
      expect(await books.cash()).toEqual({});
      expect(await books.ask('entries')).toMatchObject({
        entries: [
          {
            postings: [
              { account: 'equity:trading', currency: 'USD', amount: '1500' },
              { account: 'equity:external', currency: 'USD', amount: '-1500' },
            ],
          },
        ],
      });
    });

    it('adds to what is there already', async () => {
      const books = openCase();
      await books.book('record_existing_position', stated('10', '1500', '2026-05-01'));
      await books.book('record_existing_position', stated('2', '100', '2026-05-01'));
      expect(await books.holding('A')).toMatchObject({ units: '12', cost: '1600' });
    });
  });

  describe('a holding', () => {
    it('is added only where there is none', async () => {
      const books = openCase();
      await books.book('add_holding', stated('10', '1500', '2026-05-01'));
      expect(await books.write('add_holding', stated('10', '1500', '2026-05-01'), 'k')).toMatchObject({
        code: 'already_exists',
        detail: { units: '10' },
      });
      expect(await books.holding('A')).toMatchObject({ units: '10', cost: '1500' });
      expect(await books.cash()).toEqual({});
    });

    it('that is set holds from its day on, whatever is recorded before it later', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('record_existing_position', stated('4', '400', '2026-05-01'));
      await books.book('set_holding', stated('10', '1500', '2026-05-10'));
      await books.book('buy', { instrument: 'A', units: '3', price: '100', on: '2026-05-05', ...usd });
      expect(await books.holding('A')).toMatchObject({ units: '10', cost: '1500' });
      expect(await books.holding('A', { as_of: '2026-05-09' })).toMatchObject({ units: '7', cost: '700' });
      await books.book('buy', { instrument: 'A', units: '1', price: '200', on: '2026-05-11', ...usd });
      expect(await books.holding('A')).toMatchObject({ units: '11', cost: '1700' });
      expect(await books.ask('verify')).toMatchObject({ ok: true });
    });

    it('that is so already is set without an entry', async () => {
      const books = openCase();
      await books.book('record_existing_position', stated('10', '1500', '2026-05-01'));
      expect(await books.write('set_holding', stated('10.00', '1500.0', '2026-05-10'), 'k')).toMatchObject({
        status: 'unchanged',
      });
      expect(await books.ask('verify')).toMatchObject({ entries: 1 });
    });

    it('that is deleted is gone from its day on and stays in what came before', async () => {
      const books = openCase();
      await books.book('record_existing_position', stated('10', '1500', '2026-05-01'));
      await books.book('delete_holding', { instrument: 'A', on: '2026-05-10', ...usd });
      expect(await books.rows('holdings')).toEqual([]);
      expect(await books.holding('A', { as_of: '2026-05-09' })).toMatchObject({ units: '10', cost: '1500' });
      expect(
        await books.write('delete_holding', { instrument: 'A', on: '2026-05-11', ...usd }, 'k'),
      ).toMatchObject({ code: 'not_found' });
      expect(await books.cash()).toEqual({});
    });

    it('is adjusted by what is added or taken away, which needs a key', async () => {
      const books = openCase();
      await books.book('record_existing_position', stated('10', '1500', '2026-05-01'));
      const two = stated('2', '300', '2026-05-02');
      expect(await books.write('adjust_holding', two)).toMatchObject({ code: 'idempotency_key_required' });
      await books.write('adjust_holding', two, 'a');
      await books.write('adjust_holding', two, 'a');
      await books.write('adjust_holding', two, 'b');
      await books.book('adjust_holding', stated('-5', '-600', '2026-05-03'));
      expect(await books.holding('A')).toMatchObject({ units: '9', cost: '1500', realized_gain: '0' });
      expect(await books.holding('A', { as_of: '2026-05-02' })).toMatchObject({ units: '14', cost: '2100' });
      expect(await books.cash()).toEqual({});
    });
  });
}
