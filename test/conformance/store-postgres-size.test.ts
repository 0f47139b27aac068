import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { makeTestDatabase } from '../support/temporary-postgres.ts';
import { openTestHub } from '../support/test-hub.ts';

const deposits = 20_000;
const together = 1_000;
/** With tables and indexes; a plain table of keys, journal and postings takes 448. */
const bytesMax = 450;

describe('the size of the books', () => {
  it(`is at most ${bytesMax} bytes for a deposit with a random key`, async () => {
    const { url, target } = await makeTestDatabase();
    const store = await openPostgresStore(target);
    onTestFinished(store.close);
    const hub = openTestHub(store);
    await hub.write('create_portfolio', {}, 'made');
    const db = new pg.Client(url);
    await db.connect();
    onTestFinished(() => db.end());
    const size = async (): Promise<number> => {
      const { rows } = await db.query<{ readonly bytes: string }>(
        `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class AS c
         WHERE c.relnamespace = 'fixpoint'::regnamespace AND c.relkind = 'r'`,
      );
      return Number(rows[0]?.bytes);
    };
    const before = await size();
    for (let sent = 0; sent < deposits; sent += together) {
      const outcomes = await Promise.all(
        Array.from({ length: together }, (_, index) => {
          const amount = `${sent + index + 1}.25`;
          return hub.write('deposit', { amount, currency: 'USD', on: '2026-05-01' }, randomUUID());
        }),
      );
      expect(outcomes.every(({ status }) => status === 'accepted')).toBe(true);
    }
    const bytes = ((await size()) - before) / deposits;
    expect(bytes).toBeGreaterThan(200);
    expect(bytes).toBeLessThanOrEqual(bytesMax);
  });
});
