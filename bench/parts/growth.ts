/** Many stored keys against few: what the size of the index costs, with random keys and with ordered ones. */
import { join } from 'node:path';
import { createKeySource, type KeyKind } from '../load/keys.ts';
import { runHttpLoad } from '../load/run-http-load.ts';
import { submitGroups } from '../load/submit-groups.ts';
import { ratios, runRounds } from '../measure/rounds.ts';
import { readMetrics, startServer } from '../measure/server-process.ts';
import type { Part, PartSetting } from '../part.ts';
import { type BenchHub, openBenchHub } from '../stores/bench-hub.ts';
import { checkBooks } from '../stores/check-books.ts';
import { fillStore } from '../stores/fill-store.ts';

const groupSize = 100;

interface FilledStore {
  readonly path: string;
  readonly filled: number;
  accepted: number;
}

export const growth: Part = async (setting) => {
  const { folder, quick } = setting;
  const wanted = quick ? { small: 2_000, large: 50_000 } : { small: 10_000, large: 1_000_000 };
  const secondsMax = quick ? 15 : 150;
  const fill = async (name: string, entries: number): Promise<FilledStore> => {
    const path = join(folder, `${name}.db`);
    return { path, filled: await fillStore(path, { entries, secondsMax }), accepted: 0 };
  };
  const small = await fill('small', wanted.small);
  const large = await fill('large', wanted.large);
  const speeds = await measure(setting, small, large);
  const server = await loadServer(setting, large);
  const notes = [
    large.filled === wanted.large
      ? `growth: ${large.filled} stored keys against ${small.filled}.`
      : `growth: only ${large.filled} keys, and not ${wanted.large}, could be filled in within ${secondsMax} s.`,
  ];
  const name = (filled: number, keys: KeyKind) =>
    `growth: groups of ${groupSize}, ${filled} keys, ${keys} ones`;
  return {
    figures: [
      { name: name(small.filled, 'random'), unit: 'ops/s', samples: speeds.small },
      { name: name(large.filled, 'random'), unit: 'ops/s', samples: speeds.large },
      { name: name(large.filled, 'ordered'), unit: 'ops/s', samples: speeds.ordered },
      {
        name: `growth: ${large.filled} keys ÷ ${small.filled} keys, random`,
        unit: '×',
        samples: ratios(speeds.large, speeds.small),
        target: { row: 6, bound: 'at least', value: 0.9 },
      },
      {
        name: `growth: random ÷ ordered keys, ${large.filled} keys`,
        unit: '×',
        samples: ratios(speeds.large, speeds.ordered),
        target: { row: 5, bound: 'at least', value: 0.7 },
      },
      {
        name: `growth: resident memory of the server, ${large.filled} keys, 64 connections`,
        unit: 'MB',
        samples: [server.residentMegabytes],
        target: { row: 17, bound: 'at most', value: 160 },
      },
    ],
    checks: [
      await checkBooks('growth', small.path, { before: small.filled, accepted: small.accepted }),
      await checkBooks('growth', large.path, { before: large.filled, accepted: large.accepted }),
    ],
    notes,
  };
};

async function measure({ quick }: PartSetting, small: FilledStore, large: FilledStore) {
  const hubs = { small: openBenchHub(small.path), large: openBenchHub(large.path) };
  let loads = 0;
  const load = async (bench: BenchHub, keys: KeyKind): Promise<number> => {
    loads += 1;
    const { operationsPerSecond } = await submitGroups(bench, {
      groupSize,
      groupsMax: quick ? 20 : 200,
      millisecondsMax: quick ? 300 : 1_500,
      nextKey: createKeySource(keys),
      first: loads * 100_000,
    });
    return operationsPerSecond;
  };
  const speeds = await runRounds(quick ? 2 : 5, {
    small: () => load(hubs.small, 'random'),
    large: () => load(hubs.large, 'random'),
    ordered: () => load(hubs.large, 'ordered'),
  });
  small.accepted += hubs.small.accepted();
  large.accepted += hubs.large.accepted();
  await hubs.small.close();
  await hubs.large.close();
  return speeds;
}

/** Loads the built server on the large store and reads how much memory it then has. */
async function loadServer(setting: PartSetting, large: FilledStore) {
  const { project, folder, quick } = setting;
  const args = ['serve', '--port', '0', '--store', `sqlite:${large.path}`];
  const server = await startServer([join(project, 'bin/fixpoint.js'), ...args], folder);
  const { port, url } = server;
  const plan = { port, kind: 'single', firstIndex: 50_000_000, warmUpMs: 500 } as const;
  const { accepted } = await runHttpLoad(setting, { ...plan, measuredMs: quick ? 1_000 : 5_000 });
  const metrics = await readMetrics(url);
  await server.stop();
  large.accepted += accepted;
  return metrics;
}
