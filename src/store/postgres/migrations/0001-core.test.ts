import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  beginPortfolio,
  commit,
  continuePortfolio,
  depositEntry,
  main,
  receiptOf,
  reversalOf,
  sightingOf,
} from '../../../../test/support/hand-built-appends.ts';
import { makeTestDatabase } from '../../../../test/support/temporary-postgres.ts';
import { openPostgresStore } from '../postgres-store.ts';

/** Ways to rewrite the books that somebody with an SQL shell may try, by accident or not. */
const rewrites = [
  ['entry', "UPDATE fixpoint.entry SET body = '{}' WHERE seq = 1"],
  ['entry', "UPDATE fixpoint.entry SET postings = '1 USD 999,3 USD -999' WHERE seq = 1"],
  ['entry', 'DELETE FROM fixpoint.entry WHERE seq = 3'],
  ['entry', 'TRUNCATE fixpoint.entry'],
  [
    'entry',
    `INSERT INTO fixpoint.entry (portfolio, seq, origin, date, recorded_at, body, hash)
     SELECT portfolio, 1, origin, date, recorded_at, '{}', hash FROM fixpoint.entry WHERE seq = 1
     ON CONFLICT (portfolio, seq) DO UPDATE SET body = excluded.body`,
  ],
  [
    'entry',
    `MERGE INTO fixpoint.entry AS e USING (SELECT 1 AS seq) AS n ON e.seq = n.seq
     WHEN MATCHED THEN UPDATE SET body = '{}'`,
  ],
  [
    'entry',
    `INSERT INTO fixpoint.entry (portfolio, seq, origin, date, recorded_at, body, hash)
     SELECT portfolio, 9, origin, date, recorded_at, '{}', hash FROM fixpoint.entry WHERE seq = 1`,
  ],
  [
    'entry',
    `INSERT INTO fixpoint.entry (portfolio, seq, origin, date, recorded_at, reverses, body, hash)
     SELECT portfolio, 4, origin, date, recorded_at, 8, '{}', hash FROM fixpoint.entry WHERE seq = 1`,
  ],
  ['receipt', 'UPDATE fixpoint.receipt SET seq = 2'],
  ['receipt', 'DELETE FROM fixpoint.receipt'],
  ['receipt', 'TRUNCATE fixpoint.receipt'],
  [
    'receipt',
    "INSERT INTO fixpoint.receipt (portfolio, key, seq) SELECT portfolio, 'k', 9 FROM fixpoint.receipt",
  ],
  [
    'receipt',
    `INSERT INTO fixpoint.receipt SELECT * FROM fixpoint.receipt
     ON CONFLICT (portfolio, key) DO UPDATE SET seq = 2`,
  ],
  ['sighting', "UPDATE fixpoint.sighting SET state = 'held'"],
  ['sighting', 'DELETE FROM fixpoint.sighting'],
  ['sighting', 'TRUNCATE fixpoint.sighting'],
  ['origin', "UPDATE fixpoint.origin SET actor = 'somebody else'"],
  ['origin', 'DELETE FROM fixpoint.origin'],
  ['origin', 'TRUNCATE fixpoint.origin'],
  ['portfolio', "UPDATE fixpoint.portfolio SET name = 'mine'"],
  ['portfolio', 'DELETE FROM fixpoint.portfolio'],
  ['portfolio', 'TRUNCATE fixpoint.portfolio'],
] as const;

describe('the journal in the database', () => {
  it('stays as it is, also for somebody who replays another server', async () => {
    const db = await openBooks();
    for (const role of ['origin', 'replica']) {
      await db.query(`SET session_replication_role = ${role}`);
      for (const [table, sql] of rewrites) {
        // Triggers that check what is added are not asked by a replay, which adds what was checked before.
        if (role === 'replica' && sql.startsWith('INSERT') && !sql.includes('ON CONFLICT')) continue;
        const before = await rowsOf(db, table);
        const code = await db.query(sql).then(
          () => 'it was done',
          (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
        );
        expect(code, `${role}: ${sql}`).toMatch(/^23/);
        expect(await rowsOf(db, table), sql).toEqual(before);
      }
    }
  });

  it('would change by each of these, were it not for the triggers', async () => {
    const db = await openBooks();
    const { rows } = await db.query<{ readonly name: string; readonly on: string }>(
      `SELECT tgname AS name, tgrelid::regclass::text AS on FROM pg_trigger WHERE NOT tgisinternal`,
    );
    for (const { name, on } of rows) await db.query(`DROP TRIGGER ${name} ON ${on}`);
    for (const [table, sql] of rewrites) {
      await db.query('BEGIN');
      const before = await rowsOf(db, table);
      await db.query(sql);
      expect(await rowsOf(db, table), sql).not.toEqual(before);
      await db.query('ROLLBACK');
    }
  });

  it('reads as plain text in the views', async () => {
    const db = await openBooks();
    const { rows } = await db.query('SELECT * FROM fixpoint.journal WHERE seq < 3 ORDER BY seq');
    expect(rows).toEqual([
      expect.objectContaining({
        portfolio: 'main',
        seq: 1,
        date: '2026-05-01',
        recorded_at: '2026-06-01T12:00:00.007Z',
        kind: 'deposit',
        operation: 'deposit',
        door: 'http',
        actor: 'token:test',
        subject: 'USD',
        key: 'sixteen letters!',
        reverses: null,
        import: null,
        postings: '1 USD 100,3 USD -100',
        body: '{"amount":"100","currency":"USD"}',
      }),
      expect.objectContaining({
        seq: 2,
        key: '0b9f5e0c-1b1c-4a5e-9d3b-0123456789ab',
        recorded_at: '2026-06-01T12:00:00.123456Z',
      }),
    ]);
    const { rows: postings } = await db.query('SELECT * FROM fixpoint.posting WHERE seq = 1 ORDER BY line');
    expect(postings).toEqual([
      { portfolio: 'main', seq: 1, line: '0', account: 'assets:cash', currency: 'USD', amount: '100' },
      { portfolio: 'main', seq: 1, line: '1', account: 'equity:external', currency: 'USD', amount: '-100' },
    ]);
  });
});

/** Two deposits, the first of which is reversed. */
async function openBooks(): Promise<pg.Client> {
  const { url, target } = await makeTestDatabase();
  const store = await openPostgresStore(target);
  const begun = beginPortfolio(main, {
    entries: [
      depositEntry('100', '2026-05-01', { key: 'sixteen letters!', recordedAt: '2026-06-01T12:00:00.007Z' }),
      depositEntry('5', '2026-05-02', {
        key: '0b9f5e0c-1b1c-4a5e-9d3b-0123456789ab',
        recordedAt: '2026-06-01T12:00:00.123456Z',
      }),
    ],
    receipts: ([entry]) => [receiptOf('sixteen letters!', entry)],
    sightings: [sightingOf('a', { seq: 1 })],
  });
  const [first] = begun.entries;
  if (first === undefined) throw new Error('the test has no entry');
  await commit(store, begun, continuePortfolio(begun, { entries: [reversalOf(first.entry)] }));
  await store.close();
  const db = new pg.Client(url);
  await db.connect();
  onTestFinished(() => db.end());
  return db;
}

async function rowsOf(db: pg.Client, table: string): Promise<readonly unknown[]> {
  return (await db.query(`SELECT t::text FROM fixpoint.${table} AS t ORDER BY 1`)).rows;
}
