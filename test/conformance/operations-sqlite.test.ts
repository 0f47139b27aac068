import { openTemporarySqlite } from '../support/temporary-sqlite.ts';
import { describeOperations } from './operation-suite.ts';

describeOperations('SQLite', openTemporarySqlite);
