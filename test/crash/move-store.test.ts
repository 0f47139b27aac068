import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveStore } from '../../src/app/move-store.ts';
import { openStore } from '../../src/app/open-store.ts';
import type { JsonValue } from '../../src/ledger/json-value.ts';
import type { TransferResult, TransferStep } from '../../src/store/transfer/transfer-store.ts';
import { readEverything } from '../support/books.ts';
import { bundleProgram, type BundledProgram } from '../support/bundle-program.ts';
import { openRandom } from '../support/seeded-random.ts';
import { makeStoreFile } from '../support/store-file.ts';
import { makeTestDatabase } from '../support/temporary-postgres.ts';
import { openTemporarySqlite } from '../support/temporary-sqlite.ts';
import { openTestHub } from '../support/test-hub.ts';
import { fillWholeBooks, knownDeposit } from '../support/whole-books.ts';

const seed = Date.now() % 1_000_000;

describe('moving a store', () => {
  it('takes everything to PostgreSQL and back, and a key is still known', async () => {
    const [from, database, back] = [await makeBooks(300), (await makeTestDatabase()).url, emptyFile()];
    expect(await move(from.setting, database)).toMatchObject({ kind: 'done', resumed: false });
    expect(await move(database, back)).toMatchObject({ kind: 'done', resumed: false });
    for (const setting of [database, back]) {
      const store = await openStore(setting, { waits: 'yield' });
      const hub = openTestHub(store);
      expect(await readEverything(hub)).toEqual(from.books);
      const { input, key } = knownDeposit;
      expect(await hub.write('deposit', input, key)).toMatchObject({ status: 'duplicate' });
      expect(await hub.write('deposit', input, 'another')).toMatchObject({ status: 'accepted' });
      expect(await hub.ask('verify')).toMatchObject({ ok: true });
      await store.close();
    }
  });

  it.each(['SQLite', 'PostgreSQL'])('goes from %s to another of its kind', async (kind) => {
    const from = await makeBooks(20);
    const middle = kind === 'SQLite' ? emptyFile() : (await makeTestDatabase()).url;
    const to = kind === 'SQLite' ? emptyFile() : (await makeTestDatabase()).url;
    await move(from.setting, middle);
    expect(await move(middle, to)).toMatchObject({ kind: 'done' });
    expect(await readBooksOf(to)).toEqual(from.books);
  });

  it('fetches what is booked meanwhile, wherever its key stands in the order', async () => {
    const [from, to] = [await makeBooks(150), emptyFile()];
    const hub = openTestHub(await openStore(from.setting, { waits: 'yield' }));
    const answers: unknown[] = [];
    let isBegun = false;
    const result = await move(from.setting, to, async ({ stage, done }) => {
      if (stage !== 'compare' || isBegun || done < 100) return;
      isBegun = true;
      for (const key of ['!first', '~last', '00000000-0000-4000-8000-000000000000'])
        answers.push(await hub.write('deposit', { amount: '1', on: '2024-06-01' }, key));
    });
    expect(answers).toMatchObject(Array.from({ length: 3 }, () => ({ status: 'accepted' })));
    expect(result).toMatchObject({ kind: 'done' });
    expect(await readBooksOf(to)).toEqual(await readEverything(hub));
  });

  it('gives up, and can go on, when the source never rests', async () => {
    const [from, to] = [await makeBooks(20), emptyFile()];
    const hub = openTestHub(await openStore(from.setting, { waits: 'yield' }));
    let count = 0;
    const restless = await move(from.setting, to, async ({ stage, done, rows }) => {
      if (stage !== 'compare' || done < rows) return;
      count += 1;
      await hub.write('deposit', { amount: '1', on: '2024-06-01' }, `restless-${count}`);
    });
    expect(restless).toEqual({ kind: 'restless' });
    expect(await move(from.setting, to)).toMatchObject({ kind: 'done', resumed: true });
    expect(await readBooksOf(to)).toEqual(await readEverything(hub));
  });

  it('leaves a target alone that holds books, and says whether they are the same', async () => {
    const [from, other] = [await makeBooks(5), await makeBooks(6)];
    expect(await move(from.setting, other.setting)).toEqual({ kind: 'occupied', same: false });
    expect(await readBooksOf(other.setting)).toEqual(other.books);
    const to = (await makeTestDatabase()).url;
    await move(from.setting, to);
    expect(await move(from.setting, to)).toEqual({ kind: 'occupied', same: true });
  });

  it('makes nothing of a source without books', async () => {
    const [from, to] = [emptyFile(), emptyFile()];
    await (await openStore(from, { waits: 'yield' })).close();
    expect(await move(from, to)).toEqual({ kind: 'empty' });
  });

  it.each([
    ['a receipt', "DELETE FROM fixpoint.receipt WHERE key = convert_to('known', 'UTF8')", 'receipt'],
    [
      'a change of an amount',
      "UPDATE fixpoint.entry SET postings = replace(postings, '12.5', '12.6')",
      'entry',
    ],
    ['a sighting', "DELETE FROM fixpoint.sighting WHERE source = 'third'", 'sighting'],
    ['a record', "DELETE FROM fixpoint.record WHERE kind = 'rate'", 'record'],
    ['a day of cash', 'DELETE FROM fixpoint.cash_day WHERE date = 20240201', 'cash_day'],
  ])('notices the loss of %s before the target becomes a store', async (_, damage, table) => {
    const [from, to] = [await makeBooks(20), (await makeTestDatabase()).url];
    const db = new pg.Client(to);
    await db.connect();
    const result = await move(from.setting, to, async ({ stage, done, rows }) => {
      if (stage === 'carry' && done === rows) await db.query(withoutTriggers(table, damage));
    });
    await db.end();
    expect(result).toMatchObject({ kind: 'different' });
    expect(JSON.stringify(result)).toContain(`rows of \\"${table}\\" of the portfolio main differ`);
    // A changed entry is also seen by the chain, which is computed from the texts.
    expect(JSON.stringify(result).includes('and its texts in')).toBe(table === 'entry');
    await expect(openStore(to, { waits: 'yield' })).rejects.toThrow('is not complete');
  });
});

describe(`moving a store that is killed at a random page (seed ${seed})`, () => {
  let program: BundledProgram;
  let from: Awaited<ReturnType<typeof openTemporarySqlite>>;
  let books: JsonValue;
  beforeAll(async () => {
    program = await bundleProgram('support/move-main.ts');
    from = await openTemporarySqlite();
    books = await readEverything(await fillWholeBooks(from.store, 2_000));
  });
  afterAll(async () => {
    program.dispose();
    await from.dispose();
  });

  it.each(['to PostgreSQL', 'back to SQLite'])('goes on where it stopped, %s', async (direction) => {
    const random = openRandom(seed);
    let [source, target] = [`sqlite:${from.path}`, (await makeTestDatabase()).url];
    if (direction === 'back to SQLite') {
      await move(source, target);
      [source, target] = [target, emptyFile()];
    }
    // 2,018 entries and about as many receipts make 42 pages of 100, and as many again are read back twice.
    for (const page of [1 + random.below(20), 1 + random.below(20), 50 + random.below(40)]) {
      const killed = spawnSync(process.execPath, [program.path, source, target, String(page)]);
      expect([killed.signal, killed.stdout.toString()]).toEqual(['SIGKILL', '']);
      await expect(openStore(target, { waits: 'yield' })).rejects.toThrow('is not complete');
    }
    const stranger = await makeBooks(2);
    expect(await move(stranger.setting, target)).toEqual({ kind: 'foreign', portfolio: 'main' });
    let carried = 0;
    const result = await move(source, target, ({ stage }) => {
      if (stage === 'carry') carried += 1;
    });
    expect(result).toMatchObject({ kind: 'done', resumed: true });
    expect(carried).toBeLessThan(30); // it was past all entries and receipts before
    expect(await readBooksOf(target)).toEqual(books);
  });
});

async function makeBooks(deposits: number): Promise<{ readonly setting: string; readonly books: JsonValue }> {
  const file = makeStoreFile();
  const store = file.open();
  const books = await readEverything(await fillWholeBooks(store, deposits));
  await store.close();
  return { setting: `sqlite:${file.path}`, books };
}

function emptyFile(): string {
  return `sqlite:${makeStoreFile().path}`;
}

async function readBooksOf(setting: string): Promise<JsonValue> {
  const store = await openStore(setting, { waits: 'yield' });
  try {
    return await readEverything(openTestHub(store));
  } finally {
    await store.close();
  }
}

function move(
  from: string,
  to: string,
  onProgress: (step: TransferStep) => void | Promise<void> = () => undefined,
): Promise<TransferResult> {
  return moveStore({ from, to }, { follow: true, pageRows: 100, onProgress });
}

function withoutTriggers(table: string, sql: string): string {
  const alter = `ALTER TABLE fixpoint.${table}`;
  return `BEGIN; ${alter} DISABLE TRIGGER USER; ${sql}; ${alter} ENABLE TRIGGER USER; COMMIT`;
}
