/**
 * Makes a backup of a store that may be in use: always a SQLite store in one file, whatever the store itself is, so that
 * a backup can be opened, asked and verified by itself. It gets its name only after it was verified.
 */
import { existsSync, statSync } from 'node:fs';
import { transferStore, type TransferOptions } from '../store/transfer/transfer-store.ts';
import { openStore, readStoreSetting } from './open-store.ts';
import { openTransferSource, openTransferTarget } from './open-transfer.ts';
import { type VerifiedPortfolio, verifyStore } from './verify-store.ts';

export interface BackupWish {
  readonly store: string;
  readonly file: string;
  readonly overwrite: boolean;
  /** An instant. */
  readonly at: string;
}

/**
 * - `exists`: there is a file of that name, which was left as it is.
 * - `empty`: the store holds no portfolio.
 * - `damaged`: the copy does not verify, as the store itself would not; there is no backup.
 */
export type BackupResult =
  | { readonly kind: 'done'; readonly bytes: number; readonly portfolios: readonly VerifiedPortfolio[] }
  | { readonly kind: 'exists' | 'empty' }
  | { readonly kind: 'damaged'; readonly problems: readonly string[] };

/** Throws a `Fault` when the store does not answer or the file cannot be written. */
export async function backupStore(
  { store, file, overwrite, at }: BackupWish,
  onProgress: TransferOptions['onProgress'],
): Promise<BackupResult> {
  if (existsSync(file) && !overwrite) return { kind: 'exists' };
  const { prepareAside, publishAside, removeFile } = await import('../store/sqlite/backup-file.ts');
  const aside = prepareAside(file);
  try {
    const problems = await copyStore(store, aside, onProgress);
    if (problems.length > 0) return { kind: 'damaged', problems };
    const portfolios = await verifyCopy(aside, at);
    if (portfolios.length === 0) return { kind: 'empty' };
    const found = portfolios.flatMap((portfolio) => portfolio.problems);
    if (found.length > 0) return { kind: 'damaged', problems: found };
    if (!publishAside(aside, file, { overwrite })) return { kind: 'exists' };
    return { kind: 'done', bytes: statSync(file).size, portfolios };
  } finally {
    removeFile(aside);
  }
}

async function verifyCopy(file: string, at: string): Promise<readonly VerifiedPortfolio[]> {
  const copy = await openStore(`sqlite:${file}`, { waits: 'block' });
  try {
    return await verifyStore(copy, at);
  } finally {
    await copy.close();
  }
}

/** One moment of the store. Returns what came out otherwise, in sentences. */
async function copyStore(
  setting: string,
  aside: string,
  onProgress: TransferOptions['onProgress'],
): Promise<readonly string[]> {
  const place = await readStoreSetting(setting);
  if (place.kind === 'sqlite') {
    const { copySqliteStore } = await import('../store/sqlite/backup-file.ts');
    copySqliteStore(place.path, aside);
    return [];
  }
  const to = `sqlite:${aside}`;
  const source = await openTransferSource(setting);
  try {
    const target = await openTransferTarget(to);
    try {
      const result = await transferStore(source, target, () => openTransferSource(to, { unfinished: true }), {
        follow: false,
        ...(onProgress === undefined ? {} : { onProgress }),
      });
      if (result.kind === 'different') return result.problems;
      if (result.kind === 'done' || result.kind === 'empty') return [];
      throw new Error(`a backup into a new file came out as ${result.kind}`);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
