/** A PostgreSQL for a part of the benchmark, as it is installed: no setting but its address. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { batchCommandsMax } from '../../src/engine/writer.ts';
import { createPortfolio } from '../../src/operations/ledger/create-portfolio.ts';
import { deposit } from '../../src/operations/ledger/deposit.ts';
import { type PostgresTarget, readConnectionString } from '../../src/store/postgres/connection-string.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { namePortfolio, openingAmount, portfolio, wishesFrom } from '../load/events.ts';
import { createKeySource } from '../load/keys.ts';
import { type BenchHub, openBenchHubOn } from './bench-hub.ts';
import { type FillOptions, fillOpenStore } from './fill-store.ts';
import { prefilledKeys } from './prefilled-store.ts';

export interface BenchPostgres {
  /** An empty database of this name; returns its URL. */
  readonly makeDatabase: (name: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** The folder for temporary files may be memory, where flushes cost nothing. This one outlives a restart. */
const diskFolder = '/var/tmp';

export async function openBenchPostgres(): Promise<BenchPostgres> {
  const server = await startPostgres(existsSync(diskFolder) ? diskFolder : tmpdir());
  return {
    makeDatabase: async (name) => {
      await runSql(`${server.address}/postgres`, `CREATE DATABASE ${name}`);
      return `${server.address}/${name}`;
    },
    stop: server.stop,
  };
}

export async function runSql(
  url: string,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function openPostgresHub(url: string): Promise<BenchHub> {
  return openBenchHubOn(await openPostgresStore(targetOf(url)));
}

/** Returns how many entries are there in the end. */
export async function fillPostgres(url: string, options: FillOptions): Promise<number> {
  return fillOpenStore(await openPostgresStore(targetOf(url)), options);
}

function targetOf(url: string): PostgresTarget {
  const read = readConnectionString(url);
  if (read.kind !== 'target') throw new Error(read.message);
  return read.target;
}

/** So many portfolios with more than enough cash, and `prefilledKeys` random keys among them. Returns the entries. */
export async function prefillPostgres(url: string, portfolios: number): Promise<number> {
  const { hub, close, accepted } = await openPostgresHub(url);
  const nextKey = createKeySource('random');
  const by = { door: 'http', actor: 'bench' } as const;
  const names = Array.from({ length: portfolios }, (_, index) => namePortfolio(index));
  const made = names.filter((name) => name !== portfolio);
  await hub.submitAll(
    made.map((name) => ({
      operation: createPortfolio,
      portfolio: name,
      input: {},
      key: nextKey(),
      ...by,
    })),
  );
  await hub.submitAll(
    names.map((name) => ({
      operation: deposit,
      portfolio: name,
      input: { amount: openingAmount },
      key: nextKey(),
      ...by,
    })),
  );
  while (accepted() < prefilledKeys) {
    const count = Math.min(batchCommandsMax, prefilledKeys - accepted());
    await hub.submitAll(wishesFrom(accepted(), count, nextKey, 'both', portfolios));
  }
  await close();
  return accepted();
}

/** Everything that a deposit or trade left in tables and indexes. */
export async function measureBytes(url: string): Promise<number> {
  const [row] = await runSql(
    url,
    `SELECT sum(pg_total_relation_size(c.oid))::float8 AS bytes FROM pg_class AS c
     WHERE c.relnamespace = 'fixpoint'::regnamespace AND c.relkind = 'r'`,
  );
  return Number(row?.['bytes']);
}

/** As many entries and receipts as were told to callers, numbered without a gap. Throws when not. */
export async function checkPostgresBooks(what: string, url: string, entries: number): Promise<string> {
  const [row] = await runSql(
    url,
    `SELECT (SELECT count(*) FROM fixpoint.entry)::int AS entries, (SELECT count(*) FROM fixpoint.receipt)::int AS receipts,
       (SELECT sum(seq) FROM fixpoint.portfolio)::int AS numbered,
       (SELECT count(*) FROM (SELECT 1 FROM fixpoint.balance GROUP BY portfolio, currency HAVING sum(amount) <> 0) AS b)::int AS off`,
  );
  const wanted = JSON.stringify({ entries, receipts: entries, numbered: entries, off: 0 });
  if (JSON.stringify(row) !== wanted) throw new Error(`${what}: ${JSON.stringify(row)} instead of ${wanted}`);
  return `${what}: ${entries} accepted, as many entries and receipts, numbered without a gap; every balance sums to zero.`;
}
