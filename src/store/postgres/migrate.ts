import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Fault } from '../../engine/outcome.ts';
import type { Migration } from './migrations/migration.ts';
import { migrations } from './migrations/registry.ts';
import { describeUnfinished, unfinishedMark } from '../transfer/transfer-ends.ts';

/** The schema that this release reads and writes. */
export const schemaVersion = migrations.length;

/**
 * Brings the schema up to date, each step in a transaction of its own. A store that is up to date is only read.
 *
 * Throws a `Fault` when the schema belongs to another program, to a newer release, or was made by another text. Throws
 * an error of the kind `isMigrationRace` when another process is doing the same; then it can be called again.
 */
export async function migrate(
  client: pg.ClientBase,
  storeName: string,
  series: readonly Migration[] = migrations,
): Promise<void> {
  if ((await readVersion(client, storeName, series)) === undefined) await makeTable(client);
  while (((await readVersion(client, storeName, series)) ?? 0) < series.length) {
    await client.query('BEGIN');
    try {
      // Held to the end of the transaction: whoever comes second finds the step taken.
      await client.query('LOCK TABLE fixpoint.migration IN EXCLUSIVE MODE');
      const next = series[(await readVersion(client, storeName, series)) ?? 0];
      if (next !== undefined) await apply(client, next);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  }
}

/** Several processes made the same things at once; all but one of them are told so by these codes. */
export function isMigrationRace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?:23505|42P06|42P07|42710|40001|40P01|XX000)$/.test(code);
}

async function makeTable(client: pg.ClientBase): Promise<void> {
  // In one message, so that it is one transaction.
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS fixpoint;
    CREATE TABLE IF NOT EXISTS fixpoint.migration (
      number integer PRIMARY KEY,
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
}

async function apply(client: pg.ClientBase, { number, name, sql }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('INSERT INTO fixpoint.migration (number, name, sha256) VALUES ($1, $2, $3)', [
    number,
    name,
    hashOf(sql),
  ]);
}

/** Undefined while there is no schema. */
async function readVersion(
  client: pg.ClientBase,
  storeName: string,
  series: readonly Migration[],
): Promise<number | undefined> {
  const { rows: found } = await client.query<{ readonly ours: boolean; readonly tables: boolean }>(
    `SELECT to_regclass('fixpoint.migration') IS NOT NULL AS ours, EXISTS (
       SELECT FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = 'fixpoint'
     ) AS tables`,
  );
  if (found[0]?.ours !== true) {
    if (found[0]?.tables !== true) return undefined;
    throw new Fault(
      'unavailable',
      `The schema "fixpoint" of ${storeName} belongs to another program. Name another database.`,
    );
  }
  const { rows } = await client.query<{ readonly number: number; readonly sha256: string }>(
    'SELECT number, sha256 FROM fixpoint.migration ORDER BY number',
  );
  if (rows.at(-1)?.number === unfinishedMark) throw new Fault('unavailable', describeUnfinished(storeName));
  if (rows.length > series.length) {
    throw new Fault(
      'unavailable',
      `${storeName} was written by a newer Fixpoint (its schema is ${rows.length}, this release knows ` +
        `${series.length}). Nothing was changed. Use the newer release.`,
    );
  }
  for (const [index, { number, sha256 }] of rows.entries()) {
    const step = series[index];
    if (step !== undefined && step.number === number && hashOf(step.sql) === sha256) continue;
    throw new Fault(
      'unavailable',
      `${storeName} was made by another text of step ${number} of the schema than this release has. ` +
        'Nothing was changed. Use the release that made it.',
    );
  }
  return rows.length;
}

function hashOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
