/**
 * A store that stops at one point of its writes, as a process that is killed there would. The points of a write are:
 * before and after each request of its script, after the script's last step (a database still has to commit), and
 * after the commit, before anybody has heard of it.
 */
import type { Store, StoreReply, StoreScript } from '../../src/engine/store-protocol.ts';

/**
 * - `for good`: everything that is asked afterwards fails too, as after a crash.
 * - `once`: the next write runs through, as after a passing trouble.
 */
export type StopMode = 'for good' | 'once';

export interface StoppingStore {
  readonly store: Store;
  /** How many points the writes have come past, the one at which they stopped included. */
  readonly countPoints: () => number;
  /** Where it stopped; undefined when it has not. */
  readonly stoppedAt: () => string | undefined;
}

/** Stops at the `point`-th point, counted from 1 over all writes; 0 lets everything through and only counts. */
export function stopStoreAt(inner: Store, point: number, mode: StopMode): StoppingStore {
  let passed = 0;
  let stopped: string | undefined;
  const pass = (place: string): void => {
    passed += 1;
    if (passed !== point) return;
    stopped = place;
    throw new Error(`stopped ${place}`);
  };
  const assertRunning = (): void => {
    if (stopped !== undefined && mode === 'for good') throw new Error('the process is gone');
  };
  function* watch<Result>(script: () => StoreScript<Result>): StoreScript<Result> {
    const steps = script();
    let step = steps.next();
    while (step.done !== true) {
      const { kind } = step.value;
      pass(`before ${kind}`);
      const reply: StoreReply = yield step.value;
      pass(`after ${kind}`);
      step = steps.next(reply);
    }
    pass('before the commit');
    return step.value;
  }
  const store: Store = {
    name: inner.name,
    write: async (script) => {
      assertRunning();
      const result = await inner.write(() => watch(script));
      pass('after the commit');
      return result;
    },
    read: async (script) => {
      assertRunning();
      return inner.read(script);
    },
    close: () => inner.close(),
  };
  return { store, countPoints: () => passed, stoppedAt: () => stopped };
}
