import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeLiveEvents } from './live-events-suite.ts';

describeLiveEvents('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fixpoint-events-'));
  return {
    address: join(folder, 'fixpoint.db'),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
});
