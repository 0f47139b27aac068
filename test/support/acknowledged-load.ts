/** Callers who write while something happens to the server, and what they were told. */
import { loadFact } from '../../src/engine/store-protocol.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { targetOf } from './temporary-postgres.ts';
import { main, type TestHub } from './test-hub.ts';

/** More than a caller of an impatient hub sends while the server starts. */
const triesMax = 10_000;

export interface AcknowledgedLoad {
  /** Resolves once so many writes were acknowledged. */
  readonly acknowledged: (count: number) => Promise<void>;
  /** Lets every caller finish what it has begun. */
  readonly end: () => Promise<LoadAnswers>;
}

export interface LoadAnswers {
  /** The entry that each key was acknowledged with. */
  readonly entries: ReadonlyMap<string, string>;
  /** Answers that should not have been. */
  readonly odd: readonly unknown[];
  /** Tries that were answered with a failure and sent again. */
  readonly failed: number;
}

/** Callers who send one deposit after the other, each until it is acknowledged. */
export function startAcknowledgedLoad(hubs: readonly TestHub[], clientsEach: number): AcknowledgedLoad {
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

/** The entry of each key, as the books have it. */
export async function readReceipts(url: string): Promise<ReadonlyMap<string, string>> {
  const store = await openPostgresStore(targetOf(url));
  try {
    const read = { kind: 'receipts', afterKey: '', limit: 1_000_000 } as const;
    const receipts = await store.read(() => loadFact(main, read));
    return new Map(receipts.map(({ key, seq }) => [key, `ent_${seq}`]));
  } finally {
    await store.close();
  }
}
