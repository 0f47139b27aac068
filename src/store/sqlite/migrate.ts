import type Database from 'better-sqlite3';
import { Fault } from '../../engine/outcome.ts';
import type { Migration } from './migrations/migration.ts';
import { migrations } from './migrations/registry.ts';
import { describeUnfinished, unfinishedMark } from '../transfer/transfer-ends.ts';

/** The schema that this release reads and writes. */
export const schemaVersion = migrations.length;

/** "Fxpt": by it a store is told from another program's database. The first migration sets it. */
const applicationId = 0x46787074;

/**
 * Brings the schema up to date, each step in a transaction of its own. A store that is up to date is only read.
 *
 * Throws a `Fault` when the file belongs to another program or to a newer release. May throw a busy error; then
 * another process is migrating, and it can be called again.
 */
export function migrate(db: Database.Database, storeName: string): void {
  while (readVersion(db, storeName) < schemaVersion) {
    // Another process may have taken this step while this one waited, so the version is read again under the lock.
    db.exec('BEGIN IMMEDIATE');
    try {
      const next = migrations[readVersion(db, storeName)];
      if (next !== undefined) apply(db, next);
      db.exec('COMMIT');
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
}

function apply(db: Database.Database, { number, sql }: Migration): void {
  db.exec(sql);
  db.pragma(`user_version = ${number}`);
}

/** Whose database it is, and the number of its schema; a file that is empty is ours. */
export function readOwner(db: Database.Database): { readonly isOurs: boolean; readonly version: number } {
  const [version = 0, owner = 0, tables = 0] =
    db
      .prepare<[], number[]>(
        `SELECT user_version, application_id, (SELECT count(*) FROM sqlite_schema)
         FROM pragma_user_version, pragma_application_id`,
      )
      .raw()
      .get() ?? [];
  return { isOurs: owner === applicationId || (owner === 0 && version === 0 && tables === 0), version };
}

function readVersion(db: Database.Database, storeName: string): number {
  const { isOurs, version } = readOwner(db);
  if (!isOurs) {
    throw new Fault(
      'unavailable',
      `${storeName} is the database of another program. Name another file, or one that does not exist yet.`,
    );
  }
  if (version === unfinishedMark) throw new Fault('unavailable', describeUnfinished(storeName));
  if (version > schemaVersion) {
    throw new Fault(
      'unavailable',
      `${storeName} was written by a newer Fixpoint (its schema is ${version}, this release knows ${schemaVersion}). ` +
        'Nothing was changed. Use the newer release.',
    );
  }
  return version;
}
