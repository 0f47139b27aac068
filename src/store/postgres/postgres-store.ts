/**
 * The store for many hubs: one PostgreSQL database, found again wherever it takes writes after a failover.
 *
 * Writes run READ COMMITTED. That is enough because every portfolio that a write reads or appends to is locked first,
 * by its row: what belongs to a portfolio only changes under that lock, and each statement after the lock sees
 * everything that was committed before. Only the list of portfolios is read without one and may be older than another
 * list read later. Questions run in one REPEATABLE READ snapshot and lock nothing.
 *
 * Invariants: (1) `write` resolves only after COMMIT was answered, or was found in the books; (2) a script that throws
 * leaves nothing; (3) whether a COMMIT whose answer was lost took place is read on a new connection under the
 * portfolio's lock, which is free only when the lost transaction has ended; (4) no transaction is held by a pause of
 * ours longer than the server allows; (5) a store of another schema is never written.
 */
import type pg from 'pg';
import { runAsync } from '../../engine/drivers.ts';
import { Fault } from '../../engine/outcome.ts';
import type { Store, StoreRequest, StoreScript } from '../../engine/store-protocol.ts';
import { Answerer, type StoreMemory } from './answer.ts';
import type { PostgresTarget } from './connection-string.ts';
import { findCommitted, type LostCommit, toLostCommit, unknownOutcome } from './lost-commit.ts';
import { isMigrationRace, migrate, schemaVersion } from './migrate.ts';
import { isStatementLost, toFault, troubleOf } from './postgres-fault.ts';
import { PrimaryPool } from './primary-pool.ts';
import { RetryPause } from './retry-pause.ts';

export interface PostgresStoreOptions {
  /** Milliseconds for which a lost server is looked for and a conflict is tried again, before it is a `Fault`. */
  readonly retryForMs?: number;
  /** Connections that belong to somebody else and stay open when the store is closed. */
  readonly pool?: PrimaryPool;
}

/** Longer than a failover by Patroni usually takes, shorter than people wait before they send again by hand. */
const retryForMsDefault = 15_000;
/** Conflicts between transactions end by themselves; so many in a row mean that something else is wrong. */
const conflictsMax = 20;
/** Processes that make a new store together; each takes at most a few turns. */
const migrationRacesMax = 50;

// A plan is kept for as long as the tables have not grown much; one that walks a table while it is small would be kept
// too long. Every statement finds its rows by an index.
const beginWrite = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
  SET LOCAL enable_seqscan = off; SET LOCAL lock_timeout = 10000;
  SET LOCAL idle_in_transaction_session_timeout = 60000`;
const beginRead = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_seqscan = off';
/** A server may be set up to answer COMMIT before it is on disk, or on the standby that it is meant to wait for. */
const checkWrite = `SELECT (SELECT max(number) FROM fixpoint.migration) AS version,
  CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
    THEN set_config('synchronous_commit', 'on', true) END AS raised`;
const checkRead = 'SELECT max(number) AS version FROM fixpoint.migration';

/** Connects, and brings the schema up to date. Throws a `Fault` that says which host failed and how. */
export async function openPostgresStore(
  target: PostgresTarget,
  options: PostgresStoreOptions = {},
): Promise<Store> {
  const store = new PostgresStore(target, options);
  await store.open();
  return {
    name: target.name,
    write: (script) => store.write(script),
    read: (script) => store.read(script),
    close: () => store.close(),
  };
}

class PostgresStore {
  readonly name: string;
  readonly #pool: PrimaryPool;
  readonly #ownsPool: boolean;
  readonly #retryForMs: number;
  readonly #memory: StoreMemory = { origins: new Set(), keepsStatements: true };
  #closed = false;

  constructor(target: PostgresTarget, options: PostgresStoreOptions) {
    this.name = target.name;
    this.#pool = options.pool ?? new PrimaryPool(target);
    this.#ownsPool = options.pool === undefined;
    this.#retryForMs = options.retryForMs ?? retryForMsDefault;
  }

  async open(): Promise<void> {
    const pause = new RetryPause(this.#retryForMs);
    for (let races = 0; ; races += 1) {
      try {
        await this.#withClient(async (client) => {
          await assertSettings(client, this.name);
          await migrate(client, this.name);
        });
        return;
      } catch (error) {
        if (!isMigrationRace(error) || races >= migrationRacesMax) {
          await this.close();
          throw toFault(error, this.name);
        }
        await pause.wait();
      }
    }
  }

  async write<Result>(script: () => StoreScript<Result>): Promise<Result> {
    let lost: LostCommit<Result> | undefined;
    const attempt = async (): Promise<Result> => {
      if (lost !== undefined) {
        const { mark, result } = lost;
        if (await this.#withClient((client) => findCommitted(client, mark, this.name))) return result;
        lost = undefined; // it has ended and left nothing
      }
      return this.#writeOnce(script, (commit) => {
        lost = commit;
      });
    };
    try {
      return await this.#persist(attempt);
    } catch (error) {
      if (lost === undefined || troubleOf(error) === 'mistake') throw toFault(error, this.name);
      throw unknownOutcome(this.name, error);
    }
  }

  async read<Result>(script: () => StoreScript<Result>): Promise<Result> {
    let kept: StoreRequest[] = [];
    const attempt = (): Promise<Result> => {
      kept = [];
      return this.#readOnce(script, kept);
    };
    const result = await this.#persist(attempt).catch((error: unknown) => {
      throw toFault(error, this.name);
    });
    if (kept.length > 0) await this.#keepFolds(kept);
    return result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#ownsPool) await this.#pool.close();
  }

  /** Tries again what another transaction undid, and what a lost server left undone, within bounds. */
  async #persist<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const pause = new RetryPause(this.#retryForMs);
    for (let conflicts = 0; ; ) {
      if (this.#closed) throw new Fault('unavailable', `${this.name} is closed.`);
      try {
        return await attempt();
      } catch (error) {
        const trouble = troubleOf(error);
        if (trouble === 'again') conflicts += 1;
        if (isStatementLost(error)) this.#memory.keepsStatements = false;
        if (trouble === 'reconnect') this.#pool.forget();
        const ends = trouble !== 'again' && trouble !== 'reconnect';
        if (ends || this.#closed || conflicts > conflictsMax || pause.isOver) throw error;
        await pause.wait();
      }
    }
  }

  async #writeOnce<Result>(
    script: () => StoreScript<Result>,
    rememberLost: (commit: LostCommit<Result>) => void,
  ): Promise<Result> {
    return this.#withClient(async (client) => {
      const answerer = new Answerer(client, 'write', this.#memory);
      const version = this.#begin(answerer, beginWrite, checkWrite);
      let result: Result;
      try {
        result = await runAsync(script(), (request) => answerer.answer(request));
        await version;
      } catch (error) {
        await rollBack(client);
        throw error;
      }
      try {
        await commit(client, answerer);
      } catch (error) {
        this.#memory.origins.clear(); // one that is not there any more may be why
        const lost = toLostCommit(answerer.appended, result);
        if (lost !== undefined && troubleOf(error) === 'reconnect') rememberLost(lost);
        throw error;
      }
      for (const origin of answerer.origins) this.#memory.origins.add(origin);
      return result;
    });
  }

  #readOnce<Result>(script: () => StoreScript<Result>, kept: StoreRequest[]): Promise<Result> {
    return this.#withClient(async (client) => {
      const answerer = new Answerer(client, 'read', this.#memory);
      const version = this.#begin(answerer, beginRead, checkRead);
      try {
        const result = await runAsync(script(), async (request) => {
          if (request.kind !== 'save_fold_cache') return answerer.answer(request);
          kept.push(request);
          return undefined;
        });
        await version;
        return result;
      } finally {
        await rollBack(client);
      }
    });
  }

  /** Sent ahead of the first request, and answered with it. */
  #begin(answerer: Answerer, begin: string, check: string): Promise<void> {
    void answerer.send({ text: begin, values: [] });
    const version = answerer.send<{ readonly version: number }>({ text: check, values: [] }).then(([row]) => {
      if (row?.version === schemaVersion) return;
      const message = `${this.name} was taken over by another release of Fixpoint (schema ${row?.version}). Start this one again.`;
      throw new Fault('unavailable', message);
    });
    version.catch(() => undefined); // awaited before the end of the transaction
    return version;
  }

  /** A question may leave folds behind for the next one. They are only a cache: what cannot be kept now is dropped. */
  async #keepFolds(requests: readonly StoreRequest[]): Promise<void> {
    try {
      await this.#withClient(async (client) => {
        const answerer = new Answerer(client, 'read', this.#memory);
        for (const request of requests) await answerer.answer(request);
        await answerer.settle();
      });
    } catch {
      // The answer does not depend on it, and the next write meets the same trouble and reports it.
    }
  }

  /** A connection on which something was lost is not used again. */
  async #withClient<Result>(use: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.acquire();
    let broken = false;
    const noteLoss = (): void => {
      broken = true;
    };
    client.on('error', noteLoss);
    try {
      return await use(client);
    } catch (error) {
      broken ||= troubleOf(error) === 'reconnect';
      throw error;
    } finally {
      client.off('error', noteLoss);
      client.release(broken);
    }
  }
}

/** COMMIT is sent behind what was appended: if that failed, the database rolls back instead and says so. */
async function commit(client: pg.ClientBase, answerer: Answerer): Promise<void> {
  const committed = client.query('COMMIT');
  committed.catch(() => undefined); // awaited below, unless something before it failed
  try {
    await answerer.settle();
  } catch (error) {
    await committed.catch(() => undefined);
    throw error;
  }
  const { command } = await committed;
  if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
}

async function rollBack(client: pg.ClientBase): Promise<void> {
  try {
    await client.query('ROLLBACK');
  } catch {
    // The connection is lost and with it the transaction; the next use of it fails and says so.
  }
}

/** Throws a `Fault` when the server could lose what it has answered, or cannot keep every text. */
export async function assertSettings(client: pg.ClientBase, storeName: string): Promise<void> {
  const { rows } = await client.query<{ readonly fsync: string; readonly encoding: string }>(
    "SELECT current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding",
  );
  const [settings] = rows;
  if (settings?.fsync !== 'on')
    throw new Fault('unavailable', `${storeName} would lose commits in a power cut: set fsync to on.`);
  if (settings.encoding !== 'UTF8') {
    const message = `${storeName} is encoded as ${settings.encoding}. Create the database with ENCODING 'UTF8'.`;
    throw new Fault('unavailable', message);
  }
}
