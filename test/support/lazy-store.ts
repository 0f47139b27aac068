import { onTestFinished } from 'vitest';
import type { Store } from '../../src/engine/store-protocol.ts';
import type { OpenStore } from '../conformance/opened-store.ts';

/**
 * A store that is opened when it is first used and removed when the test ends, so that a test can name its books
 * before it waits for anything.
 */
export function openLazily(name: string, open: OpenStore): Store {
  let opening: ReturnType<OpenStore> | undefined;
  const opened = (): ReturnType<OpenStore> => {
    opening ??= open();
    return opening;
  };
  const dispose = async (): Promise<void> => {
    await (await opening)?.dispose();
  };
  onTestFinished(dispose);
  return {
    name,
    write: async (script) => (await opened()).store.write(script),
    read: async (script) => (await opened()).store.read(script),
    close: () => Promise.resolve(), // when the test ends
  };
}
