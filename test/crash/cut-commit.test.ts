import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { readBooks } from '../support/books.ts';
import { type Cut, openCuttingProxy } from '../support/cutting-proxy.ts';
import { makeTestDatabase, targetOf } from '../support/temporary-postgres.ts';
import { openTestHub } from '../support/test-hub.ts';

/** So many commits are cut on either side of the server's receiving them. */
const cuts = 100;

describe('a commit whose answer is lost', () => {
  it.each<Cut>(['before', 'after'])('is booked once when it was cut %s the server had it', async (cut) => {
    const database = await makeTestDatabase();
    const [host] = database.target.hosts;
    const proxy = await openCuttingProxy(host?.port ?? 0);
    const store = await openPostgresStore(
      targetOf(database.url.replace(`:${host?.port}/`, `:${proxy.port}/`)),
    );
    onTestFinished(store.close);
    const hub = openTestHub(store);
    const send = (number: number) =>
      hub.write('deposit', { amount: `${number}`, currency: 'USD', on: '2026-05-01' }, `key-${number}`);

    for (let number = 1; number <= cuts; number += 1) {
      proxy.cutNext(cut);
      const outcome = await send(number);
      expect(outcome, `key-${number}`).toMatchObject({ status: 'accepted', entry_id: `ent_${number}` });
    }
    expect(proxy.struck()).toBe(cuts);
    expect(await send(1)).toMatchObject({ status: 'duplicate', entry_id: 'ent_1' });
    // 1 + 2 + … + 100.
    expect(await readBooks(hub)).toEqual({ cash: { USD: '5050' }, holdings: {} });
    expect(await hub.ask('verify')).toMatchObject({ ok: true, entries: cuts, receipts: cuts, problems: [] });
    expect(hub.defects).toEqual([]);
  });

  it('finds out about a wish that left no entry', async () => {
    const database = await makeTestDatabase();
    const [host] = database.target.hosts;
    const proxy = await openCuttingProxy(host?.port ?? 0);
    const store = await openPostgresStore(
      targetOf(database.url.replace(`:${host?.port}/`, `:${proxy.port}/`)),
    );
    onTestFinished(store.close);
    const hub = openTestHub(store);
    await hub.write('set_price', { instrument: 'ACME', price: '2', on: '2026-05-01' }, 'first');
    proxy.cutNext('after');
    const same = await hub.write('set_price', { instrument: 'ACME', price: '2', on: '2026-05-01' }, 'second');
    expect(same.status).toBe('unchanged');
    expect(await hub.ask('verify')).toMatchObject({ ok: true, entries: 1 });
  });
});
