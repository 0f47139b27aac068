/** Cases from the field, by their numbers: rows that were reversed, are not posted yet, or are taken back. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../support/case-books.ts';
import type { CaseStores } from '../../support/case-stores.ts';
import { fail } from '../../support/fail.ts';

const buy: Row = {
  date: '2026-01-05',
  type: 'buy',
  instrument: 'AAA',
  units: '10',
  price: '5',
  amount: '50',
  currency: 'USD',
};

export function describeWithdrawnAndPendingRowCases({ openCase }: CaseStores): void {
  describe('G11: what was reversed', () => {
    it('asks before it comes again, and is not booked without consent', async () => {
      const books = openCase();
      await books.bring([buy]);
      await books.book('reverse_entry', { entry: 'ent_1' });
      expect(await books.bring([buy])).toMatchObject({ new: 0, held: 1 });
      expect(await books.cash()).toEqual({ USD: '0' });
      expect(await books.rows('review')).toMatchObject([
        {
          reason: 'was_reversed',
          entry_id: 'ent_1',
          reversed_by: 'ent_2',
          reversed_at: '2026-06-01T12:00:00.000Z',
        },
      ]);
      expect(await books.bring([buy])).toMatchObject({ new: 0, held: 1 });
      expect(await books.rows('review')).toHaveLength(1);
    });

    it('comes again once with consent', async () => {
      const books = openCase();
      const { import_id: importId } = await books.bring([buy]);
      await books.book('reverse_import', { import: importId ?? fail('the import has no id') });
      await books.bring([buy]);
      for (const counts of [
        { new: 1, already: 0 },
        { new: 0, already: 1 },
        { new: 0, already: 1 },
      ]) {
        expect(await books.bring([buy], { rebook: true })).toMatchObject(counts);
      }
      expect(await books.holding('AAA')).toMatchObject({ units: '10', cost: '50' });
      expect(await books.cash()).toEqual({ USD: '-50' });
      expect(await books.rows('review')).toEqual([]);
      expect(await books.bring([buy])).toMatchObject({ new: 0, already: 1, held: 0 });
    });

    it('leaves a file taken back when it comes again and nothing of it is booked', async () => {
      const books = openCase();
      const { import_id: importId } = await books.bring([buy]);
      const id = importId ?? fail('the import has no id');
      await books.book('reverse_import', { import: id });
      await books.bring([buy]);
      expect(await books.rows('imports')).toMatchObject([{ import_id: id, state: 'reversed' }]);
      const [held] = await books.rows('review');
      await books.book('accept_review', { review: held?.['review_id'] ?? fail('nothing is held') });
      expect(await books.cash()).toEqual({ USD: '-50' });
      // What a person let in is a row of that file, and goes with it.
      const reversed = await books.book('reverse_import', { import: id });
      expect(reversed.result).toMatchObject({ reversed: 1, net_cash: { USD: '50' } });
      expect(await books.cash()).toEqual({ USD: '0' });
      await books.bring([buy], { rebook: true });
      expect(await books.rows('imports')).toMatchObject([{ import_id: id, state: 'complete' }]);
    });

    it('comes again by the review that holds it, and by the entry, together once', async () => {
      const books = openCase();
      await books.bring([buy]);
      await books.book('reverse_entry', { entry: 'ent_1' });
      await books.bring([buy]);
      const [held] = await books.rows('review');
      await books.book('rebook', { fact: held?.['review_id'] ?? fail('nothing is held') });
      expect(await books.write('rebook', { fact: 'ent_1' }, 'again')).toMatchObject({ status: 'unchanged' });
      expect(await books.holding('AAA')).toMatchObject({ units: '10', cost: '50' });
      expect(await books.rows('review')).toEqual([]);
    });

    it('can be reversed and brought again a second time', async () => {
      const books = openCase();
      await books.bring([buy]);
      for (const [entry, live] of [
        ['ent_1', 'ent_3'],
        ['ent_3', 'ent_5'],
      ] as const) {
        await books.book('reverse_entry', { entry });
        expect(await books.bring([buy], { rebook: true })).toMatchObject({ new: 1 });
        expect(await books.rows('lots')).toMatchObject([{ entry_id: live, units: '10' }]);
      }
      expect(await books.cash()).toEqual({ USD: '-50' });
    });
  });

  describe('G15: a payment that is pending and then posted', () => {
    const payment = (id: string, more: Row): Row => ({
      type: 'withdrawal',
      amount: '50.00',
      currency: 'USD',
      id,
      ...more,
    });
    const pending = payment('id1', { date: '2026-05-01', status: 'pending' });
    const posted = payment('id2', { date: '2026-05-03', status: 'booked' });
    const source = 'file:csv:default';

    it('is held while it is pending and moves nothing', async () => {
      const books = openCase();
      expect(await books.bring([pending])).toMatchObject({ new: 0, held: 1 });
      expect(await books.bring([pending])).toMatchObject({ new: 0, held: 1 });
      expect(await books.cash()).toEqual({});
      expect(await books.rows('review')).toMatchObject([{ reason: 'pending', source_id: 'id1' }]);
    });

    it('is booked once when it is posted under another id, and both ids name that entry', async () => {
      const books = openCase();
      await books.bring([pending]);
      expect(await books.bring([posted])).toMatchObject({ new: 1, held: 0 });
      expect(await books.cash()).toEqual({ USD: '-50' });
      expect(await books.rows('review')).toEqual([]);
      for (const id of ['id1', 'id2']) expect((await books.sightings(source, id)).at(-1)?.seq).toBe(1);
      expect(await books.bring([pending, posted])).toMatchObject({ new: 0, held: 0, already: 2 });
      expect(await books.cash()).toEqual({ USD: '-50' });
    });

    it('is booked once when one file has both rows', async () => {
      const books = openCase();
      expect(await books.bring([pending, posted])).toMatchObject({ new: 1, held: 1 });
      expect(await books.cash()).toEqual({ USD: '-50' });
      expect(await books.rows('review')).toEqual([]);
    });

    it('is booked once when it keeps its id', async () => {
      const books = openCase();
      await books.bring([pending]);
      const same = { ...posted, id: 'id1' };
      expect(await books.bring([same])).toMatchObject({ new: 1, held: 0 });
      expect(await books.bring([same])).toMatchObject({ new: 0, already: 1 });
      expect(await books.cash()).toEqual({ USD: '-50' });
      expect(await books.rows('review')).toEqual([]);
    });

    it('settles one of two equal pending payments with each posted one', async () => {
      const books = openCase();
      const second = { ...pending, id: 'id3' };
      expect(await books.bring([pending, second])).toMatchObject({ held: 2 });
      await books.bring([posted]);
      expect(await books.rows('review')).toHaveLength(1);
      await books.bring([{ ...posted, id: 'id4' }]);
      expect(await books.rows('review')).toEqual([]);
      expect(await books.cash()).toEqual({ USD: '-100' });
    });
  });

  describe('G15: a pending payment that changes before it is posted', () => {
    const pending: Row = {
      date: '2026-05-01',
      type: 'withdrawal',
      amount: '50',
      currency: 'USD',
      id: 'id1',
      status: 'pending',
    };

    it('waits once, under its newest amount', async () => {
      const books = openCase();
      await books.bring([pending]);
      await books.bring([{ ...pending, amount: '52' }]);
      expect(await books.rows('review')).toMatchObject([{ reason: 'pending', fact: { amount: '52' } }]);
      await books.bring([{ ...pending, amount: '52', id: 'id2', status: 'booked' }]);
      expect(await books.rows('review')).toEqual([]);
      expect(await books.cash()).toEqual({ USD: '-52' });
    });

    it('is booked at the amount that is posted under its id, and a later payment of the old amount is another', async () => {
      const books = openCase();
      await books.bring([pending]);
      await books.bring([{ ...pending, amount: '52', status: 'booked' }]);
      expect(await books.bring([{ ...pending, id: 'id9', status: 'booked' }])).toMatchObject({ new: 1 });
      expect(await books.cash()).toEqual({ USD: '-102' });
      expect((await books.sightings('file:csv:default', 'id1')).at(-1)?.seq).toBe(1);
    });

    it('is booked once when the bank takes the pending row back, before or after it posts the payment', async () => {
      const posted = { ...pending, id: 'id2', status: 'booked' };
      const cancel: Row = { date: '2026-05-02', type: 'cancel', cancels: 'id1' };
      for (const rows of [
        [pending, cancel, posted],
        [pending, posted, cancel],
        [cancel, pending, posted],
      ]) {
        const books = openCase();
        for (const row of [...rows, cancel, pending]) await books.bring([row]);
        expect(await books.cash()).toEqual({ USD: '-50' });
        expect(await books.rows('review')).toEqual([]);
        expect(await books.ask('verify')).toMatchObject({ ok: true });
      }
    });

    it('stays two payments when one of two equal ones was pending and the bank takes that row back', async () => {
      const books = openCase();
      const posted = (id: string): Row => ({ ...pending, id, status: 'booked' });
      await books.bring([pending]);
      await books.bring([posted('id2'), posted('id3')]);
      await books.bring([{ date: '2026-05-02', type: 'cancel', cancels: 'id1' }]);
      expect(await books.cash()).toEqual({ USD: '-100' });
    });
  });

  describe('a row that its source takes back', () => {
    it('is not held either when it is pending and the cancellation came first', async () => {
      const books = openCase();
      const row: Row = { ...buy, id: 't1', status: 'pending' };
      await books.bring([{ date: '2026-01-06', type: 'cancel', cancels: 't1' }]);
      expect(await books.bring([row])).toMatchObject({ held: 0, new: 0 });
      expect(await books.bring([row])).toMatchObject({ held: 0, new: 0 });
      expect(await books.rows('review')).toEqual([]);
    });

    const cancel: Row = { date: '2026-01-06', type: 'cancel', cancels: 't1' };

    it('leaves no effect, whether the cancellation comes after it or before', async () => {
      for (const rows of [
        [{ ...buy, id: 't1' }, cancel],
        [cancel, { ...buy, id: 't1' }],
      ]) {
        const books = openCase();
        for (const row of rows) await books.bring([row]);
        const cash = await books.cash();
        expect(cash['USD'] ?? '0').toBe('0');
        expect(await books.bring([{ ...buy, id: 't1' }])).toMatchObject({ new: 0, held: 0 });
        expect((await books.cash())['USD'] ?? '0').toBe('0');
      }
    });
  });
}
