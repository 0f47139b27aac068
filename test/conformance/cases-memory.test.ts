import { openTemporaryMemory } from '../support/temporary-memory.ts';
import { describeCases } from './case-suite.ts';

describeCases('memory', openTemporaryMemory);
