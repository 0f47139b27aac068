/** How tellings of several sources meet, where no operation's own example and no case from the field shows it. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/ledger/json-value.ts';
import type { CaseStores } from '../../support/case-stores.ts';

const usd = { currency: 'USD' };
const tell = (source: string, fact: JsonObject, id = '1') => ({
  source,
  source_id: id,
  told: { fact },
  fact: { ...usd, ...fact },
});
const held = { kind: 'existing', instrument: 'A', units: '3', cost: '30', date: '2026-05-01' };
const paid = {
  kind: 'dividend',
  instrument: 'A',
  gross: '5',
  withheld: '0',
  net: '5',
  date: '2026-05-04',
};
const split = { kind: 'split', instrument: 'A', ratio: '3:2', date: '2026-05-04' };

export function describeFactsMeetEntries({ openCase }: CaseStores): void {
  describe('one identity with another effect on units', () => {
    it.each([
      ['a dividend that was paid and one that was reinvested', paid, { ...paid, reinvestedUnits: '1' }],
      ['a split without and with cash for the fraction', split, { ...split, cashInLieu: '6' }],
      [
        'a split with cash for the fraction and one with other cash',
        { ...split, cashInLieu: '5' },
        { ...split, cashInLieu: '6' },
      ],
    ])('waits for a person whichever comes first: %s', async (_, plain, other) => {
      for (const [first, second] of [
        [plain, other],
        [other, plain],
      ] as const) {
        const books = openCase();
        await books.book('record_fact', tell('a', held, 'held'));
        await books.book('record_fact', tell('a', first));
        const outcome = await books.write('record_fact', tell('b', second));
        expect(outcome).toMatchObject({ status: 'held', result: { candidates: ['ent_2'] } });
        expect(await books.rows('review')).toMatchObject([{ reason: 'near_match' }]);
      }
    });

    it('is the same event when the effect is the same too', async () => {
      for (const fact of [paid, split, { ...paid, reinvestedUnits: '1' }, { ...split, cashInLieu: '6' }]) {
        const books = openCase();
        await books.book('record_fact', tell('a', held, 'held'));
        await books.book('record_fact', tell('a', fact));
        expect(await books.write('record_fact', tell('b', fact))).toMatchObject({ status: 'matched' });
        expect(await books.rows('review')).toEqual([]);
      }
    });

    it('is another event when the same source tells both', async () => {
      const books = openCase();
      await books.book('record_fact', tell('a', paid, '1'));
      await books.book('record_fact', tell('a', { ...paid, reinvestedUnits: '1' }, '2'));
      expect(await books.holding('A')).toMatchObject({ units: '1', cost: '5', income: '10' });
      expect(await books.cash()).toEqual({ USD: '5' });
    });
  });

  describe('a held telling that its source changes', () => {
    const trade = (amount: string) => ({
      side: 'buy',
      instrument: 'A',
      units: '10',
      amount,
      on: '2026-05-01',
      ...usd,
    });

    it('waits once, as it is told now', async () => {
      const books = openCase();
      await books.book('record_external_trade', { ...trade('1000'), source: 'a', source_id: '1' });
      const other = { source: 'b', source_id: '1' };
      const first = await books.write('record_external_trade', { ...trade('1001'), ...other });
      const second = await books.write('record_external_trade', { ...trade('1002'), ...other });
      expect([first.status, second.status]).toEqual(['held', 'held']);
      const [open, ...more] = await books.rows('review');
      expect(more).toEqual([]);
      expect(open).toMatchObject({ fact: { amount: '1002' } });
      const replaced = 'review_id' in first ? first.review_id : undefined;
      expect(await books.write('accept_review', { review: replaced ?? '' }, 'late')).toMatchObject({
        code: 'already_resolved',
      });
      await books.book('accept_review', { review: open?.['review_id'] ?? '' });
      expect(await books.holding('A')).toMatchObject({ units: '20', cost: '2002' });
    });
  });
}
