import { randomBytes } from 'node:crypto';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, inject, onTestFinished } from 'vitest';
import type { Store } from '../../src/engine/store-protocol.ts';
import { type PostgresTarget, readConnectionString } from '../../src/store/postgres/connection-string.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { PrimaryPool } from '../../src/store/postgres/primary-pool.ts';
import { fail } from './fail.ts';

/** The run's server, started now if nobody has asked for it before. Without a database. */
export async function postgresAddress(): Promise<string> {
  const answer: unknown = JSON.parse(await text(createConnection(inject('postgresDoorPort'), '127.0.0.1')));
  const { address, problem } = answer as { readonly address?: string; readonly problem?: string }; // by postgres-server.ts
  return address ?? fail(problem ?? 'there is no PostgreSQL');
}

export interface TemporaryDatabase {
  /** With the password. */
  readonly url: string;
  readonly target: PostgresTarget;
  readonly drop: () => Promise<void>;
}

export function targetOf(url: string): PostgresTarget {
  const read = readConnectionString(url);
  return read.kind === 'target' ? read.target : fail(read.message);
}

/** An empty database of its own. */
export async function makeDatabase(): Promise<TemporaryDatabase> {
  const server = await postgresAddress();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runSql(`${server}/postgres`, `CREATE DATABASE ${name}`);
  const url = `${server}/${name}`;
  return {
    url,
    target: targetOf(url),
    drop: () => runSql(`${server}/postgres`, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** A database for the test that is running. */
export async function makeTestDatabase(): Promise<TemporaryDatabase> {
  const database = await makeDatabase();
  onTestFinished(database.drop);
  return database;
}

interface KeptDatabase extends TemporaryDatabase {
  readonly owner: pg.Client;
  /** Connections take long to make too, and stores keep nothing on them, so one store takes them over from another. */
  readonly pool: PrimaryPool;
}

/** Databases that this test file has made and does not use at the moment; empty, with the schema in place. */
const idle: KeptDatabase[] = [];

afterAll(async () => {
  for (const { owner, drop, pool } of idle.splice(0)) {
    await pool.close();
    await owner.end();
    await drop();
  }
});

/**
 * A PostgreSQL store on data of its own, which `dispose` removes. Databases take long to make, so one that was disposed
 * of is emptied and used again.
 */
export async function openTemporaryPostgres() {
  const database = idle.pop() ?? (await keepDatabase());
  const { target, pool } = database;
  const open = (): Promise<Store> => openPostgresStore(target, { pool });
  let store = await open();
  return {
    store,
    url: database.url,
    reopen: async (): Promise<Store> => {
      await store.close();
      store = await open();
      return store;
    },
    dispose: async (): Promise<void> => {
      await store.close();
      await database.owner.query(emptyEverything);
      idle.push(database);
    },
  };
}

async function keepDatabase(): Promise<KeptDatabase> {
  const database = await makeDatabase();
  const owner = new pg.Client(database.url);
  await owner.connect();
  return { ...database, owner, pool: new PrimaryPool(database.target) };
}

/** What the triggers are there to prevent, so they are off for one transaction. */
const guarded = ['portfolio', 'origin', 'entry', 'receipt', 'sighting'];
const emptyEverything = [
  ...guarded.map((table) => `ALTER TABLE fixpoint.${table} DISABLE TRIGGER USER`),
  ...[...guarded, 'record', 'balance', 'cash_day', 'units', 'fold_cache', 'lease'].map(
    (table) => `DELETE FROM fixpoint.${table}`,
  ),
  ...guarded.map((table) => `ALTER TABLE fixpoint.${table} ENABLE TRIGGER USER`),
].join('; ');

/** Statements in one transaction. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
