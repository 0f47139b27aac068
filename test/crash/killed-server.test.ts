/**
 * The PostgreSQL under two hubs is killed again and again while callers write: nothing that was acknowledged is lost,
 * nothing is booked twice, and both go on by themselves when it is back.
 */
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { readReceipts, startAcknowledgedLoad } from '../support/acknowledged-load.ts';
import { readBooks } from '../support/books.ts';
import { fail } from '../support/fail.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { targetOf } from '../support/temporary-postgres.ts';
import { openTestHub, type TestHub } from '../support/test-hub.ts';

const kills = 10;
const clientsEach = 32;
/** So many writes are acknowledged between one kill and the next. */
const writesBetween = 150;
/** Longer than any restart here; the impatient hub gives up at once and leaves it to its callers to ask again. */
const patience = [{ retryForMs: 60_000 }, { retryForMs: 20 }];

it('keeps every acknowledged write when the server is killed ten times under load', async () => {
  const server = await startPostgres();
  onTestFinished(server.stop);
  const hubs: TestHub[] = [];
  for (const options of patience) {
    const store = await openPostgresStore(targetOf(`${server.address}/postgres`), options);
    onTestFinished(store.close);
    hubs.push(openTestHub(store));
  }
  const load = startAcknowledgedLoad(hubs, clientsEach);
  for (let kill = 1; kill <= kills; kill += 1) {
    await load.acknowledged(kill * writesBetween);
    await server.kill();
    await server.startAgain();
  }
  await load.acknowledged((kills + 1) * writesBetween);
  const { entries, odd, failed } = await load.end();

  expect(odd).toEqual([]);
  expect(hubs.flatMap(({ defects }) => defects)).toEqual([]);
  // Each kill met callers of the impatient hub who were told so.
  expect(failed).toBeGreaterThanOrEqual(kills);
  const [hub = fail('there is no hub')] = hubs;
  const receipts = await readReceipts(`${server.address}/postgres`);
  expect(receipts).toEqual(entries);
  const sum = [...entries.keys()].reduce((total, key) => total + Number(key), 0);
  expect(await readBooks(hub)).toEqual({ cash: { USD: String(sum) }, holdings: {} });
  const counts = { entries: entries.size, receipts: entries.size };
  expect(await hub.ask('verify')).toMatchObject({ ok: true, ...counts, problems: [] });
}, 180_000);
