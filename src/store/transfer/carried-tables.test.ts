import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeStoreFile } from '../../../test/support/store-file.ts';
import { makeTestDatabase } from '../../../test/support/temporary-postgres.ts';
import { openPostgresStore } from '../postgres/postgres-store.ts';
import { carriedTables, leftBehind } from './carried-tables.ts';

/** Columns that do not travel by themselves: the portfolio's number, and the number of an origin whose texts travel. */
const numbers = ['portfolio', 'origin'];

describe('what is carried (1)', () => {
  it('is every table and column of SQLite that is not left behind for a reason', async () => {
    const file = makeStoreFile();
    await file.open().close();
    const db = file.openRaw();
    const rows = db
      .prepare<[], { readonly name: string; readonly column: string }>(
        `SELECT t.name AS name, c.name AS "column" FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'`,
      )
      .all();
    expect(columnsByTable(rows)).toEqual(carriedColumns());
  });

  it('is every table and column of PostgreSQL that is not left behind for a reason', async () => {
    const { url, target } = await makeTestDatabase();
    await (await openPostgresStore(target)).close();
    const db = new pg.Client(url);
    await db.connect();
    const { rows } = await db.query<{ readonly name: string; readonly column: string }>(
      `SELECT table_name AS name, column_name AS column FROM information_schema.columns
       JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'fixpoint' AND table_type = 'BASE TABLE'`,
    );
    await db.end();
    expect(columnsByTable(rows)).toEqual(carriedColumns());
  });
});

function columnsByTable(
  rows: readonly { readonly name: string; readonly column: string }[],
): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, string[]>();
  for (const { name, column } of rows) {
    if (name in leftBehind || numbers.includes(column)) continue;
    tables.set(name, [...(tables.get(name) ?? []), column].sort());
  }
  return new Map([...tables].sort(([left], [right]) => (left < right ? -1 : 1)));
}

function carriedColumns(): ReadonlyMap<string, readonly string[]> {
  const tables = carriedTables.map(({ name, columns }): readonly [string, readonly string[]] => [
    name,
    columns.flatMap((column) => (column.kind === 'origin' ? [] : [column.name])).sort(),
  ]);
  return new Map(tables.sort(([left], [right]) => (left < right ? -1 : 1)));
}
