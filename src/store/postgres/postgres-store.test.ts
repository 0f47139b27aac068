import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, main } from '../../../test/support/hand-built-appends.ts';
import { instrumentOf } from '../../../test/support/ledger-entries.ts';
import {
  makeTestDatabase,
  postgresAddress,
  runSql,
  targetOf,
} from '../../../test/support/temporary-postgres.ts';
import { openTestHub, type TestHub } from '../../../test/support/test-hub.ts';
import { Fault } from '../../engine/outcome.ts';
import type { Store } from '../../engine/store-protocol.ts';
import type { PostgresTarget } from './connection-string.ts';
import { openPostgresStore, type PostgresStoreOptions } from './postgres-store.ts';
import { readReplication } from './synchronous-replication.ts';

const deposit = { amount: '1', currency: 'USD', on: '2026-05-01', again: true };

describe('several hubs on one database', () => {
  it('book each key once, also when they make the portfolio together', async () => {
    const { target } = await makeTestDatabase();
    const hubs: TestHub[] = [];
    for (let index = 0; index < 3; index += 1) hubs.push(openTestHub(await openFor(target)));
    const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
    const answers = await Promise.all(
      keys.map((key) => Promise.all(hubs.map(({ write }) => write('deposit', deposit, key)))),
    );
    for (const [index, outcomes] of answers.entries()) {
      const statuses = outcomes.map(({ status }) => status).sort();
      expect(statuses, keys[index]).toEqual(['accepted', 'duplicate', 'duplicate']);
    }
    expect(await hubs[0]?.ask('verify')).toMatchObject({ ok: true, entries: 40, receipts: 40 });
  });

  it('come through when each of them writes to several portfolios in another order', async () => {
    const { target } = await makeTestDatabase();
    const [one, two] = [openTestHub(await openFor(target)), openTestHub(await openFor(target))];
    for (const name of ['a', 'b']) await one.write('create_portfolio', {}, 'made', { portfolio: name });
    for (let round = 0; round < 20; round += 1) {
      const sends = [
        one.write('deposit', deposit, `one-${round}`, { portfolio: 'a' }),
        one.write('deposit', deposit, `one-${round}`, { portfolio: 'b' }),
        two.write('deposit', deposit, `two-${round}`, { portfolio: 'b' }),
        two.write('deposit', deposit, `two-${round}`, { portfolio: 'a' }),
      ];
      const statuses = (await Promise.all(sends)).map(({ status }) => status);
      expect(statuses).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
    }
  });
});

describe('conflicts that the database undoes', () => {
  it.each(['40001', '40P01'])('are tried again after %s', async (code) => {
    const { url, target } = await makeTestDatabase();
    const hub = openTestHub(await openFor(target));
    await failEntries(url, code, 3);
    expect(await hub.write('deposit', deposit, 'key')).toMatchObject({ status: 'accepted' });
    expect(await hub.ask('verify')).toMatchObject({ ok: true, entries: 1, receipts: 1 });
  });

  it('are given up after a while, with nothing booked', async () => {
    const { url, target } = await makeTestDatabase();
    const hub = openTestHub(await openFor(target, { retryForMs: 200 }));
    await failEntries(url, '40001', 1_000);
    expect(await hub.write('deposit', deposit, 'key')).toMatchObject({
      status: 'failed',
      code: 'unavailable',
    });
    await runSql(url, 'DROP TRIGGER fail ON fixpoint.entry');
    expect(await hub.write('deposit', deposit, 'key')).toMatchObject({ status: 'accepted' });
  });

  it('are not taken for what they are not', async () => {
    const { url, target } = await makeTestDatabase();
    const hub = openTestHub(await openFor(target));
    await failEntries(url, '23514', 1_000);
    expect(await hub.write('deposit', deposit, 'key')).toMatchObject({ status: 'failed' });
    await runSql(url, "DO $$ BEGIN IF nextval('tries') <> 2 THEN RAISE 'it was tried again'; END IF; END $$");
  });
});

describe('a database that is taken back under a running hub', () => {
  it('books what comes next whole, though the hub remembers what is gone', async () => {
    const { url, target } = await makeTestDatabase();
    const hub = openTestHub(await openFor(target), { keys: 'optional' });
    expect(await hub.write('deposit', deposit)).toMatchObject({ status: 'accepted', entry_id: 'ent_1' });
    const kept = ['entry', 'origin', 'portfolio'];
    await runSql(
      url,
      [
        ...kept.map((table) => `ALTER TABLE fixpoint.${table} DISABLE TRIGGER USER`),
        ...['entry', 'origin', 'balance', 'cash_day'].map((table) => `DELETE FROM fixpoint.${table}`),
        `UPDATE fixpoint.portfolio SET seq = 0, head = decode(repeat('00', 32), 'hex')`,
        ...kept.map((table) => `ALTER TABLE fixpoint.${table} ENABLE TRIGGER USER`),
      ].join('; '),
    );
    expect(await hub.write('deposit', deposit)).toMatchObject({ status: 'accepted', entry_id: 'ent_1' });
    expect(await hub.ask('verify')).toMatchObject({ ok: true, entries: 1 });
  });
});

describe('a server that goes away', () => {
  it('is passed over for another host that answers', async () => {
    const { url, target } = await makeTestDatabase();
    const dead = await unusedPort();
    const [host] = target.hosts;
    const store = await openFor(targetOf(url.replace('@', `@127.0.0.1:${dead},`)));
    expect(store.name).toBe(`postgres://127.0.0.1:${dead},127.0.0.1:${host?.port}/${target.database}`);
    expect(await ask(store, { kind: 'portfolio' })).toBeUndefined();
  });

  it('ends no process and no wish when it cuts every connection', async () => {
    const { url, target } = await makeTestDatabase();
    const hub = openTestHub(await openFor(target));
    for (let round = 0; round < 10; round += 1) {
      const writing = hub.write('deposit', deposit, `key-${round}`);
      await runSql(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      expect(await writing).toMatchObject({ status: 'accepted' });
    }
    expect(await hub.ask('verify')).toMatchObject({ ok: true, entries: 10, receipts: 10 });
  });

  it('is named by host and port when nobody answers, and the password is not', async () => {
    const port = await unusedPort();
    const opening = openPostgresStore(targetOf(`postgres://ann:secret@127.0.0.1:${port}/books`));
    const error = await opening.catch((thrown: unknown) => thrown);
    if (!(error instanceof Fault)) throw new Error('it was opened');
    expect(error.code).toBe('unavailable');
    expect(error.message).toContain(`postgres://127.0.0.1:${port}/books cannot be reached (ECONNREFUSED`);
    expect(error.message).not.toContain('secret');
  });

  it('is told from one that does not let us in', async () => {
    const address = await postgresAddress();
    const opening = openPostgresStore(targetOf(`${address.replace('tests@', 'wrong@')}/postgres`));
    await expect(opening).rejects.toThrow(/refused \(28P01/);
  });
});

describe('settings of the server', () => {
  it('that answer a commit before it is on disk are overruled', async () => {
    const { url, target } = await makeTestDatabase();
    await runSql(url, `ALTER DATABASE ${target.database} SET synchronous_commit = off`);
    await runSql(url, `ALTER DATABASE ${target.database} SET default_transaction_isolation = serializable`);
    const hub = openTestHub(await openFor(target));
    await runSql(
      url,
      `CREATE TABLE seen (commits text, isolation text);
       CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         INSERT INTO seen VALUES (current_setting('synchronous_commit'), current_setting('transaction_isolation'));
         RETURN NULL;
       END $$;
       CREATE TRIGGER see AFTER INSERT ON fixpoint.entry EXECUTE FUNCTION see();
       CREATE TABLE expected AS SELECT 'on' AS commits, 'read committed' AS isolation;`,
    );
    await hub.write('deposit', deposit, 'key');
    await runSql(
      url,
      `DO $$ BEGIN
         IF NOT EXISTS (SELECT FROM seen NATURAL JOIN expected) THEN RAISE 'the settings were left as they are'; END IF;
       END $$`,
    );
  });

  it('that cannot keep every text are refused', async () => {
    const server = await postgresAddress();
    await runSql(
      `${server}/postgres`,
      "CREATE DATABASE narrow ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
    );
    onTestFinished(() => runSql(`${server}/postgres`, 'DROP DATABASE narrow WITH (FORCE)'));
    await expect(openPostgresStore(targetOf(`${server}/narrow`))).rejects.toThrow('is encoded as LATIN1');
  });

  it('say that nothing is replicated when no standby is named', async () => {
    const { target } = await makeTestDatabase();
    expect(await readReplication(target)).toEqual({ kind: 'asynchronous', standbys: 0 });
  });
});

describe('statements that connections keep', () => {
  it('are done without when a pooler has lost them', async () => {
    const { url, target } = await makeTestDatabase();
    const store = await openFor(target);
    const hub = openTestHub(store);
    await hub.write('deposit', deposit, 'first');
    // What a pooler without them does: the next transaction is on a connection that does not know them.
    await loseStatements(url, store);
    expect(await hub.write('deposit', deposit, 'second')).toMatchObject({ status: 'accepted' });
  });
});

async function openFor(target: PostgresTarget, options: PostgresStoreOptions = {}): Promise<Store> {
  const store = await openPostgresStore(target, options);
  onTestFinished(store.close);
  return store;
}

/** Makes the next so many inserts of entries fail. A sequence counts them: it does not go back with a transaction. */
function failEntries(url: string, code: string, times: number): Promise<void> {
  return runSql(
    url,
    `CREATE SEQUENCE tries;
     CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('tries') <= ${times} THEN RAISE 'planned' USING ERRCODE = '${code}'; END IF;
       RETURN NULL;
     END $$;
     CREATE TRIGGER fail BEFORE INSERT ON fixpoint.entry EXECUTE FUNCTION fail();`,
  );
}

/** Forgets the statements of the store's connection, as by another's DISCARD ALL. */
async function loseStatements(url: string, store: Store): Promise<void> {
  await runSql(
    url,
    `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DEALLOCATE ALL; RETURN NULL; END $$;
     CREATE TRIGGER lose AFTER INSERT ON fixpoint.fold_cache EXECUTE FUNCTION lose();`,
  );
  await store.write(function* () {
    yield {
      kind: 'save_fold_cache',
      portfolio: main,
      instrument: instrumentOf('ACME'),
      cache: { seq: 1, state: {} },
    };
  });
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('there is no port');
  return address.port;
}
