// Opens a store when it reads "open", then writes a deposit for each key of each line that it reads, those of a line at
// the same time, and prints for each line how its keys were answered, as JSON.
//
//   write-keys-main FILE|postgres://… block|yield

import { createInterface } from 'node:readline';
import type { Store } from '../../src/engine/store-protocol.ts';
import { readConnectionString } from '../../src/store/postgres/connection-string.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { fail } from './fail.ts';
import { openTestHub, type TestHub } from './test-hub.ts';

const [path = '', retryLock] = process.argv.slice(2);
const input = { amount: '1', currency: 'USD', on: '2026-05-01', again: true };
/** Processes on a busy machine wait long for each other; here it must come out right, not quickly. */
const waitForLockMs = 50_000;
let store: Store | undefined;
let hub: TestHub | undefined;

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'open') {
    store = await openStore();
    hub = openTestHub(store);
    console.log('opened');
  } else {
    const { write, defects } = hub ?? fail('the store was not opened');
    const outcomes = await Promise.all(line.split(' ').map((key) => write('deposit', input, key)));
    if (defects.length > 0) throw defects[0];
    console.log(JSON.stringify(outcomes.map(({ status }) => status)));
  }
}
await store?.close();

async function openStore(): Promise<Store> {
  const read = readConnectionString(path);
  if (read.kind === 'target') return await openPostgresStore(read.target);
  return openSqliteStore(path, { retryLock: retryLock === 'block' ? 'block' : 'yield', waitForLockMs });
}
