/** A store file in a folder of its own, and raw connections to it as another program would open them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { Store } from '../../src/engine/store-protocol.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite/sqlite-store.ts';

export interface StoreFile {
  readonly folder: string;
  readonly path: string;
  /** Opens a store on the file; it is closed when the test ends. */
  readonly open: (options?: Partial<SqliteStoreOptions>) => Store;
  /** A connection as SQLite itself sets one up: the driver turns two settings on that other programs leave off. */
  readonly openRaw: () => Database.Database;
}

/** Removed when the test ends. */
export function makeStoreFile(): StoreFile {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-sqlite-'));
  const path = join(folder, 'fixpoint.db');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    path,
    open: (options) => {
      const store = openSqliteStore(path, { retryLock: 'yield', ...options });
      onTestFinished(() => store.close());
      return store;
    },
    openRaw: () => {
      const db = new (loadDriver())(path, { timeout: 0 });
      db.pragma('recursive_triggers = OFF');
      db.pragma('foreign_keys = OFF');
      onTestFinished(() => void db.close());
      return db;
    },
  };
}
