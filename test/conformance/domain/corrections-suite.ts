/** The money rules about corrections: reversals of entries and of imports. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../support/case-books.ts';
import type { CaseStores } from '../../support/case-stores.ts';
import { fail } from '../../support/fail.ts';

const usd = { currency: 'USD' };
const buy = { instrument: 'A', units: '10', price: '10', on: '2026-05-01', ...usd };
const sell = { instrument: 'A', units: '4', price: '12', on: '2026-05-10', ...usd };

export function describeCorrections({ openCase }: CaseStores): void {
  describe('a reversal', () => {
    it('is the mirror image of its entry, once', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '5', on: '2026-05-01', ...usd });
      await books.book('reverse_entry', { entry: 'ent_1' });
      expect(await books.ask('entries')).toMatchObject({
        entries: [
          { reversed_by: 'ent_2', postings: [{ amount: '5' }, { amount: '-5' }] },
          {
            kind: 'reversal',
            reverses: 'ent_1',
            date: '2026-05-01',
            postings: [
              { account: 'assets:cash', amount: '-5' },
              { account: 'equity:external', amount: '5' },
            ],
          },
        ],
      });
      expect(await books.write('reverse_entry', { entry: 'ent_1' }, 'again')).toMatchObject({
        status: 'unchanged',
        code: 'already_reversed',
      });
      expect(await books.write('reverse_entry', { entry: 'ent_2' }, 'reversal')).toMatchObject({
        code: 'not_reversible',
      });
      expect(await books.cash()).toEqual({ USD: '0' });
    });

    it('counts at the date of its original, for cash, positions and gains', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', buy);
      await books.book('buy', { ...buy, price: '20', on: '2026-05-02' });
      await books.book('sell', sell);
      expect(await books.holding('A')).toMatchObject({ realized_gain: '-12' });
      books.clock.now = '2026-06-15T12:00:00.000Z';
      await books.book('reverse_entry', { entry: 'ent_2' });
      // Without the dearer purchase the four units had cost 40.
      expect(await books.holding('A')).toMatchObject({ units: '6', cost: '60', realized_gain: '8' });
      expect(await books.holding('A', { as_of: '2026-05-02' })).toMatchObject({ units: '10', cost: '100' });
      expect(await books.cash({ as_of: '2026-05-02' })).toEqual({ USD: '-100' });
      expect(await books.cash()).toEqual({ USD: '-52' });
    });

    it('leaves what was known before it as it was known', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', buy);
      books.clock.now = '2026-06-15T12:00:00.000Z';
      await books.book('reverse_entry', { entry: 'ent_1' });
      const before = { known_at: '2026-06-10T00:00:00Z' };
      expect(await books.holding('A', before)).toMatchObject({ units: '10', cost: '100' });
      expect(await books.cash({ as_of: '2026-06-15', ...before })).toEqual({ USD: '-100' });
      expect(await books.rows('holdings', { closed: true })).toEqual([]);
      expect(await books.cash()).toEqual({ USD: '0' });
    });

    it('of a purchase whose units were sold since is refused with what stands in the way, unless it is forced', async () => {
      const books = openCase({ overdraft: 'allow' });
      await books.book('buy', buy);
      await books.book('sell', sell);
      expect(await books.write('reverse_entry', { entry: 'ent_1' }, 'k')).toMatchObject({
        code: 'reversal_blocked',
        detail: { instrument: 'A', date: '2026-05-10', missing: '4' },
      });
      await books.book('reverse_entry', { entry: 'ent_1', force: true });
      expect(await books.holding('A')).toMatchObject({ units: '-4', cost: '-48' });
      expect(await books.cash()).toEqual({ USD: '48' });
    });

    it('of money that was spent since is refused in the same way', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '100', on: '2026-05-01', ...usd });
      await books.book('withdraw', { amount: '60', on: '2026-05-10', ...usd });
      expect(await books.write('reverse_entry', { entry: 'ent_1' }, 'k')).toMatchObject({
        code: 'reversal_blocked',
        detail: { currency: 'USD', date: '2026-05-10', needed: '100' },
      });
    });

    it('of a split gives back the units that it made', async () => {
      const books = openCase();
      const held = { instrument: 'A', units: '10', cost: '100', on: '2026-05-01', ...usd };
      await books.book('record_existing_position', held);
      const inLieu = { fractions: 'cash_in_lieu', cash_in_lieu: '22', ...usd };
      await books.book('record_split', { instrument: 'A', ratio: '1:4', on: '2026-05-02', ...inLieu });
      await books.book('reverse_entry', { entry: 'ent_2' });
      expect(await books.holding('A')).toMatchObject({ units: '10', cost: '100', realized_gain: '0' });
      expect(await books.cash()).toEqual({ USD: '0' });
    });
  });

  describe('the reversal of an import', () => {
    const row: Row = {
      date: '2026-05-01',
      type: 'buy',
      instrument: 'A',
      units: '10',
      amount: '100',
      currency: 'USD',
    };
    const deposit: Row = { date: '2026-05-01', type: 'deposit', amount: '7', currency: 'USD' };

    it('takes back what the import booked and not what it matched, once', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '7', on: '2026-05-01', ...usd });
      const { import_id: id, ...counts } = await books.bring([row, deposit]);
      expect(counts).toMatchObject({ new: 1, matched: 1 });
      const wish = { import: id ?? fail('the import has no id') };
      expect(await books.book('reverse_import', wish)).toMatchObject({ result: { reversed: 1 } });
      expect(await books.cash()).toEqual({ USD: '7' });
      expect(await books.rows('holdings', { closed: true })).toEqual([]);
      expect(await books.write('reverse_import', wish, 'again')).toMatchObject({
        status: 'unchanged',
        code: 'already_reversed',
      });
      expect(await books.cash()).toEqual({ USD: '7' });
    });

    it('is refused when something else depends on what it brought, unless it is forced', async () => {
      const books = openCase();
      const { import_id: id } = await books.bring([row]);
      await books.book('sell', sell);
      const wish = { import: id ?? fail('the import has no id') };
      expect(await books.write('reverse_import', wish, 'k')).toMatchObject({
        code: 'reversal_blocked',
        detail: { instrument: 'A', date: '2026-05-10', missing: '4' },
      });
      await books.book('reverse_import', { ...wish, force: true });
      expect(await books.holding('A')).toMatchObject({ units: '-4' });
    });

    it('is refused when money that it brought was spent since, naming the day, unless it is forced', async () => {
      const books = openCase();
      const { import_id: id } = await books.bring([
        { ...deposit, amount: '100' },
        { ...deposit, type: 'withdrawal', amount: '30', date: '2026-05-20' },
      ]);
      await books.book('withdraw', { amount: '60', on: '2026-05-10', ...usd });
      const wish = { import: id ?? fail('the import has no id') };
      expect(await books.write('reverse_import', wish, 'k')).toMatchObject({
        code: 'reversal_blocked',
        detail: { currency: 'USD', date: '2026-05-10', missing: '60' },
      });
      await books.book('reverse_import', { ...wish, force: true });
      expect(await books.cash()).toEqual({ USD: '-60' });
    });

    it('is not refused for a day that was short of cash already', async () => {
      const books = openCase();
      await books.bring([{ ...row, date: '2026-04-01' }]);
      const { import_id: id } = await books.bring([deposit], { account: 'X' });
      await books.book('reverse_import', { import: id ?? fail('the import has no id') });
      expect(await books.cash()).toEqual({ USD: '-100' });
    });

    it('also takes back what the import brought again after it had been reversed', async () => {
      const books = openCase();
      const { import_id: id } = await books.bring([row, deposit]);
      const wish = { import: id ?? fail('the import has no id') };
      await books.book('reverse_import', wish);
      await books.bring([row, deposit], { rebook: true });
      expect(await books.cash()).toEqual({ USD: '-93' });
      expect(await books.book('reverse_import', wish)).toMatchObject({ result: { reversed: 2 } });
      expect(await books.cash()).toEqual({ USD: '0' });
      expect(await books.ask('verify')).toMatchObject({ ok: true });
    });

    it('of one of two imports that tell of the same rows is the reversal of the one that booked them', async () => {
      const books = openCase();
      const { import_id: first } = await books.bring([row], { account: 'X' });
      const { import_id: second } = await books.bring([row, deposit], { account: 'X' });
      const reverse = (id: string | null) => ({ import: id ?? fail('the import has no id') });
      expect(await books.book('reverse_import', reverse(second))).toMatchObject({ result: { reversed: 1 } });
      expect(await books.holding('A')).toMatchObject({ units: '10' });
      await books.book('reverse_import', reverse(first));
      expect(await books.rows('holdings', { closed: true })).toEqual([]);
    });
  });

  describe('a balance that a statement asserts', () => {
    it('shows the difference on its day until the books explain it', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '1200', on: '2026-05-01', ...usd });
      await books.book('assert_balance', { currency: 'USD', amount: '1203.40', on: '2026-05-15' });
      await books.book('deposit', { amount: '50', on: '2026-05-20', ...usd });
      const row = { currency: 'USD', date: '2026-05-15', statement: '1203.4' };
      expect(await books.rows('unreconciled')).toEqual([{ ...row, books: '1200', unreconciled: '3.4' }]);
      await books.book('record_interest', { amount: '3.40', on: '2026-05-14', ...usd });
      expect(await books.rows('unreconciled')).toEqual([{ ...row, books: '1203.4', unreconciled: '0' }]);
    });
  });
}
