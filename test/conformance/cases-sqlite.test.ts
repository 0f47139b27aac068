import { openTemporarySqlite } from '../support/temporary-sqlite.ts';
import { describeCases } from './case-suite.ts';

describeCases('SQLite', openTemporarySqlite);
