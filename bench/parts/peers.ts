/**
 * Keyed moves by other systems and by the built server over HTTP, in one run by turns. What is not installed is named.
 */
import { join } from 'node:path';
import { runHttpLoad } from '../load/run-http-load.ts';
import { ratios, runRounds } from '../measure/rounds.ts';
import { runNode } from '../measure/run-process.ts';
import { type ServerProcess, startServer } from '../measure/server-process.ts';
import type { Figure, Part, PartSetting } from '../part.ts';
import { inFlight, type PeerResult } from '../peers/peer.ts';
import { peers as known } from '../peers/registry.ts';
import { type BenchPostgres, openBenchPostgres, prefillPostgres } from '../stores/bench-postgres.ts';
import { makePrefilledStore } from '../stores/prefilled-store.ts';
import { makeRawBooks } from '../stores/raw-postgres.ts';

/** What row 10 asks of the server on its own file. */
const wanted: Readonly<Record<string, number>> = { pgledger: 10, DBOS: 40, 'one call a move': 4 };
const ours = { sqlite: 'Fixpoint over HTTP, SQLite', postgres: 'Fixpoint over HTTP, PostgreSQL' };

export const peers: Part = async (setting) => {
  const server = await openBenchPostgres();
  try {
    return await measure(setting, server);
  } finally {
    await server.stop();
  }
};

async function measure(setting: PartSetting, server: BenchPostgres) {
  const milliseconds = setting.quick ? 2_000 : 4_000;
  const absent: string[] = [];
  const contestants: Record<string, () => Promise<number>> = {};
  for (const [index, { name, how }] of known.entries()) {
    const url = await server.makeDatabase(`peer${index}`);
    await makeRawBooks(url);
    const run = (): Promise<PeerResult> => runPeer(setting, name, url, milliseconds);
    const first = await run();
    if (first.kind === 'absent') absent.push(`peers: ${name} was not run: ${first.reason}.`);
    else contestants[name] = () => run().then(speedOf);
    if (first.kind === 'measured') absent.push(`peers: ${name}: ${how}.`);
  }
  const raw = await makeRawBooks(await server.makeDatabase('raw'));
  contestants['one call a move'] = () => raw.callEach(inFlight, 'spread', milliseconds);
  const file = join(setting.folder, 'books.db');
  await makePrefilledStore(file);
  const url = await server.makeDatabase('books');
  await prefillPostgres(url, 1);
  const servers = { sqlite: await serve(setting, `sqlite:${file}`), postgres: await serve(setting, url) };
  let loads = 0;
  const post = async ({ port }: ServerProcess): Promise<number> => {
    loads += 1;
    const plan = {
      port,
      kind: 'single',
      firstIndex: loads * 1_000_000,
      warmUpMs: 400,
      measuredMs: milliseconds,
    } as const;
    return (await runHttpLoad(setting, plan)).requestsPerSecond;
  };
  const results = await runRounds(setting.quick ? 2 : 4, {
    ...contestants,
    [ours.sqlite]: () => post(servers.sqlite),
    [ours.postgres]: () => post(servers.postgres),
  });
  for (const one of Object.values(servers)) await one.stop();
  return { figures: figuresOf(results), checks: [], notes: [...absent, ...neverRun] };
}

const neverRun = [
  'peers: postledger was not run: it needs Node 22.13, and this benchmark runs everything on the oldest Node that Fixpoint allows.',
  'peers: wrappers that keep their keys in Redis were not run with it: there is none here.',
];

async function runPeer(
  { programs, folder, project, pgledger }: PartSetting,
  name: string,
  url: string,
  milliseconds: number,
): Promise<PeerResult> {
  const args = [
    join(programs, 'run-peer.js'),
    name,
    JSON.stringify({ url, project, milliseconds, pgledger }),
  ];
  let stdout: string;
  try {
    ({ stdout } = await runNode(args, { cwd: folder }));
  } catch (error) {
    // One that does not work any more is named like one that is not there.
    return { kind: 'absent', reason: `it failed: ${String(error).replaceAll(/\s+/g, ' ').slice(0, 600)}` };
  }
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as PeerResult; // printed by run-peer
}

function speedOf(result: PeerResult): number {
  return result.kind === 'measured' ? result.operationsPerSecond : Number.NaN;
}

function serve({ project, folder }: PartSetting, store: string): Promise<ServerProcess> {
  return startServer([join(project, 'bin/fixpoint.js'), 'serve', '--port', '0', '--store', store], folder);
}

function figuresOf(results: Readonly<Record<string, readonly number[]>>): readonly Figure[] {
  const own = Object.values(ours);
  const others = Object.keys(results).filter((name) => !own.includes(name));
  return [
    ...Object.entries(results).map(([name, samples]) => ({ name: `peers: ${name}`, unit: 'ops/s', samples })),
    ...others.flatMap((name) =>
      own.map((mine): Figure => {
        const value = mine === ours.sqlite ? wanted[name] : undefined;
        return {
          name: `peers: ${mine} ÷ ${name}`,
          unit: '×',
          samples: ratios(results[mine] ?? [], results[name] ?? []),
          ...(value === undefined ? {} : { target: { row: 10, bound: 'at least', value } }),
        };
      }),
    ),
  ];
}
