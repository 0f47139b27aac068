/**
 * One hub of several on one PostgreSQL, with its own clients. Arguments: the URL and, as JSON, a `HubTask`. Waits for a
 * line, sends its wishes, each client one after the other, and prints an `HubTally` as JSON.
 */
import { createInterface } from 'node:readline';
import { readConnectionString } from '../../src/store/postgres/connection-string.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { fail } from './fail.ts';
import { portfolioOf } from './many-portfolios.ts';
import { type Deal, dealWishes } from './shared-keys.ts';
import { openTestHub } from './test-hub.ts';

export interface HubTask {
  readonly deal: Deal;
  readonly process: number;
  readonly clients: number;
}

export interface HubTally {
  readonly accepted: number;
  readonly duplicate: number;
  /** Answers of any other kind. */
  readonly odd: readonly unknown[];
  readonly defects: readonly string[];
}

const [url = '', argument = ''] = process.argv.slice(2);
const task = JSON.parse(argument) as HubTask; // written by the test that starts this
const read = readConnectionString(url);
const store = await openPostgresStore(read.kind === 'target' ? read.target : fail(read.message));
const hub = openTestHub(store);
const wishes = dealWishes(task.deal, task.process);
console.log('ready');
for await (const _line of createInterface({ input: process.stdin })) break;

const tally = { accepted: 0, duplicate: 0, odd: new Array<unknown>() };
let next = 0;
await Promise.all(Array.from({ length: task.clients }, sendAll));
await store.close();
console.log(JSON.stringify({ ...tally, defects: hub.defects.map(String) } satisfies HubTally));

async function sendAll(): Promise<void> {
  for (let wish = wishes[next]; wish !== undefined; wish = wishes[next]) {
    next += 1;
    const { operation, input, key } = wish;
    const outcome = await hub.write(operation, input, key, { portfolio: portfolioOf(key) });
    if (outcome.status === 'accepted' || outcome.status === 'duplicate') tally[outcome.status] += 1;
    else tally.odd.push(outcome);
  }
}
