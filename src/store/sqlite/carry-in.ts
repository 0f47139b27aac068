/**
 * Writes a whole store into a file that holds nothing yet. Until it is finished the file carries a mark instead of the
 * number of its schema, so that no process takes it for a store.
 */
import { resolve } from 'node:path';
import type Database from 'better-sqlite3';
import { Fault } from '../../engine/outcome.ts';
import {
  type CarriedColumn,
  type CarriedPortfolio,
  type CarriedRow,
  type CarriedTable,
  keyPlaces,
  leftBehind,
} from '../transfer/carried-tables.ts';
import {
  type CarriedPart,
  type Progress,
  type TargetState,
  type TransferTarget,
  unfinishedMark,
} from '../transfer/transfer-ends.ts';
import { guarded } from './carry-out.ts';
import { packCarried, type StoredValue } from './codec-carried.ts';
import { connect, setUp } from './connection.ts';
import { migrate, readOwner, schemaVersion } from './migrate.ts';

const busyTimeoutMs = 10_000;

/** Makes the file if it is missing. Throws a `Fault` when it cannot be used. */
export function openSqliteTarget(path: string): TransferTarget {
  const name = `sqlite:${path}`;
  const file = new TargetFile(name, resolve(path));
  const inFile = <Result>(act: () => Result): Promise<Result> =>
    new Promise((done) => done(guarded(name, act)));
  return {
    name,
    begin: () => inFile(() => file.begin()),
    progress: () => inFile(() => file.progress()),
    putPortfolios: (portfolios) => inFile(() => file.write(() => file.putPortfolios(portfolios))),
    clear: (part) => inFile(() => file.write(() => file.clear(part))),
    put: (part, rows, progress) => inFile(() => file.write(() => file.put(part, rows, progress))),
    finish: () => inFile(() => file.finish()),
    close: () => inFile(() => file.close()),
  };
}

class TargetFile {
  readonly #name: string;
  readonly #db: Database.Database;
  readonly #inserts = new Map<string, Database.Statement<StoredValue[]>>();
  readonly #origins = new Map<string, number>();

  constructor(name: string, path: string) {
    this.#name = name;
    this.#db = connect(path);
    this.#db.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }

  begin(): TargetState {
    const owner = readOwner(this.#db);
    if (owner.isOurs && owner.version === unfinishedMark) {
      setUp(this.#db, 'write', this.#name);
      return 'unfinished';
    }
    migrate(this.#db, this.#name);
    setUp(this.#db, 'write', this.#name);
    return this.write(() => {
      if (this.#holdsRows()) return 'occupied';
      this.#db.exec('CREATE TABLE move_progress (part TEXT PRIMARY KEY, place TEXT NOT NULL) STRICT');
      this.#db.pragma(`user_version = ${unfinishedMark}`);
      return 'ready';
    });
  }

  progress(): ReadonlyMap<string, string> {
    const rows = this.#db.prepare<[], { readonly part: string; readonly place: string }>(
      'SELECT part, place FROM move_progress',
    );
    return new Map(rows.all().map(({ part, place }) => [part, place]));
  }

  putPortfolios(portfolios: readonly CarriedPortfolio[]): void {
    const insert = this.#db.prepare<[string, string, number, Buffer, string]>(
      `INSERT INTO portfolio (name, settings, seq, head) SELECT ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM portfolio WHERE name = ?)`,
    );
    const update = this.#db.prepare<[string, number, Buffer, string]>(
      'UPDATE portfolio SET settings = ?, seq = ?, head = ? WHERE name = ?',
    );
    for (const { name, settings, seq, head } of portfolios) {
      const packed = Buffer.from(head, 'hex');
      if (insert.run(name, settings, seq, packed, name).changes === 0)
        update.run(settings, seq, packed, name);
    }
  }

  clear({ table, portfolio }: CarriedPart): void {
    this.#db.prepare<[number]>(`DELETE FROM "${table.name}" WHERE portfolio = ?`).run(this.#idOf(portfolio));
  }

  put({ table, portfolio }: CarriedPart, rows: readonly CarriedRow[], progress: Progress): void {
    const id = this.#idOf(portfolio);
    const insert = this.#insertInto(table);
    for (const row of rows) {
      const origin = hasOrigin(table) ? [this.#originOf(table.columns, row)] : [];
      const same = table.growth === 'added' ? [id, ...keyOf(table, row)] : [];
      insert.run(id, ...valuesOf(table.columns, row), ...origin, ...same);
    }
    this.#advance(progress);
  }

  finish(): void {
    this.write(() => {
      this.#db.exec('DROP TABLE move_progress');
      this.#db.pragma(`user_version = ${schemaVersion}`);
    });
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#db.close();
  }

  write<Result>(act: () => Result): Result {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = act();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Also in tables that this release does not know. */
  #holdsRows(): boolean {
    const tables = this.#db
      .prepare<[], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
      )
      .pluck()
      .all();
    const own = tables.filter((table) => !(table in leftBehind) || table === 'portfolio');
    return own.some((table) => this.#db.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() !== undefined);
  }

  /** Two processes that move into one store are told apart by where each of them thinks it stands. */
  #advance({ part, before, after }: Progress): void {
    if (after === undefined) return;
    const { changes } =
      before === undefined
        ? this.#db
            .prepare<[string, string]>(
              'INSERT INTO move_progress (part, place) VALUES (?, ?) ON CONFLICT DO NOTHING',
            )
            .run(part, after)
        : this.#db
            .prepare<[string, string, string]>(
              'UPDATE move_progress SET place = ? WHERE part = ? AND place = ?',
            )
            .run(after, part, before);
    if (changes === 1) return;
    throw new Fault('unavailable', `Another process is moving books into ${this.#name}. Let it finish.`);
  }

  #idOf(portfolio: string): number {
    const id = this.#db
      .prepare<[string], number>('SELECT id FROM portfolio WHERE name = ?')
      .pluck()
      .get(portfolio);
    if (id === undefined) throw new Error(`the portfolio ${portfolio} was not written first`);
    return id;
  }

  #insertInto(table: CarriedTable): Database.Statement<StoredValue[]> {
    const known = this.#inserts.get(table.name);
    if (known !== undefined) return known;
    const statement = this.#db.prepare<StoredValue[]>(insertText(table));
    this.#inserts.set(table.name, statement);
    return statement;
  }

  #originOf(columns: readonly CarriedColumn[], row: CarriedRow): number {
    const values = columns.flatMap(({ kind }, at) => (kind === 'origin' ? [String(row[at])] : []));
    const name = values.join('\n');
    const known = this.#origins.get(name);
    if (known !== undefined) return known;
    const names = columns.flatMap((column) => (column.kind === 'origin' ? [column.name] : []));
    const found = this.#db
      .prepare<string[], number>(
        `SELECT id FROM origin WHERE ${names.map((one) => `"${one}" = ?`).join(' AND ')}`,
      )
      .pluck()
      .get(...values);
    const insert = `INSERT INTO origin (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    const id = found ?? Number(this.#db.prepare<string[]>(insert).run(...values).lastInsertRowid);
    this.#origins.set(name, id);
    return id;
  }
}

/** Where rows are `added`, the portfolio and the key follow once more, to ask whether the row is there. */
function insertText(table: CarriedTable): string {
  const names = table.columns.flatMap(({ name, kind }) => (kind === 'origin' ? [] : [`"${name}"`]));
  if (hasOrigin(table)) names.push('origin');
  const marks = ['portfolio', ...names].map(() => '?').join(', ');
  const into = `INSERT INTO "${table.name}" (portfolio, ${names.join(', ')})`;
  if (table.growth !== 'added') return `${into} VALUES (${marks})`;
  const same = ['portfolio', ...table.key].map((name) => `"${name}" = ?`).join(' AND ');
  return `${into} SELECT ${marks} WHERE NOT EXISTS (SELECT 1 FROM "${table.name}" WHERE ${same})`;
}

function keyOf(table: CarriedTable, row: CarriedRow): StoredValue[] {
  return keyPlaces(table).map((at) => packCarried(table.columns[at]?.kind ?? 'text', row[at] ?? null));
}

function hasOrigin({ columns }: CarriedTable): boolean {
  return columns.some(({ kind }) => kind === 'origin');
}

function valuesOf(columns: readonly CarriedColumn[], row: CarriedRow): StoredValue[] {
  return columns.flatMap(({ kind }, at) => (kind === 'origin' ? [] : [packCarried(kind, row[at] ?? null)]));
}
