/** The model of a store, for tests of layers that lie above or beside the stores. */
export { openMemoryStore } from '../../src/store/memory/memory-store.ts';
