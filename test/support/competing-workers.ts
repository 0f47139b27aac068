/**
 * Workers on hubs of their own that compete for one lease and do numbered slots of work, each of which books one
 * deposit without a key: only the lease keeps a slot from being done twice. Time is made up and drawn from a seed.
 */
import type { Fence } from '../../src/engine/lease.ts';
import type { LeaseHolder } from '../../src/engine/lease-holder.ts';
import { loadFact, type Store } from '../../src/engine/store-protocol.ts';
import { fail } from './fail.ts';
import { openRandom, type SeededRandom } from './seeded-random.ts';
import { main, openTestHub, type TestHub } from './test-hub.ts';

export interface CompetitionOptions {
  readonly seed: number;
  readonly slots: number;
  /** Opens the shared data once more, as another process would. */
  readonly open: () => Promise<Store>;
  /** False plants the fault: writes carry no fence. */
  readonly fenced: boolean;
}

export interface Competition {
  /** The slots in the order in which they were booked. */
  readonly booked: readonly number[];
  /** How often each thing happened, so that a run in which nothing went wrong is seen. */
  readonly met: Readonly<Record<'takeovers' | 'lateWrites' | 'crashes' | 'clockJumps' | 'refused', number>>;
}

const workers = 3;
const termMs = 9_000;
const turnsMax = 20_000;
const hour = 3_600_000;

interface Worker extends Pick<TestHub, 'hub' | 'clock' | 'write'> {
  holder: LeaseHolder;
  monotonicMs: number;
  /** Begun and not booked yet. */
  work: { readonly slot: number; readonly fence: Fence } | undefined;
  /** Turns for which it stands still. */
  pausedFor: number;
}

export async function compete({ seed, slots, open, fenced }: CompetitionOptions): Promise<Competition> {
  const random = openRandom(seed);
  const met = { takeovers: 0, lateWrites: 0, crashes: 0, clockJumps: 0, refused: 0 };
  const stores = await Promise.all(Array.from({ length: workers }, open));
  const [anyStore] = stores;
  if (anyStore === undefined) return fail('there are no workers');
  const team = stores.map((store) => makeWorker(store, random));
  let holders = 0;
  let newestFence = 0;
  const hire = (worker: Worker) => {
    holders += 1;
    worker.holder = worker.hub.competeForLease({ name: 'slots', holder: `holder-${holders}`, termMs });
    worker.work = undefined;
  };
  team.forEach(hire);
  for (let turn = 0; turn < turnsMax; turn += 1) {
    passTime(team, random, met);
    const worker = random.pick(team);
    if (worker.pausedFor > 0) continue;
    if (worker.work !== undefined) {
      const { slot, fence } = worker.work;
      worker.work = undefined;
      if (fence.number < newestFence) met.lateWrites += 1;
      if (!(await book(worker, slot, fenced ? fence : undefined))) met.refused += 1;
    }
    await worker.holder.tick();
    const { fence } = worker.holder;
    if (fence === undefined) continue;
    if (fence.number > newestFence) met.takeovers += 1;
    newestFence = Math.max(newestFence, fence.number);
    const slot = 1 + (await newestSlot(anyStore));
    if (slot > slots) break;
    worker.work = { slot, fence };
    if (random.below(8) === 0) worker.pausedFor = 4 + random.below(40);
    else if (random.below(25) === 0) {
      met.crashes += 1;
      hire(worker);
    }
  }
  // Whoever is still in the middle of something finishes it now.
  for (const worker of team)
    if (worker.work) await book(worker, worker.work.slot, fenced ? worker.work.fence : undefined);
  const booked = await bookedSlots(anyStore);
  await Promise.all(stores.map((store) => store.close()));
  return { booked, met };
}

function makeWorker(store: Store, random: SeededRandom): Worker {
  const worker: { monotonicMs: number } = { monotonicMs: random.below(1_000_000) };
  const { hub, clock, write } = openTestHub(store, { keys: 'optional', monotonic: () => worker.monotonicMs });
  const holder = hub.competeForLease({ name: 'slots', holder: 'nobody', termMs });
  return Object.assign(worker, { hub, clock, write, holder, work: undefined, pausedFor: 0 });
}

/** A second or so; clocks of the day jump by up to two days either way. */
function passTime(team: readonly Worker[], random: SeededRandom, met: { clockJumps: number }): void {
  const passedMs = 500 + random.below(1_000);
  for (const worker of team) {
    worker.monotonicMs += passedMs;
    worker.pausedFor = Math.max(0, worker.pausedFor - 1);
    if (random.below(20) > 0) continue;
    const jumped = new Date(Date.parse(worker.clock.now) + (random.below(97) - 48) * hour);
    worker.clock.now = jumped.toISOString();
    met.clockJumps += 1;
  }
}

/** False when it was refused because the lease was given on. */
async function book({ write }: Worker, slot: number, fence: Fence | undefined): Promise<boolean> {
  const input = { amount: String(slot), currency: 'USD', on: '2026-01-05' };
  const outcome = await write('deposit', input, undefined, fence === undefined ? {} : { fence });
  if (outcome.status === 'accepted') return true;
  return outcome.status === 'refused' && outcome.code === 'lease_lost'
    ? false
    : fail(JSON.stringify(outcome));
}

async function newestSlot(store: Store): Promise<number> {
  const read = { kind: 'newest_entries', beforeSeq: Number.MAX_SAFE_INTEGER, limit: 1, filter: {} } as const;
  const [newest] = await store.read(() => loadFact(main, read));
  return Number(newest?.entry.input['amount'] ?? 0);
}

async function bookedSlots(store: Store): Promise<readonly number[]> {
  const read = { kind: 'entries', afterSeq: 0, limit: 10_000, filter: {} } as const;
  const rows = await store.read(() => loadFact(main, read));
  return rows.map(({ entry }) => Number(entry.input['amount']));
}
