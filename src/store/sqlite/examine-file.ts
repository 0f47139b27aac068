/** Looks at a file and the disk below it as `doctor` reports them. The books are only read. */
import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type Database from 'better-sqlite3';
import { Fault } from '../../engine/outcome.ts';
import { bad, type Examination, type Finding, good, warning } from '../finding.ts';
import { describeUnfinished, unfinishedMark } from '../transfer/transfer-ends.ts';
import { openForReading } from './carry-out.ts';
import { connect, setUp } from './connection.ts';
import { loadDriver } from './driver.ts';
import { readOwner, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/registry.ts';
import { toFault } from './sqlite-fault.ts';

const mebibyte = 1024 * 1024;
/** Below this the next import may not fit. */
const freeBytesWarned = 256 * mebibyte;
/** Below this the next commit may not fit. */
const freeBytesBad = 16 * mebibyte;
/** The log is moved into the file every few thousand pages; one so large means that a reader or a lock prevents it. */
const logBytesWarned = 256 * mebibyte;

/** File systems over a network, by the number that the system gives them: their locks and flushes cannot be relied on. */
const networkFileSystems = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
]);

/** Throws a `Fault` when the driver cannot be loaded. */
export function examineSqlite(path: string): Examination {
  const file = resolve(path);
  if (!existsSync(dirname(file))) {
    const advice = 'Make the folder, or name another file.';
    return { findings: [bad('file', `the folder of ${file} does not exist`, advice)], isReachable: false };
  }
  const around = [fileSystem(file), room(file)];
  if (!existsSync(file)) {
    const missing = warning(
      'file',
      `${file} does not exist yet`,
      'The first write makes it. Check the name if there should be books.',
    );
    return { findings: [missing, ...around], isReachable: true };
  }
  try {
    return { findings: [permissions(file), ...around, ...examineContent(file, path)], isReachable: true };
  } catch (error) {
    const fault = toFault(error, `sqlite:${path}`);
    const unusable = bad(
      'file',
      fault instanceof Error ? fault.message : String(fault),
      'Restore a backup into a new file.',
    );
    return { findings: [permissions(file), ...around, unusable], isReachable: false };
  }
}

function permissions(file: string): Finding {
  const mode = statSync(file).mode & 0o777;
  const shown = mode.toString(8).padStart(3, '0');
  if (process.platform === 'win32' || (mode & 0o077) === 0) return good('permissions', shown);
  return warning(
    'permissions',
    `${shown}: others on this machine may read the books`,
    `Run: chmod 600 ${file}`,
  );
}

function fileSystem(file: string): Finding {
  const { type } = statfsSync(dirname(file));
  const network = networkFileSystems.get(type >>> 0);
  if (network === undefined) return good('file_system', `local (type 0x${(type >>> 0).toString(16)})`);
  return bad('file_system', network, 'Put the store on a local disk, or use PostgreSQL.');
}

function room(file: string): Finding {
  const { bavail, bsize } = statfsSync(dirname(file));
  const free = bavail * bsize;
  const shown = `${Math.floor(free / mebibyte)} MiB free`;
  if (free < freeBytesBad)
    return bad('disk', shown, 'Free some disk space now: writes are about to be answered disk_full.');
  if (free < freeBytesWarned) return warning('disk', shown, 'Free some disk space.');
  return good('disk', shown);
}

function examineContent(file: string, path: string): readonly Finding[] {
  const name = `sqlite:${path}`;
  const reading = openForReading(file, name);
  try {
    const { isOurs, version } = readOwner(reading);
    if (!isOurs) return [bad('schema', 'the database of another program', 'Name another file.')];
    if (version === unfinishedMark) return [bad('schema', 'unfinished', describeUnfinished(name))];
    if (version === 0) return [warning('schema', 'none yet', 'The first write makes it.')];
    return [
      ...settings(file, name),
      schemaNumber(version),
      ...(version === schemaVersion ? [schemaText(reading)] : []),
      log(file),
      integrity(reading),
    ];
  } finally {
    reading.close();
  }
}

/** On a connection of its own, opened as the store opens its own. */
function settings(file: string, name: string): readonly Finding[] {
  const db = connect(file);
  try {
    setUp(db, 'write', name);
    const read = (setting: string): string => String(db.pragma(setting, { simple: true }));
    return [
      good('driver', `SQLite ${String(db.prepare('SELECT sqlite_version()').pluck().get())}`),
      good('journal_mode', read('journal_mode').toUpperCase()),
      good('synchronous', read('synchronous') === '2' ? 'FULL' : read('synchronous')),
      good('foreign_keys', read('foreign_keys') === '1' ? 'on' : 'off'),
    ];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [bad('settings', error.message, 'Put the store on a local disk.')];
  } finally {
    db.close();
  }
}

function schemaNumber(version: number): Finding {
  if (version === schemaVersion) return good('schema', `${version}, as this release has it`);
  if (version < schemaVersion)
    return warning(
      'schema',
      `${version}; this release brings it to ${schemaVersion}`,
      'Make a backup before the first write.',
    );
  return bad('schema', `${version}; this release knows ${schemaVersion}`, 'Use the newer release.');
}

/** A trigger that somebody dropped is what would have stopped them. */
function schemaText(db: Database.Database): Finding {
  const meant = new (loadDriver())(':memory:');
  try {
    for (const { sql } of migrations) meant.exec(sql);
    const [expected, found] = [objectsOf(meant), objectsOf(db)];
    const changed = [...expected].flatMap(([name, sql]) => (found.get(name) === sql ? [] : [name]));
    if (changed.length === 0)
      return good('guards', `${expected.size} tables, indexes, triggers and views as released`);
    return bad(
      'guards',
      `missing or changed: ${changed.join(', ')}`,
      'Somebody changed the database by hand. Run verify, and carry the books into a new store: fixpoint store move.',
    );
  } finally {
    meant.close();
  }
}

function objectsOf(db: Database.Database): ReadonlyMap<string, string> {
  const rows = db
    .prepare<[], { readonly name: string; readonly sql: string }>(
      'SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name',
    )
    .all();
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}

function log(file: string): Finding {
  const bytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const shown = `${Math.ceil(bytes / mebibyte)} MiB of log beside the file`;
  if (bytes < logBytesWarned) return good('log', shown);
  return warning(
    'log',
    shown,
    'A process reads for very long or hangs. Start the processes of this store again.',
  );
}

function integrity(db: Database.Database): Finding {
  const lines = db.prepare<[], string>('PRAGMA quick_check(10)').pluck().all();
  if (lines.length === 1 && lines[0] === 'ok') return good('integrity', 'quick check ok');
  return bad(
    'integrity',
    lines.join('; '),
    'The file is damaged. Keep a copy of it and restore a backup into a new file.',
  );
}
