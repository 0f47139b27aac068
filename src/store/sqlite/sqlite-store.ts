/**
 * The embedded store: one SQLite file, any number of processes on one machine.
 *
 * Invariants: (1) a script runs without interruption between BEGIN IMMEDIATE and COMMIT, and `write` resolves only
 * after COMMIT has flushed; (2) a script that throws leaves nothing; (3) after a COMMIT that failed nothing is read or
 * written before the file was opened again, because only recovery decides what became of it; (4) nothing read is kept
 * from one transaction to the next, since other processes write too; (5) a store of another schema is never written.
 */
import { resolve } from 'node:path';
import type Database from 'better-sqlite3';
import { runSync } from '../../engine/drivers.ts';
import { Fault } from '../../engine/outcome.ts';
import type { Store, StoreReply, StoreRequest, StoreScript } from '../../engine/store-protocol.ts';
import { Answerer } from './answer.ts';
import { type Connect, connect, setUp } from './connection.ts';
import { LockWait } from './lock-wait.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { isBusy, needsRecovery, toCommitFault, toFault } from './sqlite-fault.ts';

export interface SqliteStoreOptions {
  /**
   * How another process's lock is waited for: `yield` lets the event loop go on and is for a process that serves
   * others, `block` stops the thread and is for a single command.
   */
  readonly retryLock: 'block' | 'yield';
  /** Milliseconds after which a lock that is still held is a `Fault`. */
  readonly waitForLockMs?: number;
  /** Opens the file; tests give a connection that fails when it is told to. */
  readonly connect?: Connect;
}

/** Longer than any commit of another process should take, shorter than people wait before they try again by hand. */
const waitForLockMsDefault = 10_000;

/**
 * Opens the file, makes it if it is missing, and brings its schema up to date. Waits for other processes that are just
 * doing the same. Throws a `Fault` when the file cannot be used, with a sentence that says why.
 */
export function openSqliteStore(path: string, options: SqliteStoreOptions): Store {
  const store = new SqliteStore(path, options);
  store.open();
  return {
    name: store.name,
    write: (script) => store.write(script),
    read: (script) => store.read(script),
    close: () => store.close(),
  };
}

/** What came of one try: `busy` when another process held the lock and nothing was done. */
type Attempt<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'busy'; readonly error: unknown };

interface Side {
  readonly db: Database.Database;
  readonly answerer: Answerer;
  readonly begin: Database.Statement<[]>;
  readonly commit: Database.Statement<[]>;
  readonly version: Database.Statement<[], number>;
}

class SqliteStore {
  readonly name: string;
  readonly #path: string;
  readonly #connect: Connect;
  readonly #retryLock: SqliteStoreOptions['retryLock'];
  readonly #waitForLockMs: number;
  #writer: Side | undefined;
  /** Opened by the first question: a command that only books does without. */
  #reader: Side | undefined;
  #hasWritten = false;
  #closed = false;

  constructor(path: string, options: SqliteStoreOptions) {
    this.name = `sqlite:${path}`;
    this.#path = resolve(path); // once: the process may change its folder before it opens the file again
    this.#connect = options.connect ?? connect;
    this.#retryLock = options.retryLock;
    this.#waitForLockMs = options.waitForLockMs ?? waitForLockMsDefault;
  }

  /** Blocks in either mode: a process that has no store yet serves nobody. */
  open(): void {
    const wait = new LockWait(this.#waitForLockMs);
    for (;;) {
      const attempt = this.#attempt(() => this.#open());
      if (attempt.kind === 'done') return;
      if (wait.isOver) throw this.#stillLocked(attempt.error);
      wait.block();
    }
  }

  write<Result>(script: () => StoreScript<Result>): Promise<Result> {
    return this.#untilFree(() => this.#writeOnce(script));
  }

  async read<Result>(script: () => StoreScript<Result>): Promise<Result> {
    const kept: StoreRequest[] = [];
    const result = await this.#untilFree(() => this.#readOnce(script, kept));
    if (kept.length > 0) this.#keepFolds(kept);
    return result;
  }

  close(): Promise<void> {
    this.#closed = true;
    if (this.#hasWritten) this.#checkpoint();
    this.#disconnect();
    return Promise.resolve();
  }

  async #untilFree<Result>(tryOnce: () => Attempt<Result>): Promise<Result> {
    const wait = new LockWait(this.#waitForLockMs);
    for (;;) {
      if (this.#closed) throw new Fault('unavailable', `${this.name} is closed.`);
      const attempt = tryOnce();
      if (attempt.kind === 'done') return attempt.result;
      if (wait.isOver) throw this.#stillLocked(attempt.error);
      if (this.#retryLock === 'block') wait.block();
      else await wait.yield();
    }
  }

  /** Everything from BEGIN to COMMIT happens in this one call, so that no other script can come between. */
  #writeOnce<Result>(script: () => StoreScript<Result>): Attempt<Result> {
    const begun = this.#attempt(() => {
      const writer = this.#open();
      writer.begin.run();
      return writer;
    });
    if (begun.kind === 'busy') return begun;
    const writer = begun.result;
    let result: Result;
    try {
      this.#assertSchema(writer);
      writer.answerer.beginTransaction();
      result = runSync(script(), (request) => writer.answerer.answer(request));
    } catch (error) {
      throw this.#abandon(writer, error, toFault(error, this.name));
    }
    try {
      writer.commit.run();
    } catch (error) {
      throw this.#abandon(writer, error, toCommitFault(error, this.name));
    }
    this.#hasWritten = true;
    return { kind: 'done', result };
  }

  #readOnce<Result>(script: () => StoreScript<Result>, kept: StoreRequest[]): Attempt<Result> {
    return this.#attempt(() => {
      const reader = this.#openReader();
      kept.length = 0;
      const answer = (request: StoreRequest): StoreReply => {
        if (request.kind !== 'save_fold_cache') return reader.answerer.answer(request);
        kept.push(request);
        return undefined;
      };
      reader.begin.run();
      try {
        this.#assertSchema(reader);
        reader.answerer.beginTransaction();
        return runSync(script(), answer);
      } finally {
        if (reader.db.inTransaction) reader.commit.run();
      }
    });
  }

  /** A question may leave folds behind for the next one. They are only a cache: what cannot be kept now is dropped. */
  #keepFolds(requests: readonly StoreRequest[]): void {
    try {
      this.#writeOnce(function* () {
        for (const request of requests) yield request;
      });
    } catch {
      // The answer does not depend on it, and the next write meets the same trouble and reports it.
    }
  }

  /** Tells a busy lock from every other failure, which is thrown as the caller should see it. */
  #attempt<Result>(act: () => Result): Attempt<Result> {
    try {
      return { kind: 'done', result: act() };
    } catch (error) {
      if (isBusy(error)) return { kind: 'busy', error };
      if (needsRecovery(error)) this.#disconnect();
      throw toFault(error, this.name);
    }
  }

  /** Undoes the transaction and returns what is to be thrown. */
  #abandon({ db }: Side, error: unknown, thrown: unknown): unknown {
    try {
      if (db.inTransaction) db.exec('ROLLBACK');
    } catch {
      this.#disconnect();
    }
    if (needsRecovery(error)) this.#disconnect();
    return thrown;
  }

  #assertSchema({ version }: Side): void {
    const found = version.get();
    if (found === schemaVersion) return;
    const message = `${this.name} was taken over by another release of Fixpoint (schema ${found}). Start this one again.`;
    throw new Fault('unavailable', message);
  }

  /** The writer comes first, because it brings the schema up to date. */
  #open(): Side {
    this.#writer ??= this.#openSide('write');
    return this.#writer;
  }

  #openReader(): Side {
    this.#open();
    this.#reader ??= this.#openSide('read');
    return this.#reader;
  }

  #openSide(access: 'write' | 'read'): Side {
    const db = this.#connect(this.#path);
    try {
      setUp(db, access, this.name);
      if (access === 'write') migrate(db, this.name);
      else db.pragma('query_only = ON');
      return {
        db,
        answerer: new Answerer(db),
        begin: db.prepare(access === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN'),
        commit: db.prepare('COMMIT'),
        version: db.prepare<[], number>('PRAGMA user_version').pluck(),
      };
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Moves the log into the file, as far as other processes let it. They, or the next start, do the rest. */
  #checkpoint(): void {
    try {
      this.#writer?.db.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // Everything committed is durable in the log already.
    }
  }

  #disconnect(): void {
    const sides = [this.#reader, this.#writer];
    this.#reader = undefined;
    this.#writer = undefined;
    for (const side of sides) {
      try {
        side?.db.close();
      } catch {
        // A connection whose file fails may not close cleanly either; it is not used again.
      }
    }
  }

  #stillLocked(cause: unknown): Fault {
    const seconds = this.#waitForLockMs / 1_000;
    const message = `Another process has kept ${this.name} locked for ${seconds} s. Nothing was booked. Send it again later.`;
    return new Fault('unavailable', message, cause);
  }
}
