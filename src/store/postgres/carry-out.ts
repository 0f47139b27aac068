/** Reads a whole database, page by page, in one snapshot. */
import type pg from 'pg';
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
import type { PostgresTarget } from './connection-string.ts';
import { schemaVersion } from './migrate.ts';
import { toFault, troubleOf } from './postgres-fault.ts';
import { PrimaryPool } from './primary-pool.ts';

// The snapshot is idle while a page is written elsewhere, so the server must not end it for that.
const beginSnapshot = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_seqscan = off;
  SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0`;

/** Throws a `Fault` when it cannot be reached or has another schema. `unfinished` as for SQLite. */
export async function openPostgresSource(
  target: PostgresTarget,
  { unfinished = false }: { readonly unfinished?: boolean } = {},
): Promise<TransferSource> {
  const pool = new PrimaryPool(target);
  const inDatabase = guarded(target.name);
  try {
    const client = await inDatabase(() => pool.acquire());
    client.on('error', () => undefined); // the next statement fails and says so
    await inDatabase(() => assertVersion(client, target.name, unfinished));
    const source = new DatabaseSource(client);
    await inDatabase(() => source.refresh());
    return {
      name: target.name,
      refresh: () => inDatabase(() => source.refresh()),
      portfolios: () => inDatabase(() => source.portfolios()),
      count: (table) => inDatabase(() => source.count(table)),
      page: (part, after, limit) => inDatabase(() => source.page(part.table, part.portfolio, after, limit)),
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

/** Errors of the driver as a caller should see them. */
export function guarded(name: string): <Result>(act: () => Promise<Result>) => Promise<Result> {
  return async (act) => {
    try {
      return await act();
    } catch (error) {
      throw toFault(error, name);
    }
  };
}

class DatabaseSource {
  readonly #client: pg.ClientBase;
  readonly #ids = new Map<string, number>();

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  async refresh(): Promise<void> {
    await this.#client.query('ROLLBACK');
    await this.#client.query(beginSnapshot);
    this.#ids.clear();
    const { rows } = await this.#client.query<{ readonly id: number; readonly name: string }>(
      'SELECT id, name FROM fixpoint.portfolio',
    );
    for (const { id, name } of rows) this.#ids.set(name, id);
  }

  async portfolios(): Promise<readonly CarriedPortfolio[]> {
    const { rows } = await this.#client.query<CarriedPortfolio>(
      "SELECT name, settings, seq, encode(head, 'hex') AS head FROM fixpoint.portfolio ORDER BY name",
    );
    return rows;
  }

  async count({ name }: CarriedTable): Promise<number> {
    const { rows } = await this.#client.query<{ readonly rows: string }>(
      `SELECT count(*) AS rows FROM fixpoint.${name}`,
    );
    return Number(rows[0]?.rows ?? 0);
  }

  async page(
    table: CarriedTable,
    portfolio: string,
    after: CarriedRow | undefined,
    limit: number,
  ): Promise<readonly CarriedRow[]> {
    const { columns } = table;
    const place = keyPlaces(table).map((at, index) =>
      packCarried(columns[at]?.kind ?? 'text', after?.[index] ?? null),
    );
    const text = (after === undefined ? firstPages : nextPages).get(table.name) ?? '';
    const values = [this.#ids.get(portfolio) ?? -1, limit, ...(after === undefined ? [] : place)];
    const { rows } = await this.#client.query<StoredValue[]>({ text, values, rowMode: 'array' });
    return rows.map((row) => columns.map(({ kind }, at) => unpackCarried(kind, row[at] ?? null)));
  }
}

const firstPages = pageTexts(() => '');
const nextPages = pageTexts((key) => {
  const list = key.map((column) => `t.${column}`).join(', ');
  return `AND (${list}) > (${key.map((_, at) => `$${at + 3}`).join(', ')})`;
});

function pageTexts(behind: (key: readonly string[]) => string): ReadonlyMap<string, string> {
  return new Map(
    carriedTables.map(({ name, columns, key }) => {
      const selected = columns.map((column) => `${column.kind === 'origin' ? 'o' : 't'}.${column.name}`);
      const joined = columns.some(({ kind }) => kind === 'origin')
        ? 'JOIN fixpoint.origin AS o ON o.portfolio = t.portfolio AND o.id = t.origin'
        : '';
      const text = `SELECT ${selected.join(', ')} FROM fixpoint.${name} AS t ${joined}
        WHERE t.portfolio = $1 ${behind(key)} ORDER BY ${key.map((column) => `t.${column}`).join(', ')} LIMIT $2`;
      return [name, text];
    }),
  );
}

async function assertVersion(client: pg.ClientBase, name: string, unfinished: boolean): Promise<void> {
  const version = await readVersion(client);
  if (version === undefined) throw new Fault('unavailable', `${name} holds no store of Fixpoint.`);
  if (version === schemaVersion || (unfinished && version === unfinishedMark)) return;
  if (version === unfinishedMark) throw new Fault('unavailable', describeUnfinished(name));
  const advice =
    version < schemaVersion
      ? 'Open it once with this release (fixpoint verify --store …), and do it again.'
      : 'Use the newer release that wrote it.';
  throw new Fault(
    'unavailable',
    `${name} has schema ${version} and this release reads schema ${schemaVersion}. Nothing was done. ${advice}`,
  );
}

/** The number of its schema, or the mark of an unfinished transfer; undefined when there is none. */
export async function readVersion(client: pg.ClientBase): Promise<number | undefined> {
  try {
    const { rows } = await client.query<{ readonly version: number | null }>(
      'SELECT max(number) AS version FROM fixpoint.migration',
    );
    return rows[0]?.version ?? undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (troubleOf(error) === 'mistake' && (code === '42P01' || code === '3F000')) return undefined;
    throw error;
  }
}
