/** A source that tells the same id with other content: held with both tellings, until a person decides. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../support/case-books.ts';
import type { CaseStores } from '../../support/case-stores.ts';
import { fail } from '../../support/fail.ts';

const told = (amount: string): Row => ({
  id: 'T1',
  date: '2026-01-05',
  type: 'buy',
  instrument: 'AAA',
  units: '10',
  amount,
  currency: 'USD',
});

export function describeChangedAtSource({ openCase }: CaseStores): void {
  describe('a row that changed at its source', () => {
    it('waits with what it says now, what it said before and the entry in the books', async () => {
      const books = openCase();
      await books.bring([told('50')]);
      expect(await books.bring([told('60')])).toMatchObject({ new: 0, held: 1 });
      expect(await books.cash()).toEqual({ USD: '-50' });
      const [held] = await books.rows('review');
      expect(held).toMatchObject({ reason: 'changed_at_source', entry_id: 'ent_1' });
      const said = (amount: string): unknown =>
        expect.stringMatching(
          new RegExp(`^2026-01-05 trade buy, .*instrument AAA, units 10, amount ${amount},`),
        );
      expect(held).toMatchObject({ event: said('60'), before: said('50') });
    });

    it('takes the place of what was booked when it is accepted, and says what it takes back', async () => {
      const books = openCase();
      await books.bring([told('50')]);
      await books.bring([told('60')]);
      const [held] = await books.rows('review');
      const review = held?.['review_id'] ?? fail('nothing is held');
      const booked = await books.book('accept_review', { review });
      expect(booked.result).toMatchObject({ takes_back: 'ent_1' });
      expect(await books.cash()).toEqual({ USD: '-60' });
      expect(await books.holding('AAA')).toMatchObject({ units: '10', cost: '60' });
      expect(await books.rows('review')).toEqual([]);
    });
  });
}
