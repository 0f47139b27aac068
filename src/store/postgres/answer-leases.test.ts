import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { beginPortfolio, depositEntry, main } from '../../../test/support/hand-built-appends.ts';
import { makeTestDatabase } from '../../../test/support/temporary-postgres.ts';
import { claimLease, loadLease } from '../../engine/change-lease.ts';
import { openPostgresStore } from './postgres-store.ts';

describe('a lease in PostgreSQL', () => {
  it('keeps a write waiting while it is given on, and then refuses it', async () => {
    const { store, other, untilSomebodyWaits } = await openLease();
    await other.query('BEGIN; UPDATE fixpoint.lease SET fence = 2');
    const writing = store.write(function* () {
      const append = beginPortfolio(main, { entries: [depositEntry('1', '2026-05-01')] });
      yield { kind: 'append', portfolios: [append], fences: [{ lease: 'stream', number: 1, holder: 'one' }] };
    });
    writing.catch(() => undefined); // looked at below
    await untilSomebodyWaits();
    await other.query('COMMIT');
    await expect(writing).rejects.toMatchObject({ name: 'StaleFence', newest: 2 });
  });

  it('is given on only when what is being booked under it is committed', async () => {
    const { store, other, untilSomebodyWaits } = await openLease();
    const silent = await store.read(() => loadLease('stream'));
    await other.query('BEGIN; SELECT FROM fixpoint.lease FOR SHARE');
    let answered = false;
    const claiming = store
      .write(() => claimLease('stream', 'two', silent))
      .finally(() => {
        answered = true;
      });
    await untilSomebodyWaits();
    expect(answered).toBe(false);
    await other.query('COMMIT');
    expect(await claiming).toMatchObject({ kind: 'granted', lease: { fence: 2 } });
  });
});

/** A store with a lease of fence 1, and a connection beside it. */
async function openLease() {
  const { target, url } = await makeTestDatabase();
  const store = await openPostgresStore(target);
  onTestFinished(() => store.close());
  await store.write(() => claimLease('stream', 'one', undefined));
  const other = new pg.Client(url);
  await other.connect();
  onTestFinished(() => other.end());
  const untilSomebodyWaits = async (): Promise<void> => {
    for (let looks = 0; looks < 10_000; looks += 1) {
      const { rowCount } = await other.query('SELECT FROM pg_locks WHERE NOT granted');
      if (rowCount !== null && rowCount > 0) return;
    }
    throw new Error('nobody waits for the lease');
  };
  return { store, other, untilSomebodyWaits };
}
