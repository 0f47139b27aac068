import type { Store } from '../engine/store-protocol.ts';
import type { PostgresTarget } from '../store/postgres/connection-string.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';

/** What a setting names. */
export type StoreSetting =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly target: PostgresTarget };

/** Opens the store that a setting names. Only the code of that kind of store is loaded. */
export async function openStore(
  setting: string,
  { waits }: { readonly waits: 'block' | 'yield' },
): Promise<Store> {
  const place = await readStoreSetting(setting);
  if (place.kind === 'sqlite') {
    const { openSqliteStore } = await import('../store/sqlite/sqlite-store.ts');
    return openSqliteStore(place.path, { retryLock: waits });
  }
  const { openPostgresStore } = await import('../store/postgres/postgres-store.ts');
  return openPostgresStore(place.target);
}

/** Throws a `UsageError` that repeats nothing of a password. */
export async function readStoreSetting(setting: string): Promise<StoreSetting> {
  if (setting.startsWith('sqlite:')) {
    const path = setting.slice('sqlite:'.length);
    if (path === '') throw new UsageError('The store "sqlite:" names no file. Write sqlite:PATH.');
    return { kind: 'sqlite', path };
  }
  if (/^postgres(?:ql)?:/.test(setting)) {
    const { readConnectionString } = await import('../store/postgres/connection-string.ts');
    const read = readConnectionString(setting);
    if (read.kind === 'problem') throw new UsageError(read.message);
    return { kind: 'postgres', target: read.target };
  }
  // What it says is not repeated when it may hold a password.
  const shown = setting.includes('@') ? 'The setting "store"' : `"${setting}"`;
  throw new UsageError(
    `${shown} is no store. Write sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE.`,
  );
}

/** What messages call it: never with a password. */
export async function nameStore(setting: string): Promise<string> {
  const place = await readStoreSetting(setting);
  return place.kind === 'sqlite' ? `sqlite:${place.path}` : place.target.name;
}
