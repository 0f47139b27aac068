import { cliAdapter } from '../support/door-adapters.ts';
import { openTemporarySqlite } from '../support/temporary-sqlite.ts';
import { describeOperations } from './operation-suite.ts';

describeOperations('SQLite through cli', openTemporarySqlite, cliAdapter);
