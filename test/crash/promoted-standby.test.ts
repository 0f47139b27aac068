/** A real standby takes the place of a primary that is killed: the hub finds it, and nothing that was acknowledged is lost. */
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { readReceipts, startAcknowledgedLoad } from '../support/acknowledged-load.ts';
import { startPostgres, startStandby } from '../support/postgres-server.ts';
import { runSql, targetOf } from '../support/temporary-postgres.ts';
import { openTestHub } from '../support/test-hub.ts';

const clients = 16;
/** Acknowledged before the primary is killed, and as many after. */
const writes = 200;

it('goes on at a standby that is promoted when the primary is killed under load', async () => {
  const primary = await startPostgres();
  onTestFinished(primary.stop);
  const standby = await startStandby(primary);
  onTestFinished(standby.stop);
  // From now on the primary answers a COMMIT only when the standby has it on disk.
  await runSql(`${primary.address}/postgres`, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await runSql(`${primary.address}/postgres`, 'SELECT pg_reload_conf()');

  // The standby stands first: it lets everybody in, and is passed over as long as it is one.
  const url = `postgres://postgres:tests@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
  const store = await openPostgresStore(targetOf(url), { retryForMs: 60_000 });
  onTestFinished(store.close);
  const hub = openTestHub(store);
  const load = startAcknowledgedLoad([hub], clients);
  await load.acknowledged(writes);
  await primary.kill();
  await runSql(`${standby.address}/postgres`, 'SELECT pg_promote()');
  await load.acknowledged(2 * writes);
  const { entries, odd } = await load.end();

  expect(odd).toEqual([]);
  expect(hub.defects).toEqual([]);
  expect(await readReceipts(`${standby.address}/postgres`)).toEqual(entries);
  const counts = { entries: entries.size, receipts: entries.size };
  expect(await hub.ask('verify')).toMatchObject({ ok: true, ...counts, problems: [] });
}, 120_000);
