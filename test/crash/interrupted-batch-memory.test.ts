import { openTemporaryMemory } from '../support/temporary-memory.ts';
import { describeInterruptedBatch } from './interrupted-batch-suite.ts';

// A restart of this store loses nothing: what must survive is its own undoing of a write that throws.
describeInterruptedBatch(openTemporaryMemory);
