import type { Store } from '../../src/engine/store-protocol.ts';

/** A store that fails whatever is asked of it. */
export function openBrokenStore(failure: Error): Store {
  return {
    name: 'broken',
    write: () => Promise.reject(failure),
    read: () => Promise.reject(failure),
    close: () => Promise.resolve(),
  };
}
