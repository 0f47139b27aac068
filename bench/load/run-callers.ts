import type { BenchHub } from '../stores/bench-hub.ts';
import { wishesFrom } from './events.ts';
import type { KeySource } from './keys.ts';

export interface CallersLoad {
  /** Each sends one new event after the other. */
  readonly callers: number;
  readonly milliseconds: number;
  readonly portfolios: number;
  readonly nextKey: KeySource;
  /** The number of the first event. */
  readonly first: number;
}

export interface CallersResult {
  readonly operationsPerSecond: number;
  readonly commitsPerOperation: number;
  readonly cpuMicrosecondsPerOperation: number;
}

/** Real callers: nobody waits for a group to fill. Throws when an event is not accepted. */
export async function runCallers(
  { hub, commits, accepted }: BenchHub,
  load: CallersLoad,
): Promise<CallersResult> {
  let sent = 0;
  const started = performance.now();
  const until = started + load.milliseconds;
  const before = { commits: commits(), accepted: accepted() };
  const cpu = process.cpuUsage();
  await Promise.all(
    Array.from({ length: load.callers }, async () => {
      while (performance.now() < until) {
        const wishes = wishesFrom(load.first + sent, 1, load.nextKey, 'both', load.portfolios);
        sent += 1;
        for (const wish of wishes) {
          const outcome = await hub.submit(wish);
          if (outcome.status !== 'accepted') throw new Error(`It was answered ${JSON.stringify(outcome)}`);
        }
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  const operations = accepted() - before.accepted;
  return {
    operationsPerSecond: (operations / (performance.now() - started)) * 1_000,
    commitsPerOperation: (commits() - before.commits) / operations,
    cpuMicrosecondsPerOperation: (user + system) / operations,
  };
}
