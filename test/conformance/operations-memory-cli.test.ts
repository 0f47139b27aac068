import { cliAdapter } from '../support/door-adapters.ts';
import { openTemporaryMemory } from '../support/temporary-memory.ts';
import { describeOperations } from './operation-suite.ts';

describeOperations('memory through cli', openTemporaryMemory, cliAdapter);
