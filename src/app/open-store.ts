import type { Store } from '../engine/store-protocol.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';

/** Opens the store that a setting names. Only the code of that kind of store is loaded. */
export async function openStore(
  setting: string,
  { waits }: { readonly waits: 'block' | 'yield' },
): Promise<Store> {
  if (setting.startsWith('sqlite:')) {
    const path = setting.slice('sqlite:'.length);
    if (path === '') throw new UsageError('The store "sqlite:" names no file. Write sqlite:PATH.');
    const { openSqliteStore } = await import('../store/sqlite/sqlite-store.ts');
    return openSqliteStore(path, { retryLock: waits });
  }
  throw new UsageError(`"${setting}" is no store. Write sqlite:PATH.`);
}
