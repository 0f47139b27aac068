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
  if (/^postgres(?:ql)?:/.test(setting)) {
    const { readConnectionString } = await import('../store/postgres/connection-string.ts');
    const read = readConnectionString(setting);
    if (read.kind === 'problem') throw new UsageError(read.message);
    const { openPostgresStore } = await import('../store/postgres/postgres-store.ts');
    return openPostgresStore(read.target);
  }
  // What it says is not repeated when it may hold a password.
  const shown = setting.includes('@') ? 'The setting "store"' : `"${setting}"`;
  throw new UsageError(
    `${shown} is no store. Write sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE.`,
  );
}
