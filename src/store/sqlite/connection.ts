/**
 * One connection to the file, set up so that a commit that was answered survives a power cut.
 *
 * Invariants: (1) the file is made readable by its owner only; (2) no connection is handed out whose settings were not
 * read back: better-sqlite3 opens an existing WAL file at synchronous=NORMAL, at which acknowledged commits are lost.
 */
import { closeSync, openSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { Fault } from '../../engine/outcome.ts';
import { loadDriver } from './driver.ts';

export type Connect = (file: string) => Database.Database;

/** Pages of log after which a commit also moves it into the file. With 1,000, batches of 64 wrote a sixth more bytes. */
const checkpointPages = 4_000;
/** Kibibytes of pages in memory. Keys are random, so what does not fit is read from disk again for every few commands. */
const cacheKibibytes = { write: 65_536, read: 16_384 };

/** What must hold on every connection: the setting, what it is set to and how it reads afterwards. */
const requiredSettings = [
  { name: 'synchronous', value: 'FULL', reads: 2 },
  { name: 'foreign_keys', value: 'ON', reads: 1 },
  { name: 'trusted_schema', value: 'OFF', reads: 0 },
  // On macOS a plain flush leaves the data in the drive's own memory. Elsewhere these two change nothing.
  { name: 'fullfsync', value: 'ON', reads: 1 },
  { name: 'checkpoint_fullfsync', value: 'ON', reads: 1 },
] as const;

/**
 * Opens the driver on a file, which is made if it is missing. Locks are never waited for in here: whoever asks decides
 * how to wait.
 */
export function connect(file: string): Database.Database {
  const driver = loadDriver();
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    throw new Fault(
      'unavailable',
      `${file} cannot be opened. Check that its folder exists and may be written to.`,
      cause,
    );
  }
  return new driver(file, { timeout: 0, fileMustExist: true });
}

/**
 * Puts the connection into the state described above. Throws a `Fault` when it cannot be, and a busy error when
 * another process is just opening the same new file.
 */
export function setUp(db: Database.Database, access: 'write' | 'read', storeName: string): void {
  if (db.pragma('journal_mode', { simple: true }) !== 'wal') db.pragma('journal_mode = WAL');
  for (const { name, value } of requiredSettings) db.pragma(`${name} = ${value}`);
  assertSettings(db, storeName);
  db.pragma(`cache_size = -${cacheKibibytes[access]}`);
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`);
}

/** All in one question: opening a store is a good part of what a command takes. */
function assertSettings(db: Database.Database, storeName: string): void {
  const expected = [{ name: 'journal_mode', reads: 'wal' }, ...requiredSettings];
  const tables = expected.map(({ name }) => `pragma_${name}`).join(', ');
  const found: readonly unknown[] = db.prepare<[], unknown[]>(`SELECT * FROM ${tables}`).raw().get() ?? [];
  for (const [index, { name, reads }] of expected.entries()) {
    if (found[index] === reads) continue;
    throw new Fault(
      'unavailable',
      `${storeName} cannot be kept safely: ${name} must be ${reads} and is ${String(found[index])}. ` +
        'Put the store on a local disk.',
    );
  }
}
