import type Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
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
import { makeStoreFile, type StoreFile } from '../../../../test/support/store-file.ts';

/** Ways to rewrite the books that somebody with an SQL shell may try, by accident or not. */
const rewrites = [
  ['entry', "UPDATE entry SET body = '{}' WHERE seq = 1"],
  ['entry', "UPDATE entry SET postings = '1 USD 999,3 USD -999' WHERE seq = 1"],
  ['entry', 'UPDATE OR REPLACE entry SET seq = 2 WHERE seq = 1'],
  ['entry', 'DELETE FROM entry WHERE seq = 3'],
  ['entry', 'DELETE FROM entry'],
  [
    'entry',
    `INSERT OR REPLACE INTO entry SELECT portfolio, seq, origin, date, instant, recorded_at, subject, account, key,
     reverses, identity, import, postings, '{}', hash FROM entry WHERE seq = 1`,
  ],
  [
    'entry',
    `REPLACE INTO entry (rowid, portfolio, seq, origin, date, recorded_at, body, hash)
     SELECT 1, portfolio, 4, origin, date, recorded_at, '{}', hash FROM entry WHERE seq = 1`,
  ],
  [
    'entry',
    `INSERT OR REPLACE INTO entry (portfolio, seq, origin, date, recorded_at, reverses, body, hash)
     SELECT portfolio, 4, origin, date, recorded_at, 1, '{}', hash FROM entry WHERE seq = 3`,
  ],
  [
    'entry',
    `INSERT INTO entry (portfolio, seq, origin, date, recorded_at, body, hash)
     SELECT portfolio, 1, origin, date, recorded_at, '{}', hash FROM entry WHERE seq = 1
     ON CONFLICT (portfolio, seq) DO UPDATE SET body = excluded.body`,
  ],
  [
    'entry',
    `INSERT INTO entry (portfolio, seq, origin, date, recorded_at, body, hash)
     SELECT portfolio, 9, origin, date, recorded_at, '{}', hash FROM entry WHERE seq = 1`,
  ],
  ['receipt', 'UPDATE receipt SET seq = 2'],
  ['receipt', "DELETE FROM receipt WHERE key = 'key'"],
  ['receipt', 'DELETE FROM receipt'],
  [
    'receipt',
    "INSERT OR REPLACE INTO receipt SELECT portfolio, key, 2, detail FROM receipt WHERE key = 'key'",
  ],
  [
    'receipt',
    `INSERT INTO receipt SELECT portfolio, key, 2, detail FROM receipt WHERE key = 'key'
     ON CONFLICT (portfolio, key) DO UPDATE SET seq = excluded.seq`,
  ],
  ['sighting', "UPDATE sighting SET state = 'held'"],
  ['sighting', 'DELETE FROM sighting'],
  [
    'sighting',
    `INSERT OR REPLACE INTO sighting
     SELECT portfolio, source, source_id, revision, generation, 'held', seq, identity, told, at FROM sighting`,
  ],
  [
    'sighting',
    `INSERT OR REPLACE INTO sighting (rowid, portfolio, source, source_id, revision, generation, state, told, at)
     SELECT rowid, portfolio, source, source_id, 1, generation, state, told, at FROM sighting`,
  ],
  ['origin', "UPDATE origin SET actor = 'somebody else'"],
  ['origin', 'DELETE FROM origin'],
  [
    'origin',
    "INSERT OR REPLACE INTO origin (id, kind, operation, door, actor) VALUES (1, 'fee', 'record_fee', 'cli', 'x')",
  ],
  ['portfolio', "UPDATE portfolio SET name = 'mine'"],
  ['portfolio', 'DELETE FROM portfolio'],
  [
    'portfolio',
    "INSERT OR REPLACE INTO portfolio (name, settings, seq, head) VALUES ('main', '{}', 0, x'00')",
  ],
] as const;

describe('the journal in the database', () => {
  it.each([...new Set(rewrites.map(([table]) => table))])('keeps %s as it is', async (table) => {
    const db = (await fileWithBooks()).openRaw();
    const before = rowsOf(db, table);
    for (const [, sql] of rewrites.filter(([changed]) => changed === table)) {
      expect(() => db.exec(sql), sql).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT_TRIGGER' }));
      expect(rowsOf(db, table), sql).toEqual(before);
    }
  });

  it('would change by each of these, were it not for the triggers', async () => {
    const file = await fileWithBooks();
    const db = file.openRaw();
    const triggers = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .pluck()
      .all();
    for (const name of triggers) db.exec(`DROP TRIGGER ${name}`);
    const unharmed = rewrites.filter(([table, sql]) => {
      db.exec('BEGIN');
      const before = JSON.stringify(rowsOf(db, table));
      db.exec(sql);
      const same = JSON.stringify(rowsOf(db, table)) === before;
      db.exec('ROLLBACK');
      return same;
    });
    expect(unharmed).toEqual([]);
  });

  it.each(["UPDATE posting SET amount = '9'", 'DELETE FROM posting', 'INSERT INTO posting (seq) VALUES (1)'])(
    'has no postings of their own that %s could change',
    async (sql) => {
      const db = (await fileWithBooks()).openRaw();
      expect(() => db.exec(sql)).toThrow('cannot modify posting because it is a view');
    },
  );

  it('still takes what comes next', async () => {
    const file = await fileWithBooks();
    const db = file.openRaw();
    db.exec(`INSERT INTO entry (portfolio, seq, origin, date, recorded_at, body, hash)
      SELECT portfolio, 4, origin, date, recorded_at, '{}', hash FROM entry WHERE seq = 1`);
    expect(rowsOf(db, 'entry')).toHaveLength(4);
  });

  it('reads as plain text in the views', async () => {
    const db = (await fileWithBooks()).openRaw();
    expect(db.prepare('SELECT * FROM journal WHERE seq < 3').all()).toEqual([
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
        key: 'key',
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
    expect(db.prepare('SELECT * FROM posting WHERE seq = 1').all()).toEqual([
      { portfolio: 'main', seq: 1, line: 0, account: 'assets:cash', currency: 'USD', amount: '100' },
      { portfolio: 'main', seq: 1, line: 1, account: 'equity:external', currency: 'USD', amount: '-100' },
    ]);
  });
});

/** Two deposits, the first of which is reversed. */
async function fileWithBooks(): Promise<StoreFile> {
  const file = makeStoreFile();
  const store = file.open();
  const begun = beginPortfolio(main, {
    entries: [
      depositEntry('100', '2026-05-01', { key: 'key', recordedAt: '2026-06-01T12:00:00.007Z' }),
      depositEntry('5', '2026-05-02', {
        key: '0b9f5e0c-1b1c-4a5e-9d3b-0123456789ab',
        recordedAt: '2026-06-01T12:00:00.123456Z',
      }),
    ],
    receipts: ([entry]) => [receiptOf('key', entry)],
    sightings: [sightingOf('a', { seq: 1 })],
  });
  const [first] = begun.entries;
  if (first === undefined) throw new Error('the test has no entry');
  await commit(store, begun, continuePortfolio(begun, { entries: [reversalOf(first.entry)] }));
  return file;
}

function rowsOf(db: Database.Database, table: string): readonly unknown[] {
  return db.prepare(`SELECT * FROM ${table}`).all();
}
