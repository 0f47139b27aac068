import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { describeLeases } from './lease-suite.ts';

describeLeases('the memory store', [1, 2, 3, 4, 5], () => {
  const store = openMemoryStore();
  // Its data lives in the store itself, so whoever opens it again gets the same one and closes nothing.
  const open = () => Promise.resolve({ ...store, close: () => Promise.resolve() });
  return Promise.resolve({ open, dispose: () => store.close() });
});
