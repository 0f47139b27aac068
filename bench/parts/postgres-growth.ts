/** Many stored keys against few on PostgreSQL, with random keys and with ordered ones. */
import { createKeySource, type KeyKind } from '../load/keys.ts';
import { submitGroups } from '../load/submit-groups.ts';
import { ratios, runRounds } from '../measure/rounds.ts';
import type { Part, PartSetting } from '../part.ts';
import type { BenchHub } from '../stores/bench-hub.ts';
import {
  type BenchPostgres,
  checkPostgresBooks,
  fillPostgres,
  openBenchPostgres,
  openPostgresHub,
} from '../stores/bench-postgres.ts';

const groupSize = 100;

export const postgresGrowth: Part = async (setting) => {
  const server = await openBenchPostgres();
  try {
    return await measure(setting, server);
  } finally {
    await server.stop();
  }
};

async function measure({ quick }: PartSetting, server: BenchPostgres) {
  const wanted = quick ? { small: 2_000, large: 50_000 } : { small: 10_000, large: 1_000_000 };
  const secondsMax = quick ? 15 : 240;
  const urls = { small: await server.makeDatabase('small'), large: await server.makeDatabase('large') };
  const small = await fillPostgres(urls.small, { entries: wanted.small, secondsMax });
  const large = await fillPostgres(urls.large, { entries: wanted.large, secondsMax });
  const hubs = { small: await openPostgresHub(urls.small), large: await openPostgresHub(urls.large) };
  let loads = 0;
  const load = async (hub: BenchHub, keys: KeyKind): Promise<number> => {
    loads += 1;
    const { operationsPerSecond } = await submitGroups(hub, {
      groupSize,
      groupsMax: quick ? 20 : 200,
      millisecondsMax: quick ? 500 : 1_500,
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
  await hubs.small.close();
  await hubs.large.close();
  const name = (filled: number, keys: KeyKind) =>
    `postgres-growth: groups of ${groupSize}, ${filled} keys, ${keys} ones`;
  return {
    figures: [
      { name: name(small, 'random'), unit: 'ops/s', samples: speeds.small },
      { name: name(large, 'random'), unit: 'ops/s', samples: speeds.large },
      { name: name(large, 'ordered'), unit: 'ops/s', samples: speeds.ordered },
      {
        name: `postgres-growth: ${large} keys ÷ ${small} keys, random`,
        unit: '×',
        samples: ratios(speeds.large, speeds.small),
        target: { row: 6, bound: 'at least', value: 0.9 } as const,
      },
      {
        name: `postgres-growth: random ÷ ordered keys, ${large} keys`,
        unit: '×',
        samples: ratios(speeds.large, speeds.ordered),
        target: { row: 5, bound: 'at least', value: 0.7 } as const,
      },
    ],
    checks: [
      await checkPostgresBooks('postgres-growth', urls.small, small + hubs.small.accepted()),
      await checkPostgresBooks('postgres-growth', urls.large, large + hubs.large.accepted()),
    ],
    notes:
      large === wanted.large
        ? []
        : [
            `postgres-growth: only ${large} keys, and not ${wanted.large}, could be filled in within ${secondsMax} s.`,
          ],
  };
}
