import type { Store } from '../../src/engine/store-protocol.ts';

/** A store on data of its own. */
export interface OpenedStore {
  readonly store: Store;
  /** Closes the store and opens the same data again. */
  readonly reopen: () => Promise<Store>;
  /** Closes what is open and removes the data. */
  readonly dispose: () => Promise<void>;
}

export type OpenStore = () => Promise<OpenedStore>;

/** The store of the test that is running. */
export type CurrentStore = () => OpenedStore;
