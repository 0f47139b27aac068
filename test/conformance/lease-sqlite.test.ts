import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { describeLeases } from './lease-suite.ts';

describeLeases('SQLite', [1], async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fixpoint-lease-'));
  return {
    open: () => Promise.resolve(openSqliteStore(join(folder, 'fixpoint.db'), { retryLock: 'yield' })),
    dispose: () => rm(folder, { recursive: true }),
  };
});
