import { makeDatabase } from '../support/temporary-postgres.ts';
import { describeLiveEvents } from './live-events-suite.ts';

describeLiveEvents('PostgreSQL', async () => {
  const { url, drop } = await makeDatabase();
  return { address: url, dispose: drop };
});
