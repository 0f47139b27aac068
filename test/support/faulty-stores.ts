/** Stores that go wrong in the ways a database does. */
import { Fault } from '../../src/engine/outcome.ts';
import type { Store } from '../../src/engine/store-protocol.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';

/** Books, and then loses the connection before it can say so, as often as `losses` says. */
export function openForgetfulStore(losses: number, store: Store = openMemoryStore()): Store {
  let left = losses;
  return {
    ...store,
    write: async (script) => {
      const result = await store.write(script);
      if (left === 0) return result;
      left -= 1;
      throw new Fault('outcome_unknown', 'The connection was lost during commit.');
    },
  };
}

/** Never answers. */
export function openSilentStore(): Store {
  const answerNever = () => new Promise<never>(() => undefined);
  return { ...openMemoryStore(), write: answerNever, read: answerNever };
}
