/** What is held, with lots and gains: from nothing, from what was folded before, and after one more trade. */
import { join } from 'node:path';
import { ratios, runRounds } from '../measure/rounds.ts';
import { runNode } from '../measure/run-process.ts';
import type { Figure, Part, PartSetting } from '../part.ts';
import type { AskedHoldings } from '../stores/asked-holdings.ts';
import { checkBooks } from '../stores/check-books.ts';
import { openRaw } from '../stores/open-raw.ts';
import { makeTradesStore, tradedInstruments } from '../stores/trades-store.ts';

export const holdings: Part = async (setting) => {
  const { folder, quick, project } = setting;
  const sizes = { large: quick ? 10_000 : 100_000, small: quick ? 2_000 : 10_000 };
  const paths = { large: join(folder, 'large.db'), small: join(folder, 'small.db') };
  const entries = {
    large: await makeTradesStore(paths.large, sizes.large),
    small: await makeTradesStore(paths.small, sizes.small),
  };
  const rounds = quick ? 2 : 4;
  const cold = (size: 'large' | 'small') => () => {
    forgetFolds(paths[size]);
    return askIn(setting, paths[size], 'with-trade');
  };
  const warm = (size: 'large' | 'small') => () => askIn(setting, paths[size], 'once');
  const commandLine = (size: 'large' | 'small') => async () => {
    const args = [join(project, 'bin/fixpoint.js'), 'holdings', '--json', '--store', `sqlite:${paths[size]}`];
    return (await runNode(args, { cwd: folder })).milliseconds;
  };
  // In this order within each size, because the cold one leaves its folds for the warm ones.
  const results = await runRounds(rounds, {
    both: async () => ({
      cold: { large: await cold('large')(), small: await cold('small')() },
      warm: { large: await warm('large')(), small: await warm('small')() },
      command: { large: await commandLine('large')(), small: await commandLine('small')() },
    }),
  });
  return {
    figures: figuresOf(results.both, sizes),
    checks: [
      await checkBooks('holdings', paths.large, { before: entries.large, accepted: rounds }),
      await checkBooks('holdings', paths.small, { before: entries.small, accepted: rounds }),
    ],
    notes: [
      `holdings: ${tradedInstruments} instruments; of every twenty events about one, twelve are buys, five sales and ` +
        'three dividends, so the lots grow with the journal.',
    ],
  };
};

interface Asked<Result> {
  readonly large: Result;
  readonly small: Result;
}

interface Round {
  readonly cold: Asked<AskedHoldings>;
  readonly warm: Asked<AskedHoldings>;
  readonly command: Asked<number>;
}

async function askIn(
  { programs, folder }: PartSetting,
  path: string,
  mode: 'once' | 'with-trade',
): Promise<AskedHoldings> {
  const { stdout } = await runNode([join(programs, 'ask-holdings.js'), path, mode], { cwd: folder });
  return JSON.parse(stdout) as AskedHoldings; // printed by the program
}

function forgetFolds(path: string): void {
  const db = openRaw(path);
  db.exec('DELETE FROM fold_cache');
  db.close();
}

function figuresOf(rounds: readonly Round[], sizes: Asked<number>): readonly Figure[] {
  const both = (
    name: string,
    read: (round: Round, size: 'large' | 'small') => number,
    targets: { readonly growth?: Figure['target'] } = {},
  ): readonly Figure[] => {
    const large = rounds.map((round) => read(round, 'large'));
    const small = rounds.map((round) => read(round, 'small'));
    return [
      { name: `holdings: ${name}, ${sizes.large} trades`, unit: 'ms', samples: large },
      { name: `holdings: ${name}, ${sizes.small} trades`, unit: 'ms', samples: small },
      {
        name: `holdings: ${name}, ${sizes.large} ÷ ${sizes.small} trades`,
        unit: '×',
        samples: ratios(large, small),
        ...(targets.growth === undefined ? {} : { target: targets.growth }),
      },
    ];
  };
  const growth = { row: 13, bound: 'at most', value: 1.2 } as const;
  return [
    ...both('nothing folded before', (round, size) => round.cold[size].firstMs),
    ...both('folded before, new process', (round, size) => round.warm[size].firstMs, { growth }),
    ...both('folded before, same process', (round, size) => round.warm[size].secondMs, { growth }),
    ...both('after one more trade', (round, size) => round.cold[size].afterTradeMs),
    ...both('lots, folded before', (round, size) => round.warm[size].lotsMs),
    ...both('the whole command', (round, size) => round.command[size]),
    {
      name: `holdings: peak memory, ${sizes.large} trades, nothing folded before`,
      unit: 'MB',
      samples: rounds.map((round) => round.cold.large.peakMegabytes),
    },
    {
      name: `holdings: peak memory, ${sizes.large} trades, folded before`,
      unit: 'MB',
      samples: rounds.map((round) => round.warm.large.peakMegabytes),
      target: { row: 13, bound: 'at most', value: 80 },
    },
  ];
}
