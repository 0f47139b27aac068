/** Cases from the field, by their numbers: keys that are sent again, reversals that race, and days that must not move. */
import { describe, expect, it } from 'vitest';
import { parseCalendarDate } from '../../../src/ledger/calendar-date.ts';
import type { Row } from '../../support/case-books.ts';
import type { CaseStores } from '../../support/case-stores.ts';
import { fail } from '../../support/fail.ts';
import { openForgetfulStore } from '../../support/faulty-stores.ts';

const usd = { currency: 'USD' };

export function describeKeyAndDateCases({ openCase }: CaseStores): void {
  describe('keys', () => {
    it('G40: a refused request leaves its key free, and the second try books once', async () => {
      const books = openCase();
      const buy = { instrument: 'A', units: '1', price: '100', on: '2026-05-02', ...usd };
      expect(await books.write('buy', buy, 'k')).toMatchObject({
        status: 'refused',
        code: 'insufficient_cash',
      });
      await books.book('deposit', { amount: '100', on: '2026-05-01', ...usd });
      expect(await books.write('buy', buy, 'k')).toMatchObject({ status: 'accepted' });
      expect(await books.write('buy', buy, 'k')).toMatchObject({ status: 'duplicate' });
      expect(await books.cash()).toEqual({ USD: '0' });
      expect(await books.holding('A')).toMatchObject({ units: '1' });
    });

    it('G40: after a refusal the key may even name another wish', async () => {
      const books = openCase();
      const buy = { instrument: 'A', units: '1', price: '100', on: '2026-05-02', ...usd };
      await books.write('buy', buy, 'k');
      const deposit = { amount: '5', on: '2026-05-01', ...usd };
      expect(await books.write('deposit', deposit, 'k')).toMatchObject({ status: 'accepted' });
    });

    it('G41: the same event ten minutes, a day and ten years later is known', async () => {
      const books = openCase();
      const deposit = { amount: '5', on: '2026-05-01', ...usd };
      await books.write('deposit', deposit, 'k');
      for (const later of [
        '2026-06-01T12:10:00.000Z',
        '2026-06-02T12:00:00.000Z',
        '2036-06-01T12:00:00.000Z',
      ]) {
        books.clock.now = later;
        expect(await books.write('deposit', deposit, 'k')).toMatchObject({
          status: 'duplicate',
          entry_id: 'ent_1',
          first: { at: '2026-06-01T12:00:00.000Z' },
        });
      }
      expect(await books.cash()).toEqual({ USD: '5' });
    });

    it('G42: of two racing reversals one books and the other is told of it', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '5', on: '2026-05-01', ...usd });
      const reversal = { entry: 'ent_1' };
      const raced = await Promise.all(
        ['a', 'b', 'c'].map((key) => books.write('reverse_entry', reversal, key)),
      );
      expect(raced.filter(({ status }) => status === 'accepted')).toHaveLength(1);
      for (const late of raced.filter(({ status }) => status !== 'accepted')) {
        expect(late).toMatchObject({
          status: 'unchanged',
          code: 'already_reversed',
          result: { reversed_by: 'ent_2' },
        });
      }
      expect(await books.cash()).toEqual({ USD: '0' });
      expect(await books.ask('verify')).toMatchObject({ ok: true, entries: 2 });
    });

    it('G50: a try whose answer was lost is the same event under its key, and another try under another key is a new one', async () => {
      const books = openCase({}, { plant: (store) => openForgetfulStore(1, store) });
      const deposit = { amount: '5', on: '2026-05-01', ...usd };
      expect(await books.write('deposit', deposit, 'try-1')).toMatchObject({ code: 'outcome_unknown' });
      expect(await books.write('deposit', deposit, 'try-1')).toMatchObject({ status: 'duplicate' });
      expect(await books.cash()).toEqual({ USD: '5' });
      expect(await books.write('deposit', deposit, 'try-2')).toMatchObject({ status: 'accepted' });
      expect(await books.cash()).toEqual({ USD: '10' });
    });
  });

  describe('days', () => {
    const buy: Row = { type: 'buy', instrument: 'A', units: '1', amount: '10', currency: 'USD' };
    const firstDate = { entries: [{ date: '2024-08-15' }] };

    it.each(['Australia/Sydney', 'Europe/Moscow', 'America/Los_Angeles', 'UTC'])(
      'G43: a trade of 2024-08-15 stays on that day when the file is read in %s',
      async (zone) => {
        for (const date of [
          '2024-08-15',
          '2024-08-15T00:30:00',
          '2024-08-15T23:30:00',
          '2024-08-15T08:00:00+10:00',
        ]) {
          const books = openCase();
          await books.bring([{ ...buy, date }], { zone });
          expect(await books.ask('entries')).toMatchObject(firstDate);
          expect(await books.holding('A', { as_of: '2024-08-15' })).toMatchObject({ units: '1' });
          const before = await books.rows('holdings', { as_of: '2024-08-14', closed: true });
          expect(before).toEqual([]);
        }
      },
    );

    it('G43: a day that a command names is the day in the books wherever the hub stands', async () => {
      for (const today of ['2024-08-14', '2024-08-15', '2024-08-16']) {
        const day = parseCalendarDate(today) ?? fail(`${today} is no day`);
        const books = openCase({}, { dateAt: () => day });
        books.clock.now = '2024-08-15T02:00:00.000Z';
        await books.book('deposit', { amount: '5', on: '2024-08-15', ...usd });
        expect(await books.ask('entries')).toMatchObject(firstDate);
        expect(await books.cash({ as_of: '2024-08-14' })).toEqual({ USD: '0' });
        expect(await books.cash({ as_of: '2024-08-15' })).toEqual({ USD: '5' });
      }
    });

    it('G43: a command without a day takes the day where the user is', async () => {
      const sydney = parseCalendarDate('2024-08-16') ?? fail('that is no day');
      const books = openCase({}, { dateAt: () => sydney });
      books.clock.now = '2024-08-15T20:00:00.000Z';
      await books.book('deposit', { amount: '5', ...usd });
      expect(await books.ask('entries')).toMatchObject({ entries: [{ date: '2024-08-16' }] });
    });

    it('G44: money that came at half past midnight one hour east of Greenwich counts on that local day', async () => {
      for (const [date, zone] of [
        ['2024-08-15T00:30:00+01:00', 'UTC'],
        ['2024-08-15T00:30:00', 'Africa/Lagos'],
      ] as const) {
        const books = openCase();
        const row: Row = { date, type: 'deposit', amount: '7', currency: 'USD' };
        await books.bring([row], { zone });
        expect(await books.cash({ as_of: '2024-08-14' })).toEqual({ USD: '0' });
        expect(await books.cash({ as_of: '2024-08-15' })).toEqual({ USD: '7' });
      }
    });
  });
}
