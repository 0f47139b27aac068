import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { describeOperations } from './operation-suite.ts';

describeOperations('memory', () => {
  const store = openMemoryStore();
  return Promise.resolve({ store, reopen: () => Promise.resolve(store), dispose: () => store.close() });
});
