import { openTemporaryPostgres } from '../support/temporary-postgres.ts';
import { describeOperations } from './operation-suite.ts';

describeOperations('PostgreSQL', openTemporaryPostgres);
