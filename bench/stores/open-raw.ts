import type Database from 'better-sqlite3';
import { connect, setUp } from '../../src/store/sqlite/connection.ts';

/** The driver alone, on a store's file, with the settings of the product: same log, same flushes, same cache. */
export function openRaw(path: string): Database.Database {
  const db = connect(path);
  setUp(db, 'write', path);
  return db;
}

export function countRows(db: Database.Database, table: 'entry' | 'receipt'): number {
  return db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
}
