import type { BenchHub } from '../stores/bench-hub.ts';
import { type EventMix, wishesFrom } from './events.ts';
import type { KeySource } from './keys.ts';

export interface GroupLoad {
  /** Commands that wait together; each group is answered before the next is sent. */
  readonly groupSize: number;
  readonly groupsMax: number;
  readonly millisecondsMax: number;
  readonly nextKey: KeySource;
  /** The number of the first event. */
  readonly first: number;
  readonly mix?: EventMix;
}

export interface GroupResult {
  readonly operations: number;
  readonly operationsPerSecond: number;
  readonly commitsPerOperation: number;
  /** Processor time of this process. It says more than the clock when others use the machine too. */
  readonly cpuMicrosecondsPerOperation: number;
}

/** Sends new events in groups until there were enough or the time is over. Throws when one is not accepted. */
export async function submitGroups(
  { hub, commits, accepted }: BenchHub,
  load: GroupLoad,
): Promise<GroupResult> {
  const { groupSize, groupsMax, millisecondsMax, nextKey, first, mix } = load;
  const before = { commits: commits(), accepted: accepted() };
  let milliseconds = 0;
  let cpuMicroseconds = 0;
  let groups = 0;
  while (groups < groupsMax && milliseconds < millisecondsMax) {
    // Making up the events is not what is measured.
    const wishes = wishesFrom(first + groups * groupSize, groupSize, nextKey, mix);
    const cpu = process.cpuUsage();
    const started = performance.now();
    await hub.submitAll(wishes);
    milliseconds += performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    cpuMicroseconds += user + system;
    groups += 1;
  }
  const operations = groups * groupSize;
  const booked = accepted() - before.accepted;
  if (booked !== operations) throw new Error(`Of ${operations} new events only ${booked} were accepted`);
  return {
    operations,
    operationsPerSecond: (operations / milliseconds) * 1_000,
    commitsPerOperation: (commits() - before.commits) / operations,
    cpuMicrosecondsPerOperation: cpuMicroseconds / operations,
  };
}
