/**
 * One of many processes that write to the same SQLite file. Arguments: the file and, as JSON, the deal, the number of
 * this process and how many wishes it sends at once. Prints how many outcomes of each status it got, as JSON.
 */
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { type Deal, dealWishes } from './shared-keys.ts';
import { openTestHub } from './test-hub.ts';

export interface BookingTask {
  readonly deal: Deal;
  readonly process: number;
  readonly together: number;
}

const [path = '', task = ''] = process.argv.slice(2);
const { deal, process: number, together } = JSON.parse(task) as BookingTask; // written by the test that starts this

/** Processes on a busy machine wait long for each other; here it must come out right, not quickly. */
const waitForLockMs = 100_000;

const store = openSqliteStore(path, { retryLock: 'yield', waitForLockMs });
const hub = openTestHub(store);
const wishes = dealWishes(deal, number);
const counts: Record<string, number> = {};
for (let start = 0; start < wishes.length; start += together) {
  const group = wishes.slice(start, start + together);
  const outcomes = await Promise.all(
    group.map(({ operation, input, key }) => hub.write(operation, input, key)),
  );
  for (const outcome of outcomes) {
    counts[outcome.status] = (counts[outcome.status] ?? 0) + 1;
    if (outcome.status !== 'accepted' && outcome.status !== 'duplicate') {
      process.stderr.write(`${JSON.stringify(outcome)}\n`);
    }
  }
}
for (const defect of hub.defects) process.stderr.write(`${String(defect)}\n`);
await store.close();
process.stdout.write(`${JSON.stringify(counts)}\n`);
