/**
 * A file that holds a whole store and nothing else, made aside and put in place when it is complete.
 *
 * Invariants: (1) under its final name there is never half a backup; (2) content and name are on disk before anybody is
 * told; (3) a file that is there is replaced only when that was asked for; (4) it is readable by its owner only.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Fault } from '../../engine/outcome.ts';
import { assertVersion, openForReading } from './carry-out.ts';
import { loadDriver } from './driver.ts';
import { toFault } from './sqlite-fault.ts';

/** Where the file is made. One that a killed backup left is of no use to anybody and is removed. */
export function prepareAside(path: string): string {
  const aside = `${resolve(path)}.partial`;
  try {
    mkdirSync(dirname(aside), { recursive: true });
    removeFile(aside);
    closeSync(openSync(aside, 'ax', 0o600));
  } catch (cause) {
    throw new Fault(
      'unavailable',
      `${aside} cannot be written. Check the folder and its permissions.`,
      cause,
    );
  }
  return aside;
}

/** Copies a store that may be in use, as it is at one moment, into an empty file. Writers are not kept waiting. */
export function copySqliteStore(path: string, aside: string): void {
  const name = `sqlite:${path}`;
  const db = openForReading(resolve(path), name);
  try {
    assertVersion(db, name, false);
    db.pragma('query_only = OFF');
    db.prepare<[string]>('VACUUM INTO ?').run(aside);
  } catch (error) {
    throw toFault(error, name);
  } finally {
    db.close();
  }
}

/**
 * Puts the file in place, closed and in one piece. Returns false when there is one already and `overwrite` was not
 * asked for; then the new one is removed.
 */
export function publishAside(
  aside: string,
  path: string,
  { overwrite }: { readonly overwrite: boolean },
): boolean {
  const final = resolve(path);
  try {
    joinLog(aside);
    flush(aside);
    if (overwrite) renameSync(aside, final);
    else if (!linkNew(aside, final)) return false;
    flush(dirname(final));
    return true;
  } catch (cause) {
    throw new Fault(
      'unavailable',
      `${final} could not be put in place. What was there is there still.`,
      cause,
    );
  } finally {
    removeFile(aside);
  }
}

/** Also what SQLite keeps beside it. */
export function removeFile(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) {
    if (existsSync(file)) rmSync(file);
  }
}

/** A backup is one file: its log is moved into it, and it can be read where nothing can be written. */
function joinLog(path: string): void {
  const db = new (loadDriver())(path, { fileMustExist: true });
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/** Gives the file a second name, which fails where there is one, and takes the first one away. */
function linkNew(aside: string, final: string): boolean {
  try {
    linkSync(aside, final);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  unlinkSync(aside);
  return true;
}

/** A file or a folder, by whose content the names in it are meant. */
function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
