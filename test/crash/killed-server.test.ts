/**
 * The PostgreSQL under two hubs is killed again and again while callers write: nothing that was acknowledged is lost,
 * nothing is booked twice, and both go on by themselves when it is back.
 */
import { expect, it, onTestFinished } from 'vitest';
import { loadFact } from '../../src/engine/store-protocol.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { readBooks } from '../support/books.ts';
import { fail } from '../support/fail.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { targetOf } from '../support/temporary-postgres.ts';
import { main, openTestHub, type TestHub } from '../support/test-hub.ts';

const kills = 10;
const clientsEach = 32;
/** So many writes are acknowledged between one kill and the next. */
const writesBetween = 150;
/** Longer than any restart here; the impatient hub gives up at once and leaves it to its callers to ask again. */
const patience = [{ retryForMs: 60_000 }, { retryForMs: 20 }];
/** More than a caller of the impatient hub sends while the server starts. */
const triesMax = 10_000;

it('keeps every acknowledged write when the server is killed ten times under load', async () => {
  const server = await startPostgres();
  onTestFinished(server.stop);
  const hubs: TestHub[] = [];
  for (const options of patience) {
    const store = await openPostgresStore(targetOf(`${server.address}/postgres`), options);
    onTestFinished(store.close);
    hubs.push(openTestHub(store));
  }
  const load = startLoad(hubs);
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
  const receipts = await readReceipts(server.address);
  expect(receipts).toEqual(entries);
  const sum = [...entries.keys()].reduce((total, key) => total + Number(key), 0);
  expect(await readBooks(hub)).toEqual({ cash: { USD: String(sum) }, holdings: {} });
  const counts = { entries: entries.size, receipts: entries.size };
  expect(await hub.ask('verify')).toMatchObject({ ok: true, ...counts, problems: [] });
}, 180_000);

interface Load {
  /** Resolves once so many writes were acknowledged. */
  readonly acknowledged: (count: number) => Promise<void>;
  /** Lets every caller finish what it has begun. */
  readonly end: () => Promise<Answers>;
}

interface Answers {
  /** The entry that each key was acknowledged with. */
  readonly entries: ReadonlyMap<string, string>;
  /** Answers that should not have been. */
  readonly odd: readonly unknown[];
  /** Tries that were answered with a failure and sent again. */
  readonly failed: number;
}

/** Callers who send one deposit after the other, each until it is acknowledged. */
function startLoad(hubs: readonly TestHub[]): Load {
  const entries = new Map<string, string>();
  const odd: unknown[] = [];
  const waiting = new Set<{ readonly count: number; readonly resolve: () => void }>();
  let failed = 0;
  let sent = 0;
  let isOver = false;
  const acknowledge = (key: string, entryId: string): void => {
    entries.set(key, entryId);
    for (const one of waiting) if (entries.size >= one.count) one.resolve();
  };
  const sendOne = async ({ write }: TestHub): Promise<void> => {
    sent += 1;
    const key = String(sent);
    const input = { amount: key, currency: 'USD', on: '2026-05-01', again: true };
    for (let tries = 0; tries < triesMax; tries += 1) {
      const outcome = await write('deposit', input, key);
      const isBooked = outcome.status === 'accepted' || outcome.status === 'duplicate';
      if (isBooked && outcome.entry_id !== undefined) {
        acknowledge(key, outcome.entry_id);
        return;
      }
      if (outcome.status !== 'failed') break;
      failed += 1;
    }
    odd.push(`${key} was never acknowledged`);
  };
  const callers = hubs.flatMap((hub) =>
    Array.from({ length: clientsEach }, async () => {
      while (!isOver) await sendOne(hub);
    }),
  );
  return {
    acknowledged: (count) =>
      new Promise((resolve) => {
        waiting.add({ count, resolve });
        if (entries.size >= count) resolve();
      }),
    end: async () => {
      isOver = true;
      await Promise.all(callers);
      return { entries, odd, failed };
    },
  };
}

async function readReceipts(address: string): Promise<ReadonlyMap<string, string>> {
  const store = await openPostgresStore(targetOf(`${address}/postgres`));
  try {
    const read = { kind: 'receipts', afterKey: '', limit: 1_000_000 } as const;
    const receipts = await store.read(() => loadFact(main, read));
    return new Map(receipts.map(({ key, seq }) => [key, `ent_${seq}`]));
  } finally {
    await store.close();
  }
}
