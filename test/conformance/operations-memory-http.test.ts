import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { httpAdapter } from '../support/door-adapters.ts';
import { describeOperations } from './operation-suite.ts';

describeOperations(
  'memory through http',
  () => {
    const store = openMemoryStore();
    return Promise.resolve({ store, reopen: () => Promise.resolve(store), dispose: () => store.close() });
  },
  httpAdapter,
);
