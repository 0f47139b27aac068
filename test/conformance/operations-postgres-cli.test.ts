import { cliAdapter } from '../support/door-adapters.ts';
import { openTemporaryPostgres } from '../support/temporary-postgres.ts';
import { describeOperations } from './operation-suite.ts';

describeOperations('PostgreSQL through cli', openTemporaryPostgres, cliAdapter);
