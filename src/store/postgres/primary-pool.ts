/**
 * Connections to the one host that takes writes.
 *
 * Invariants: (1) a connection is handed out only after its server said that it is not in recovery, so that no question
 * is answered by a standby that lags; (2) losing the server never ends the process; (3) nothing is set on a connection
 * beyond its transaction, so a pooler may stand between.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { Fault } from '../../engine/outcome.ts';
import type { Encryption, PostgresHost, PostgresTarget } from './connection-string.ts';
import { NotPrimary } from './postgres-fault.ts';

/** One for writes and the rest for questions. More than a small server serves at once only wait there instead of here. */
const connectionsMax = 8;
/** A host that does not answer so long is taken for dead; shorter would give up a server on the other side of the world. */
const connectTimeoutMs = 5_000;

export class PrimaryPool {
  readonly #target: PostgresTarget;
  #pool: Promise<pg.Pool> | undefined;
  #closed = false;

  constructor(target: PostgresTarget) {
    this.#target = target;
  }

  async acquire(): Promise<pg.PoolClient> {
    if (this.#closed) throw new Fault('unavailable', `${this.#target.name} is closed.`);
    this.#pool ??= this.#findPrimary();
    const pool = this.#pool;
    try {
      return await (await pool).connect();
    } catch (error) {
      if (this.#pool === pool) this.forget();
      throw error;
    }
  }

  /** The next connection is to whichever host takes writes then. Those that are in use now are not disturbed. */
  forget(): void {
    const pool = this.#pool;
    this.#pool = undefined;
    pool?.then(endPool, () => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const pool = await this.#pool?.catch(() => undefined);
    this.#pool = undefined;
    if (pool !== undefined) await endPool(pool);
  }

  async #findPrimary(): Promise<pg.Pool> {
    const errors: unknown[] = [];
    for (const host of this.#target.hosts) {
      const pool = openPool(this.#target, host);
      try {
        (await pool.connect()).release();
        return pool;
      } catch (error) {
        errors.push(error);
        await endPool(pool);
      }
    }
    // A host that is there but does not let us in says more than one that is not there.
    throw errors.find((error) => error instanceof pg.DatabaseError) ?? errors[0];
  }
}

function openPool(target: PostgresTarget, { host, port }: PostgresHost): pg.Pool {
  const { database, user, password } = target;
  const pool = new pg.Pool({
    host,
    port,
    database,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ssl: tlsOptions(target.encryption),
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'fixpoint',
    // Statements are sent one behind the other without waiting; their answers come in the same order.
    pipeline: true,
    verify: (client: pg.Client, done: (error?: Error) => void) => {
      client.query<{ readonly standby: boolean }>(
        'SELECT pg_is_in_recovery() AS standby',
        (error: Error | null, result: pg.QueryResult<{ readonly standby: boolean }> | undefined) => {
          const isPrimary = result?.rows[0]?.standby === false;
          done(error ?? (isPrimary ? undefined : new NotPrimary()));
        },
      );
    },
  });
  // A connection that ends while nobody uses it: whoever needs one next gets a new one.
  pool.on('error', () => undefined);
  // The pool listens to a connection only while it lies idle. One that ends on its way to whoever asked for it would end
  // the process; the next statement on it fails instead.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function tlsOptions(encryption: Encryption): pg.PoolConfig['ssl'] {
  switch (encryption.kind) {
    case 'off':
      return false;
    case 'unverified':
      return { rejectUnauthorized: false };
    case 'verified':
      return encryption.rootFile === undefined ? {} : { ca: readFileSync(encryption.rootFile, 'utf8') };
    default:
      return encryption satisfies never;
  }
}

async function endPool(pool: pg.Pool): Promise<void> {
  try {
    await pool.end();
  } catch {
    // It ended by itself.
  }
}
