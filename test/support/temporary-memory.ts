import type { OpenedStore } from '../conformance/opened-store.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';

/** The model of a store. Its data lives in the store itself, so there is nothing to open again. */
export function openTemporaryMemory(): Promise<OpenedStore> {
  const store = openMemoryStore();
  return Promise.resolve({ store, reopen: () => Promise.resolve(store), dispose: () => store.close() });
}
