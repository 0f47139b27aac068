import { describe, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { makeTestDatabase } from '../support/temporary-postgres.ts';
import { describeSharedStore } from './store-processes-suite.ts';

describe('a PostgreSQL', () => {
  describeSharedStore(async () => {
    const { target, url } = await makeTestDatabase();
    return {
      place: url,
      open: async () => {
        const store = await openPostgresStore(target);
        onTestFinished(store.close);
        return store;
      },
    };
  });
});
