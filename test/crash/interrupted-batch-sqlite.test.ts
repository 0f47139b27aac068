import { openTemporarySqlite } from '../support/temporary-sqlite.ts';
import { describeInterruptedBatch } from './interrupted-batch-suite.ts';

describeInterruptedBatch(openTemporarySqlite);
