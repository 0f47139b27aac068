import { openTemporaryPostgres } from '../support/temporary-postgres.ts';
import { describeStore } from './store-suite.ts';

describeStore('PostgreSQL', openTemporaryPostgres);
