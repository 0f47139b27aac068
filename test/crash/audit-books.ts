/** Opens a store that was left behind by whatever happened to a process, and says what is in it and what is wrong. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadFact } from '../../src/engine/store-protocol.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../src/ledger/json-value.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { type Books, readBooks } from '../support/books.ts';
import { main, openTestHub } from '../support/test-hub.ts';

export interface AuditedBooks extends Books {
  readonly entries: JsonValue;
  readonly receipts: JsonValue;
  readonly review: JsonValue;
}

export interface Audit {
  /** All that two runs must have in common. Undefined when the file cannot be read. */
  readonly books: AuditedBooks | undefined;
  readonly keys: ReadonlySet<string>;
  /** What `verify` found, or why the file cannot be opened. */
  readonly problems: readonly string[];
}

export const storeFile = 'books.db';
/** The file, its log and the log's index. */
const storeFiles = ['', '-wal', '-shm', '-journal'].map((suffix) => `${storeFile}${suffix}`);

/** Longer than the rest of the run takes; the file of a process that is gone is locked by nobody. */
const waitForLockMs = 20_000;
/** More than any run here makes. */
const receiptsMax = 10_000;

/** Recovers the file if need be. */
export async function auditBooks(folder: string): Promise<Audit> {
  try {
    const store = openSqliteStore(join(folder, storeFile), { retryLock: 'yield', waitForLockMs });
    try {
      const hub = openTestHub(store);
      const verified = await hub.ask('verify');
      const { entries = null, receipts = null, problems = null } = isJsonObject(verified) ? verified : {};
      const rows = await store.read(() =>
        loadFact(main, { kind: 'receipts', afterKey: '', limit: receiptsMax }),
      );
      return {
        books: {
          ...(await readBooks(hub)),
          entries,
          receipts,
          review: await hub.ask('review', { state: 'all' }),
        },
        keys: new Set(rows.map(({ key }) => key)),
        problems: describe(problems),
      };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { books: undefined, keys: new Set(), problems: [`it cannot be read: ${String(error)}`] };
  }
}

/** Copies the store as it lies there, so that looking at it does not repair it. Nothing is there before the first run. */
export function copyStore(from: string, to: string): void {
  for (const file of storeFiles) {
    if (existsSync(join(from, file))) cpSync(join(from, file), join(to, file));
  }
}

function describe(problems: JsonValue): readonly string[] {
  if (!isJsonArray(problems)) return [];
  return problems.map((problem) => {
    const message = isJsonObject(problem) ? problem['message'] : problem;
    return typeof message === 'string' ? message : JSON.stringify(message);
  });
}
