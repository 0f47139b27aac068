/**
 * A file of trades through the whole command, into a new SQLite file and a new PostgreSQL database, against each database
 * alone with as many rows in transactions of a thousand.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeySource } from '../load/keys.ts';
import { submitGroups } from '../load/submit-groups.ts';
import { ratios, runRounds } from '../measure/rounds.ts';
import { runNode } from '../measure/run-process.ts';
import type { Figure, Part, PartSetting } from '../part.ts';
import { openBenchHub } from '../stores/bench-hub.ts';
import { type BenchPostgres, openBenchPostgres } from '../stores/bench-postgres.ts';
import { copyStore, makePrefilledStore, prefilledKeys } from '../stores/prefilled-store.ts';
import { makeRawBooks } from '../stores/raw-postgres.ts';
import { createWriteRecorder, replayWrites } from '../stores/recorded-writes.ts';

const together = 1_000;
const rawMilliseconds = 900;

export const importFiles: Part = async (setting) => {
  const server = await openBenchPostgres();
  try {
    return await measure(setting, server);
  } finally {
    await server.stop();
  }
};

async function measure(setting: PartSetting, server: BenchPostgres) {
  const { folder, quick } = setting;
  const rows = quick ? 2_000 : 20_000;
  const path = join(folder, 'trades.csv');
  writeFileSync(path, makeFile(rows));
  let runs = 0;
  const intoStore = async (store: string): Promise<number> => {
    const { stdout, milliseconds } = await runImport(setting, store, path);
    const report = JSON.parse(stdout) as { readonly new: number }; // printed by the command
    if (report.new !== rows) throw new Error(`Of ${rows} rows: ${stdout}`);
    return (rows / milliseconds) * 1_000;
  };
  const raw = await makeRawBooks(await server.makeDatabase('raw'));
  const replay = await recordWrites(setting);
  const results = await runRounds(quick ? 2 : 4, {
    sqlite: () => {
      runs += 1;
      return intoStore(`sqlite:${join(folder, `import-${runs}.db`)}`);
    },
    postgres: async () => {
      runs += 1;
      return intoStore(await server.makeDatabase(`import_${runs}`));
    },
    'raw sqlite': replay,
    'raw postgres': () => raw.callTogether(together, rawMilliseconds),
  });
  const figure = (name: string, samples: readonly number[]): Figure => ({
    name: `import: ${name}`,
    unit: 'rows/s',
    samples,
  });
  const ratio = (name: string, above: readonly number[], below: readonly number[]): Figure => ({
    name: `import: ${name}`,
    unit: '×',
    samples: ratios(above, below),
    target: { row: 7, bound: 'at least', value: 0.7 },
  });
  return {
    figures: [
      figure(`${rows} rows into SQLite`, results.sqlite),
      figure(`${rows} rows into PostgreSQL`, results.postgres),
      figure(`SQLite alone, transactions of ${together}`, results['raw sqlite']),
      figure(`PostgreSQL alone, ${together} moves a statement`, results['raw postgres']),
      ratio('into SQLite ÷ SQLite alone', results.sqlite, results['raw sqlite']),
      ratio('into PostgreSQL ÷ PostgreSQL alone', results.postgres, results['raw postgres']),
    ],
    checks: [`import: each of ${runs} imports booked every row of its file.`],
    notes: ['import: the whole command, its start and the reading of the file included.'],
  };
}

function runImport({ project, folder }: PartSetting, store: string, path: string) {
  const args = [
    'import',
    path,
    '--format',
    'ghostfolio-csv',
    '--funding',
    'external',
    '--store',
    store,
    '--json',
  ];
  return runNode([join(project, 'bin/fixpoint.js'), ...args], { cwd: folder });
}

/** No two rows tell of the same event. */
function makeFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const day = new Date(Date.UTC(2020, 0, 1 + (index % 1_500))).toISOString().slice(0, 10);
    const price = `${10 + (index % 97)}.${String(index % 100).padStart(2, '0')}`;
    return `${day},S${index % 200},YAHOO,USD,${price},${1 + Math.floor(index / 100)},buy,1.00,`;
  });
  return ['Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note', ...lines, ''].join('\n');
}

/** Records what the hub writes for as many trades, to be written again by the driver alone. */
async function recordWrites({ folder, quick }: PartSetting): Promise<() => number> {
  const prefilled = join(folder, 'prefilled.db');
  await makePrefilledStore(prefilled);
  const recorder = createWriteRecorder();
  const hub = openBenchHub(copyStore(prefilled, join(folder, 'recorded.db')), { connect: recorder.connect });
  const load = { groupSize: together, groupsMax: quick ? 6 : 40, millisecondsMax: Number.POSITIVE_INFINITY };
  await submitGroups(hub, { ...load, first: prefilledKeys, mix: 'buy', nextKey: createKeySource('random') });
  await hub.close();
  let copies = 0;
  return () => {
    copies += 1;
    const path = copyStore(prefilled, join(folder, `raw-${copies}.db`));
    const { batches, milliseconds } = replayWrites(path, recorder.batches, rawMilliseconds);
    return ((batches * together) / milliseconds) * 1_000;
  };
}
