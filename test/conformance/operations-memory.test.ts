import { openTemporaryMemory } from '../support/temporary-memory.ts';
import { describeOperations } from './operation-suite.ts';

describeOperations('memory', openTemporaryMemory);
