import { openTemporaryMemory } from '../support/temporary-memory.ts';
import { describeStore } from './store-suite.ts';

describeStore('memory', openTemporaryMemory);
