import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Decimal } from '../../src/money/decimal.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { readBooks } from '../support/books.ts';
import type { BookingTask } from '../support/booking-process.ts';
import { bundleProgram, type BundledProgram } from '../support/bundle-program.ts';
import { type Deal, dealWishes, listKeys } from '../support/shared-keys.ts';
import { makeStoreFile } from '../support/store-file.ts';
import { openTestHub } from '../support/test-hub.ts';

const deal: Deal = { seed: 20_260_601, processes: 8, wishesEach: 500, repeatsOfTen: 3 };
/** Wishes that a process sends at once. Small, so that the processes take the lock from each other often. */
const together = 25;
/** More than all purchases cost together: 934 of them at up to 28.99. */
const firstDeposit = '30000';

let program: BundledProgram;
beforeAll(async () => {
  program = await bundleProgram(join('support', 'booking-process.ts'));
});
afterAll(() => program.dispose());

it('books each key once when eight processes send 4,000 wishes with 2,800 keys to one file', async () => {
  const { path } = makeStoreFile();
  await depositFirst(path);
  const runs = await Promise.all(
    Array.from({ length: deal.processes }, (_, process) => runProcess(path, { deal, process, together })),
  );
  expect(runs.map(({ exit, err }) => `${exit} ${err}`)).toEqual(runs.map(() => '0 '));
  expect(sumOf(runs, 'accepted')).toBe(2_800);
  expect(sumOf(runs, 'duplicate')).toBe(1_200);

  const keys = listKeys(deal);
  const store = openSqliteStore(path, { retryLock: 'yield' });
  try {
    const hub = openTestHub(store);
    const cash = keys.reduce((sum, { effect }) => sum.plus(Decimal.of(effect)), Decimal.of(firstDeposit));
    expect((await readBooks(hub)).cash).toEqual({ USD: cash.toString() });
    expect(await hub.ask('verify')).toMatchObject({
      ok: true,
      problems: [],
      entries: 2_801,
      receipts: 2_801,
    });
  } finally {
    await store.close();
  }
}, 120_000);

it('deals 2,800 keys so that many repeats come from other processes', () => {
  const hands = Array.from({ length: deal.processes }, (_, process) => dealWishes(deal, process));
  expect(hands.map((hand) => hand.length)).toEqual(Array.from({ length: 8 }, () => 500));
  const senders = new Map<string, Set<number>>();
  for (const [process, hand] of hands.entries()) {
    for (const { key } of hand) senders.set(key, (senders.get(key) ?? new Set()).add(process));
  }
  expect(senders.size).toBe(2_800);
  const shared = [...senders.values()].filter(({ size }) => size > 1).length;
  expect(shared).toBeGreaterThan(800);
});

async function depositFirst(path: string): Promise<void> {
  const store = openSqliteStore(path, { retryLock: 'yield' });
  await openTestHub(store).write(
    'deposit',
    { amount: firstDeposit, currency: 'USD', on: '2024-01-31' },
    'first',
  );
  await store.close();
}

interface ProcessRun {
  readonly exit: number | null;
  readonly err: string;
  readonly counts: Readonly<Record<string, number>>;
}

function runProcess(path: string, task: BookingTask): Promise<ProcessRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program.path, path, JSON.stringify(task)]);
    const said = { out: '', err: '' };
    child.stdout.on('data', (bytes: Buffer) => void (said.out += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => void (said.err += bytes.toString()));
    child.on('error', reject);
    child.on('close', (exit) => {
      // The program prints one line of JSON, or nothing when it did not come that far.
      const counts = said.out === '' ? {} : (JSON.parse(said.out) as Record<string, number>);
      resolve({ exit, err: said.err, counts });
    });
  });
}

function sumOf(runs: readonly ProcessRun[], status: string): number {
  return runs.reduce((sum, { counts }) => sum + (counts[status] ?? 0), 0);
}
