/** Opens the two ends of a transfer by the names of their stores. Only the code of the databases concerned is loaded. */
import type { TransferSource, TransferTarget } from '../store/transfer/transfer-ends.ts';
import { readStoreSetting } from './open-store.ts';

export interface OpenSourceOptions {
  /** Lets a store be read while a transfer into it is not finished. */
  readonly unfinished?: boolean;
}

/** Throws `UsageError` when the name cannot be read and `Fault` when there is no store of this schema. */
export async function openTransferSource(
  setting: string,
  options: OpenSourceOptions = {},
): Promise<TransferSource> {
  const place = await readStoreSetting(setting);
  if (place.kind === 'sqlite') {
    const { openSqliteSource } = await import('../store/sqlite/carry-out.ts');
    return openSqliteSource(place.path, options);
  }
  const { openPostgresSource } = await import('../store/postgres/carry-out.ts');
  return openPostgresSource(place.target, options);
}

/** Makes the store if it is missing. Throws as `openTransferSource` does. */
export async function openTransferTarget(setting: string): Promise<TransferTarget> {
  const place = await readStoreSetting(setting);
  if (place.kind === 'sqlite') {
    const { openSqliteTarget } = await import('../store/sqlite/carry-in.ts');
    return openSqliteTarget(place.path);
  }
  const { openPostgresTarget } = await import('../store/postgres/carry-in.ts');
  return openPostgresTarget(place.target);
}
