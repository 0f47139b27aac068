import { describe, expect, it } from 'vitest';
import { readBooks } from '../support/books.ts';
import { openLazily } from '../support/lazy-store.ts';
import { openTestHub } from '../support/test-hub.ts';
import type { OpenStore } from './opened-store.ts';

const payment = { kind: 'cash', direction: 'in', amount: '50', currency: 'USD' };
const row = (id: string, told: string) => ({
  source: 'file:csv:A',
  source_id: id,
  told: { amount: '50', told },
});

export function describePendingRows(name: string, open: OpenStore): void {
  describe('pending rows', () => {
    it('G15: is never booked while pending, and the posted row with a new id books it once and closes the review', async () => {
      const hub = openTestHub(openLazily(name, open));
      const pending = {
        ...row('id1', 'pending'),
        reason: 'pending',
        fact: { ...payment, date: '2026-05-01' },
      };
      expect(await hub.write('hold_fact', pending)).toMatchObject({ status: 'held' });
      expect((await readBooks(hub)).cash).toEqual({});
      const posted = { ...row('id2', 'posted'), fact: { ...payment, date: '2026-05-03' } };
      expect(await hub.write('record_fact', posted)).toMatchObject({ status: 'accepted' });
      expect((await readBooks(hub)).cash).toEqual({ USD: '50' });
      expect(await hub.ask('review')).toEqual([]);
      expect(await hub.write('hold_fact', pending)).toMatchObject({ status: 'unchanged' });
      expect(await hub.write('record_fact', posted)).toMatchObject({ status: 'unchanged' });
      expect((await readBooks(hub)).cash).toEqual({ USD: '50' });
    });

    it('books the row once when it is posted under the id it had while pending', async () => {
      const hub = openTestHub(openLazily(name, open));
      const pending = {
        ...row('id1', 'pending'),
        reason: 'pending',
        fact: { ...payment, date: '2026-05-01' },
      };
      await hub.write('hold_fact', pending);
      const posted = { ...row('id1', 'posted'), fact: { ...payment, date: '2026-05-03' } };
      expect(await hub.write('record_fact', posted)).toMatchObject({ status: 'accepted' });
      expect(await hub.write('record_fact', posted)).toMatchObject({ status: 'unchanged' });
      expect((await readBooks(hub)).cash).toEqual({ USD: '50' });
      expect(await hub.ask('review')).toEqual([]);
      expect(await hub.ask('verify')).toMatchObject({ ok: true });
    });
  });
}
