import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { mcpAdapter } from '../support/door-adapters.ts';
import { describeOperations } from './operation-suite.ts';

describeOperations(
  'memory through mcp',
  () => {
    const store = openMemoryStore();
    return Promise.resolve({ store, reopen: () => Promise.resolve(store), dispose: () => store.close() });
  },
  mcpAdapter,
);
