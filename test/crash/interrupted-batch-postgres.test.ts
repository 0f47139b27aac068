import { openTemporaryPostgres } from '../support/temporary-postgres.ts';
import { describeInterruptedBatch } from './interrupted-batch-suite.ts';

describeInterruptedBatch(openTemporaryPostgres);
