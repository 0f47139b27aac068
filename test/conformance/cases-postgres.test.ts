import { openTemporaryPostgres } from '../support/temporary-postgres.ts';
import { describeCases } from './case-suite.ts';

describeCases('PostgreSQL', openTemporaryPostgres);
