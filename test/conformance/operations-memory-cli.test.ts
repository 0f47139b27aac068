import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { cliAdapter } from '../support/door-adapters.ts';
import { describeOperations } from './operation-suite.ts';

describeOperations(
  'memory through cli',
  () => {
    const store = openMemoryStore();
    return Promise.resolve({ store, reopen: () => Promise.resolve(store), dispose: () => store.close() });
  },
  cliAdapter,
);
