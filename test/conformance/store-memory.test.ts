import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { describeStore } from './store-suite.ts';

describeStore('memory', () => {
  const store = openMemoryStore();
  // Its data lives in the store itself, so there is nothing to open again.
  return Promise.resolve({ store, reopen: () => Promise.resolve(store), dispose: () => store.close() });
});
