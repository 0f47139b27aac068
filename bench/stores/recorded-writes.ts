/**
 * The rows that the hub wrote, written again by nothing but prepared statements in transactions of the same size: what
 * the driver could do at best if it were told the rows, with no key looked up, nothing decided, hashed or encoded.
 */
import type Database from 'better-sqlite3';
import { connect } from '../../src/store/sqlite/connection.ts';
import { openRaw } from './open-raw.ts';

/** A statement that changed something, and what it was bound to. */
interface RecordedWrite {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export type RecordedBatch = readonly RecordedWrite[];

export interface WriteRecorder {
  /** Opens connections that note every write. */
  readonly connect: (file: string) => Database.Database;
  /** The transactions so far; those that wrote nothing are left out. */
  readonly batches: readonly RecordedBatch[];
}

const isWrite = /^\s*(?:INSERT|UPDATE|DELETE)\b/;

export function createWriteRecorder(): WriteRecorder {
  const batches: RecordedBatch[] = [];
  let current: RecordedWrite[] = [];
  const note = (sql: string, values: readonly unknown[]): void => {
    if (isWrite.test(sql)) current.push({ sql, values });
    else if (sql === 'BEGIN IMMEDIATE') current = [];
    else if (sql === 'COMMIT' && current.length > 0) {
      batches.push(current);
      current = [];
    }
  };
  const watchStatement = (statement: Database.Statement): Database.Statement =>
    watchMethod(statement, 'run', (run) => (...values: unknown[]) => {
      const result: unknown = run(...values);
      note(statement.source, values);
      return result;
    });
  return {
    connect: (file) =>
      watchMethod(
        connect(file),
        'prepare',
        (prepare) => (sql: unknown) => watchStatement(prepare(sql) as Database.Statement), // what `prepare` returns
      ),
    batches,
  };
}

type Method = (...values: unknown[]) => unknown;

/** The same object, one of whose methods is wrapped. The driver's objects only work as `this` themselves. */
function watchMethod<Watched extends object>(
  watched: Watched,
  name: string,
  wrap: (method: Method) => Method,
): Watched {
  return new Proxy(watched, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as Method; // a function of the driver
      return property === name ? wrap(method) : method;
    },
  });
}

export interface Replayed {
  readonly milliseconds: number;
  readonly cpuMicroseconds: number;
  readonly batches: number;
}

/** Writes the batches to the file, for at most so long. The file must be as it was when recording began. */
export function replayWrites(
  path: string,
  batches: readonly RecordedBatch[],
  millisecondsMax: number,
): Replayed {
  const db = openRaw(path);
  const statements = new Map<string, Database.Statement>();
  const statementOf = (sql: string): Database.Statement => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = db.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  // Bound beforehand, so that finding a statement by its text is not part of the measurement.
  const bound = batches.map((batch) => batch.map(({ sql, values }) => ({ write: statementOf(sql), values })));
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const cpu = process.cpuUsage();
  const started = performance.now();
  let done = 0;
  for (const batch of bound) {
    begin.run();
    for (const { write, values } of batch) write.run(...values);
    commit.run();
    done += 1;
    if (performance.now() - started > millisecondsMax) break;
  }
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  db.close();
  return { milliseconds, cpuMicroseconds: user + system, batches: done };
}
