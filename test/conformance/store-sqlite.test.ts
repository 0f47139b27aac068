import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { describeStore } from './store-suite.ts';

describeStore('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fixpoint-store-'));
  const openFile = () => openSqliteStore(join(folder, 'fixpoint.db'), { retryLock: 'yield' });
  let store = openFile();
  return {
    store,
    reopen: async () => {
      await store.close();
      store = openFile();
      return store;
    },
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
