/**
 * The engine and the store without a surface: groups of 1, 64 and 1,000 keyed commands, against the driver alone writing
 * the same rows in transactions of the same size.
 */
import { join } from 'node:path';
import { type KeyKind, createKeySource } from '../load/keys.ts';
import { type GroupResult, submitGroups } from '../load/submit-groups.ts';
import { ratios, runRounds } from '../measure/rounds.ts';
import type { Figure, Part, PartSetting } from '../part.ts';
import { openBenchHub } from '../stores/bench-hub.ts';
import { checkBooks } from '../stores/check-books.ts';
import { copyStore, makePrefilledStore, prefilledKeys } from '../stores/prefilled-store.ts';
import { createWriteRecorder, type RecordedBatch, replayWrites } from '../stores/recorded-writes.ts';

interface Case {
  readonly keys: KeyKind;
  readonly groupSize: number;
  readonly groups: number;
}

type Speed = Omit<GroupResult, 'operations'>;

const sizes = [
  { groupSize: 1, groups: 3_000 },
  { groupSize: 64, groups: 320 },
  { groupSize: 1_000, groups: 25 },
];

export const engine: Part = async (setting) => {
  const { folder, quick } = setting;
  const prefilled = join(folder, 'prefilled.db');
  await makePrefilledStore(prefilled);
  const cases = (['random', 'ordered'] as const).flatMap((keys) =>
    sizes.map(({ groupSize, groups }): Case => ({ keys, groupSize, groups: quick ? groups / 5 : groups })),
  );
  const millisecondsMax = quick ? 250 : 900;
  const contestants: Record<string, () => Promise<Speed> | Speed> = {};
  for (const one of cases) {
    const recorded = await record(one, prefilled, setting);
    contestants[`hub ${nameCase(one)}`] = () => runHub(one, prefilled, setting, millisecondsMax);
    contestants[`raw ${nameCase(one)}`] = () => runRaw(one, prefilled, setting, recorded, millisecondsMax);
  }
  const results = await runRounds(quick ? 2 : 5, contestants);
  const figures = cases.flatMap((one) => figuresOf(one, results));
  const checks = [await checkHubRun(prefilled, setting)];
  return {
    figures,
    checks,
    notes: [
      'The driver alone is told its rows: it looks up no key, decides, hashes and encodes nothing. ' +
        `${prefilledKeys} random keys were there before; each measurement starts from a copy of that file.`,
    ],
  };
};

function nameCase({ keys, groupSize }: Case): string {
  return `${keys} keys, groups of ${groupSize}`;
}

function figuresOf(one: Case, results: Readonly<Record<string, readonly Speed[]>>): readonly Figure[] {
  const name = nameCase(one);
  const hub = results[`hub ${name}`] ?? [];
  const raw = results[`raw ${name}`] ?? [];
  const hubSpeed = hub.map(({ operationsPerSecond }) => operationsPerSecond);
  const rawSpeed = raw.map(({ operationsPerSecond }) => operationsPerSecond);
  return [
    { name: `engine: hub, ${name}`, unit: 'ops/s', samples: hubSpeed },
    { name: `engine: driver alone, ${name}`, unit: 'ops/s', samples: rawSpeed },
    { name: `engine: hub ÷ driver alone, ${name}`, unit: '×', samples: ratios(hubSpeed, rawSpeed) },
    {
      name: `engine: processor time, driver alone ÷ hub, ${name}`,
      unit: '×',
      samples: ratios(raw.map(cpuOf), hub.map(cpuOf)),
    },
    { name: `engine: processor time of the hub, ${name}`, unit: 'µs/op', samples: hub.map(cpuOf) },
    {
      name: `engine: commits per op, ${name}`,
      unit: '',
      samples: hub.map(({ commitsPerOperation }) => commitsPerOperation),
    },
  ];
}

function cpuOf({ cpuMicrosecondsPerOperation }: Speed): number {
  return cpuMicrosecondsPerOperation;
}

async function record(
  { keys, groupSize, groups }: Case,
  prefilled: string,
  { folder }: PartSetting,
): Promise<readonly RecordedBatch[]> {
  const path = copyStore(prefilled, join(folder, `recorded-${keys}-${groupSize}.db`));
  const recorder = createWriteRecorder();
  const hub = openBenchHub(path, { connect: recorder.connect });
  const nextKey = createKeySource(keys);
  const load = { groupSize, groupsMax: groups, millisecondsMax: Number.POSITIVE_INFINITY };
  await submitGroups(hub, { ...load, nextKey, first: prefilledKeys });
  await hub.close();
  return recorder.batches;
}

let copies = 0;

async function runHub(
  { keys, groupSize, groups }: Case,
  prefilled: string,
  { folder }: PartSetting,
  millisecondsMax: number,
): Promise<Speed> {
  copies += 1;
  const path = copyStore(prefilled, join(folder, `hub-${copies}.db`));
  const hub = openBenchHub(path);
  const nextKey = createKeySource(keys);
  const load = { groupSize, groupsMax: groups, millisecondsMax, nextKey, first: prefilledKeys };
  const result = await submitGroups(hub, load);
  await hub.close();
  return result;
}

function runRaw(
  { groupSize }: Case,
  prefilled: string,
  { folder }: PartSetting,
  recorded: readonly RecordedBatch[],
  millisecondsMax: number,
): Speed {
  copies += 1;
  const path = copyStore(prefilled, join(folder, `raw-${copies}.db`));
  const { batches, milliseconds, cpuMicroseconds } = replayWrites(path, recorded, millisecondsMax);
  const operations = batches * groupSize;
  return {
    operationsPerSecond: (operations / milliseconds) * 1_000,
    commitsPerOperation: batches / operations,
    cpuMicrosecondsPerOperation: cpuMicroseconds / operations,
  };
}

/** One more run of the hub whose file is kept, and checked. */
async function checkHubRun(prefilled: string, { folder }: PartSetting): Promise<string> {
  const path = copyStore(prefilled, join(folder, 'checked.db'));
  const hub = openBenchHub(path);
  const load = { groupSize: 64, groupsMax: 50, millisecondsMax: 60_000, first: prefilledKeys };
  await submitGroups(hub, { ...load, nextKey: createKeySource('random') });
  const accepted = hub.accepted();
  await hub.close();
  return checkBooks('engine', path, { before: prefilledKeys, accepted });
}
