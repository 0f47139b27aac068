/**
 * A program that books the mixed batch, wish by wish, on a store with a fault planted into it. The torture suite runs
 * it to see that it finds such faults. Arguments: the file and the name of the fault.
 */
import type Database from 'better-sqlite3';
import { Fault } from '../../src/engine/outcome.ts';
import type { Store } from '../../src/engine/store-protocol.ts';
import { connect } from '../../src/store/sqlite/connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { mixedBatch } from '../support/mixed-batch.ts';
import { openSplitCommitStore } from '../support/split-commit-store.ts';
import { openTestHub } from '../support/test-hub.ts';
import { isPlantedFault, type PlantedFault } from './planted-stage.ts';

const [path = '', fault = ''] = process.argv.slice(2);
if (!isPlantedFault(fault)) throw new Error(`"${fault}" is no fault that can be planted`);

const store = openFaulty(path, fault);
const hub = openTestHub(store);
for (const { operation, input, key, internal } of mixedBatch) {
  if (internal === true) continue;
  process.stdout.write(`${JSON.stringify(await hub.write(operation, input, key))}\n`);
}
await store.close();

function openFaulty(file: string, planted: PlantedFault): Store {
  switch (planted) {
    case 'receipts-later':
      return openSplitCommitStore(openSqliteStore(file, { retryLock: 'block' }));
    case 'flush-seldom':
      return openSqliteStore(file, { retryLock: 'block', connect: connectCarelessly });
    case 'commits-denied':
      return denyFailedCommits(openSqliteStore(file, { retryLock: 'block' }));
    default:
      return planted satisfies never;
  }
}

function denyFailedCommits(inner: Store): Store {
  return {
    ...inner,
    write: (script) =>
      inner.write(script).catch((error: unknown) => {
        const isUnknown = error instanceof Fault && error.code === 'outcome_unknown';
        throw isUnknown ? new Fault('unavailable', 'Nothing was booked.', error) : error;
      }),
  };
}

/** Keeps SQLite from flushing the log at each commit, once the settings of the connection have been read back. */
function connectCarelessly(file: string): Database.Database {
  const db = connect(file);
  const pragma = db.pragma.bind(db);
  db.pragma = (source, options) => {
    const answer = pragma(source, options);
    // The last thing that is set on a connection.
    if (source.startsWith('wal_autocheckpoint')) pragma('synchronous = NORMAL');
    return answer;
  };
  return db;
}
