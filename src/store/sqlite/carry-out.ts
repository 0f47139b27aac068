/**
 * Reads a whole file, page by page, in one snapshot. Nothing is written to it: the connection is made to refuse that,
 * and a file that may not be written to is opened for reading.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type Database from 'better-sqlite3';
import { Fault } from '../../engine/outcome.ts';
import {
  type CarriedPortfolio,
  type CarriedRow,
  type CarriedTable,
  carriedTables,
  keyPlaces,
} from '../transfer/carried-tables.ts';
import { describeUnfinished, type TransferSource, unfinishedMark } from '../transfer/transfer-ends.ts';
import { packCarried, type StoredValue, unpackCarried } from './codec-carried.ts';
import { loadDriver } from './driver.ts';
import { readOwner, schemaVersion } from './migrate.ts';
import { toFault } from './sqlite-fault.ts';

/** Milliseconds for which a commit of another process is waited for, which is only needed while a snapshot begins. */
const busyTimeoutMs = 10_000;

/**
 * Throws a `Fault` when the file is missing, belongs to another program or has another schema. `unfinished` lets a
 * store be read while a transfer into it goes on.
 */
export function openSqliteSource(
  path: string,
  { unfinished = false }: { readonly unfinished?: boolean } = {},
): TransferSource {
  const name = `sqlite:${path}`;
  return guarded(name, () => {
    const db = openForReading(resolve(path), name);
    try {
      assertVersion(db, name, unfinished);
      return readFrom(db, name);
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

function readFrom(db: Database.Database, name: string): TransferSource {
  const ids = new Map<string, number>();
  const pages = new Map(carriedTables.map((table) => [table.name, pageReader(db, table)]));
  const begin = (): void => {
    if (db.inTransaction) db.exec('COMMIT');
    db.exec('BEGIN');
    ids.clear();
    const rows = db.prepare<[], { readonly id: number; readonly name: string }>(
      'SELECT id, name FROM portfolio',
    );
    for (const row of rows.all()) ids.set(row.name, row.id);
  };
  const inFile = <Result>(act: () => Result): Promise<Result> =>
    new Promise((done) => done(guarded(name, act)));
  begin();
  return {
    name,
    refresh: () => inFile(begin),
    portfolios: () => inFile(() => readPortfolios(db)),
    count: ({ name: table }) =>
      inFile(() => Number(db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get())),
    page: ({ table, portfolio }, after, limit) =>
      inFile(() => pages.get(table.name)?.(ids.get(portfolio) ?? -1, after, limit) ?? []),
    close: () =>
      inFile(() => {
        if (db.inTransaction) db.exec('COMMIT');
        db.close();
      }),
  };
}

function readPortfolios(db: Database.Database): readonly CarriedPortfolio[] {
  return db
    .prepare<
      [],
      { readonly name: string; readonly settings: string; readonly seq: number; readonly head: Buffer }
    >('SELECT name, settings, seq, head FROM portfolio ORDER BY name')
    .all()
    .map(({ head, ...row }) => ({ ...row, head: head.toString('hex') }));
}

function pageReader(db: Database.Database, table: CarriedTable) {
  const { name, columns, key } = table;
  const selected = columns.map((column) => `${column.kind === 'origin' ? 'o' : 't'}."${column.name}"`);
  const joined = columns.some(({ kind }) => kind === 'origin') ? 'JOIN origin AS o ON o.id = t.origin' : '';
  const keyList = key.map((column) => `t."${column}"`).join(', ');
  const select = (behind: string) =>
    db
      .prepare<StoredValue[], StoredValue[]>(
        `SELECT ${selected.join(', ')} FROM "${name}" AS t ${joined}
         WHERE t.portfolio = ? ${behind} ORDER BY ${keyList} LIMIT ?`,
      )
      .raw();
  const first = select('');
  const next = select(`AND (${keyList}) > (${key.map(() => '?').join(', ')})`);
  const places = keyPlaces(table);
  return (portfolio: number, after: CarriedRow | undefined, limit: number): readonly CarriedRow[] => {
    const place = places.map((at, index) => packCarried(columns[at]?.kind ?? 'text', after?.[index] ?? null));
    const rows = after === undefined ? first.all(portfolio, limit) : next.all(portfolio, ...place, limit);
    return rows.map((row) => columns.map(({ kind }, at) => unpackCarried(kind, row[at] ?? null)));
  };
}

/** Throws a `Fault` when there is no such file. Nothing can be written through it. */
export function openForReading(path: string, name: string): Database.Database {
  if (!existsSync(path))
    throw new Fault('unavailable', `${name} does not exist. Check the name of the file.`);
  const db = new (loadDriver())(path, {
    timeout: busyTimeoutMs,
    fileMustExist: true,
    readonly: !mayWrite(path),
  });
  db.pragma('query_only = ON');
  db.pragma('trusted_schema = OFF');
  return db;
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws a `Fault` that says what to do, unless the file is a store of this release's schema. */
export function assertVersion(db: Database.Database, name: string, unfinished: boolean): void {
  const { isOurs, version } = readOwner(db);
  if (!isOurs || version === 0) throw new Fault('unavailable', `${name} is no store of Fixpoint.`);
  if (version === schemaVersion || (unfinished && version === unfinishedMark)) return;
  if (version === unfinishedMark) throw new Fault('unavailable', describeUnfinished(name));
  const advice =
    version < schemaVersion
      ? 'Make a copy of the file, open the copy once with this release (fixpoint verify --store sqlite:COPY), and use it.'
      : 'Use the newer release that wrote it.';
  throw new Fault(
    'unavailable',
    `${name} has schema ${version} and this release reads schema ${schemaVersion}. Nothing was done. ${advice}`,
  );
}

/** Errors of the driver as a caller should see them. */
export function guarded<Result>(name: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw toFault(error, name);
  }
}
