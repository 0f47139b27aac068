/**
 * Writes a whole store into a database that holds nothing yet. Until it is finished the list of schema steps ends with a
 * mark, so that no process takes it for a store.
 */
import type pg from 'pg';
import { Fault } from '../../engine/outcome.ts';
import {
  type CarriedColumn,
  type CarriedPortfolio,
  type CarriedRow,
  type CarriedTable,
  type ColumnKind,
  carriedTables,
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
import { packCarried } from './codec-carried.ts';
import type { PostgresTarget } from './connection-string.ts';
import { migrate } from './migrate.ts';
import { assertSettings } from './postgres-store.ts';
import { PrimaryPool } from './primary-pool.ts';

// Pages need not be on disk one by one: they are in order, so a power cut takes the last ones, which are sent again.
// `finish` commits as every other write does, and with it all pages before it.
const beginPage = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL synchronous_commit = off;
  SET LOCAL lock_timeout = 10000; SET LOCAL enable_seqscan = off`;

/** Makes the schema if it is missing. Throws a `Fault` when it cannot be reached or used. */
export async function openPostgresTarget(target: PostgresTarget): Promise<TransferTarget> {
  const pool = new PrimaryPool(target);
  const inDatabase = guarded(target.name);
  try {
    const client = await inDatabase(() => pool.acquire());
    client.on('error', () => undefined); // the next statement fails and says so
    await inDatabase(() => assertSettings(client, target.name));
    const database = new TargetDatabase(client, target.name);
    return {
      name: target.name,
      begin: () => inDatabase(() => database.begin()),
      progress: () => inDatabase(() => database.progress()),
      putPortfolios: (portfolios) =>
        inDatabase(() => database.write(() => database.putPortfolios(portfolios))),
      clear: (part) => inDatabase(() => database.write(() => database.clear(part))),
      put: (part, rows, progress) =>
        inDatabase(() => database.write(() => database.put(part, rows, progress))),
      finish: () => inDatabase(() => database.finish()),
      close: async () => {
        client.release(true);
        await pool.close();
      },
    };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

class TargetDatabase {
  readonly #client: pg.ClientBase;
  readonly #name: string;
  /** Numbers of origins by their text, per portfolio. */
  readonly #origins = new Map<number, Map<string, number>>();

  constructor(client: pg.ClientBase, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async begin(): Promise<TargetState> {
    if (await this.#isMarked()) return 'unfinished';
    await migrate(this.#client, this.#name);
    return this.write(async () => {
      // A hub that is just writing its first portfolio is waited for.
      await this.#client.query(
        'LOCK TABLE fixpoint.migration IN EXCLUSIVE MODE; LOCK TABLE fixpoint.portfolio IN SHARE ROW EXCLUSIVE MODE',
      );
      if (await this.#holdsRows()) return 'occupied';
      await this.#client.query(`CREATE TABLE fixpoint.move_progress (part text PRIMARY KEY, place text NOT NULL);
        INSERT INTO fixpoint.migration (number, name, sha256) VALUES (${unfinishedMark}, 'unfinished', '')`);
      return 'ready';
    });
  }

  async progress(): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#client.query<{ readonly part: string; readonly place: string }>(
      'SELECT part, place FROM fixpoint.move_progress',
    );
    return new Map(rows.map(({ part, place }) => [part, place]));
  }

  async putPortfolios(portfolios: readonly CarriedPortfolio[]): Promise<void> {
    for (const { name, settings, seq, head } of portfolios) {
      await this.#client.query(
        `INSERT INTO fixpoint.portfolio AS p (name, settings, seq, head) VALUES ($1, $2, $3, $4)
         ON CONFLICT (name) DO UPDATE SET settings = excluded.settings, seq = excluded.seq, head = excluded.head`,
        [name, settings, seq, Buffer.from(head, 'hex')],
      );
    }
  }

  async clear({ table, portfolio }: CarriedPart): Promise<void> {
    await this.#client.query(`DELETE FROM fixpoint.${table.name} WHERE portfolio = $1`, [
      await this.#idOf(portfolio),
    ]);
  }

  async put(
    { table, portfolio }: CarriedPart,
    rows: readonly CarriedRow[],
    progress: Progress,
  ): Promise<void> {
    const id = await this.#idOf(portfolio);
    const own = table.columns.flatMap((column, at) => (column.kind === 'origin' ? [] : [{ column, at }]));
    const values = own.map(({ column, at }) => rows.map((row) => packCarried(column.kind, row[at] ?? null)));
    const names = own.map(({ column }) => column.name);
    const casts = own.map(({ column }, at) => `$${at + 2}::${arrayTypes[column.kind]}`);
    if (own.length < table.columns.length) {
      values.push(await this.#numberOrigins(id, table, rows));
      names.push('origin');
      casts.push(`$${own.length + 2}::integer[]`);
    }
    const passOver = table.growth === 'added' ? 'ON CONFLICT DO NOTHING' : '';
    await this.#client.query(
      `INSERT INTO fixpoint.${table.name} (portfolio, ${names.join(', ')})
       SELECT $1, r.* FROM unnest(${casts.join(', ')}) AS r(${names.join(', ')}) ${passOver}`,
      [id, ...values],
    );
    await this.#advance(progress);
  }

  async finish(): Promise<void> {
    const { rows } = await this.#client.query<{ readonly waits: string }>(
      "SELECT current_setting('synchronous_commit') AS waits",
    );
    const raise = /^(?:off|local)$/.test(rows[0]?.waits ?? '') ? 'SET LOCAL synchronous_commit = on;' : '';
    // In one message, so that it is one transaction.
    await this.#client.query(`BEGIN; ${raise} DROP TABLE fixpoint.move_progress;
      DELETE FROM fixpoint.migration WHERE number = ${unfinishedMark}; COMMIT`);
    for (const { name } of carriedTables) await this.#client.query(`ANALYZE fixpoint.${name}`);
  }

  async write<Result>(act: () => Promise<Result>): Promise<Result> {
    await this.#client.query(beginPage);
    try {
      const result = await act();
      await this.#client.query('COMMIT');
      return result;
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => undefined); // a lost connection has rolled back by itself
      throw error;
    }
  }

  async #isMarked(): Promise<boolean> {
    const { rows } = await this.#client.query<{ readonly there: boolean }>(
      "SELECT to_regclass('fixpoint.migration') IS NOT NULL AS there",
    );
    if (rows[0]?.there !== true) return false;
    const marks = await this.#client.query('SELECT FROM fixpoint.migration WHERE number = $1', [
      unfinishedMark,
    ]);
    return marks.rowCount === 1;
  }

  /** Also in tables that this release does not know. */
  async #holdsRows(): Promise<boolean> {
    const { rows } = await this.#client.query<{ readonly name: string }>(
      `SELECT c.relname AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
       WHERE n.nspname = 'fixpoint' AND c.relkind IN ('r', 'p')`,
    );
    for (const { name } of rows) {
      if (name in leftBehind && name !== 'portfolio') continue;
      const found = await this.#client.query(`SELECT FROM fixpoint."${name}" LIMIT 1`);
      if (found.rowCount === 1) return true;
    }
    return false;
  }

  /** Two processes that move into one store are told apart by where each of them thinks it stands. */
  async #advance({ part, before, after }: Progress): Promise<void> {
    if (after === undefined) return;
    const { rowCount } =
      before === undefined
        ? await this.#client.query(
            'INSERT INTO fixpoint.move_progress (part, place) VALUES ($1, $2) ON CONFLICT DO NOTHING',
            [part, after],
          )
        : await this.#client.query(
            'UPDATE fixpoint.move_progress SET place = $1 WHERE part = $2 AND place = $3',
            [after, part, before],
          );
    if (rowCount === 1) return;
    throw new Fault('unavailable', `Another process is moving books into ${this.#name}. Let it finish.`);
  }

  async #idOf(portfolio: string): Promise<number> {
    const { rows } = await this.#client.query<{ readonly id: number }>(
      'SELECT id FROM fixpoint.portfolio WHERE name = $1',
      [portfolio],
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error(`the portfolio ${portfolio} was not written first`);
    return id;
  }

  async #numberOrigins(
    id: number,
    { columns }: CarriedTable,
    rows: readonly CarriedRow[],
  ): Promise<number[]> {
    const known = this.#origins.get(id) ?? (await this.#loadOrigins(id));
    this.#origins.set(id, known);
    const numbers: number[] = [];
    for (const row of rows) {
      const values = originOf(columns, row);
      const name = values.join('\n');
      const number = known.get(name) ?? known.size + 1;
      if (!known.has(name)) {
        await this.#client.query(
          'INSERT INTO fixpoint.origin (portfolio, id, kind, operation, door, actor) VALUES ($1, $2, $3, $4, $5, $6)',
          [id, number, ...values],
        );
        known.set(name, number);
      }
      numbers.push(number);
    }
    return numbers;
  }

  async #loadOrigins(id: number): Promise<Map<string, number>> {
    const { rows } = await this.#client.query<{ readonly id: number; readonly name: string }>(
      String.raw`SELECT id, concat_ws(E'\n', kind, operation, door, actor) AS name FROM fixpoint.origin WHERE portfolio = $1`,
      [id],
    );
    return new Map(rows.map((row) => [row.name, row.id]));
  }
}

const arrayTypes = {
  integer: 'integer[]',
  text: 'text[]',
  origin: 'text[]',
  instant: 'text[]',
  decimal: 'numeric[]',
  key: 'bytea[]',
  identity: 'bytea[]',
  hash: 'bytea[]',
} as const satisfies Record<ColumnKind, string>;

/** Kind, operation, door and actor, in this order. */
function originOf(columns: readonly CarriedColumn[], row: CarriedRow): readonly string[] {
  return columns.flatMap(({ kind }, at) => (kind === 'origin' ? [String(row[at])] : []));
}
