import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/engine/store-protocol.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';

/** A SQLite store in a folder of its own, which `dispose` removes. */
export async function openTemporarySqlite() {
  const folder = await mkdtemp(join(tmpdir(), 'fixpoint-'));
  const path = join(folder, 'books.db');
  const open = (): Store => openSqliteStore(path, { retryLock: 'yield' });
  let store = open();
  return {
    store,
    path,
    reopen: async (): Promise<Store> => {
      await store.close();
      store = open();
      return store;
    },
    dispose: async (): Promise<void> => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
