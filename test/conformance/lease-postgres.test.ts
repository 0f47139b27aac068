import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { makeDatabase } from '../support/temporary-postgres.ts';
import { describeLeases } from './lease-suite.ts';

describeLeases('PostgreSQL', [1], async () => {
  const { target, drop } = await makeDatabase();
  return { open: () => openPostgresStore(target), dispose: drop };
});
