import type Database from 'better-sqlite3';
import { type Connect, connect } from '../../src/store/sqlite/connection.ts';

/** A statement, by how its text begins, that fails with an error of this code. */
export interface PlannedFault {
  readonly statement: string;
  readonly code: string;
  /** What really happened before the error was raised. */
  readonly done: 'nothing' | 'everything';
}

export interface FaultyConnection {
  readonly connect: Connect;
  /** Strikes once, on the next run of the statement on any connection. */
  readonly plan: (fault: PlannedFault) => void;
  /** How often a planned fault has struck. */
  readonly struck: () => number;
  /** How often the file was opened. */
  readonly opened: () => number;
}

/** Connections whose statements fail when they are told to. */
export function makeFaultyConnection(): FaultyConnection {
  let planned: PlannedFault | undefined;
  let struck = 0;
  let opened = 0;
  const strike = (sql: string, run: () => unknown): unknown => {
    const fault = planned;
    if (fault === undefined || !sql.trimStart().startsWith(fault.statement)) return run();
    planned = undefined;
    struck += 1;
    if (fault.done === 'everything') run();
    throw Object.assign(new Error('planned fault'), { code: fault.code });
  };
  return {
    connect: (file) => {
      opened += 1;
      const db = connect(file);
      const prepare: Database.Database['prepare'] = db.prepare.bind(db);
      const faulty = (sql: string) => {
        const statement = prepare<unknown[]>(sql);
        const run = statement.run.bind(statement);
        Object.defineProperty(statement, 'run', {
          value: (...values: unknown[]) => strike(sql, () => run(...values)),
        });
        return statement;
      };
      Object.defineProperty(db, 'prepare', { value: faulty });
      return db;
    },
    plan: (fault) => {
      planned = fault;
    },
    struck: () => struck,
    opened: () => opened,
  };
}
