/**
 * The built server over 64 kept connections, one keyed write a request, against what it cannot do without: the driver
 * alone, a server that only answers, and the same hub with a transaction for every command.
 */
import { join } from 'node:path';
import type { HttpLoadResult } from '../load/http-load-plan.ts';
import { createKeySource } from '../load/keys.ts';
import { runHttpLoad } from '../load/run-http-load.ts';
import { submitGroups } from '../load/submit-groups.ts';
import { ratios, runRounds } from '../measure/rounds.ts';
import { type HubMetrics, readMetrics, type ServerProcess, startServer } from '../measure/server-process.ts';
import type { Figure, Part, PartSetting, Target } from '../part.ts';
import { openBenchHub } from '../stores/bench-hub.ts';
import { checkBooks } from '../stores/check-books.ts';
import { copyStore, makePrefilledStore, prefilledKeys } from '../stores/prefilled-store.ts';
import { createWriteRecorder, type RecordedBatch, replayWrites } from '../stores/recorded-writes.ts';

const batchSize = 1_000;
/** Requests of a whole batch are few and large; more of them at once only wait. */
const batchConnections = 4;
const millisecondsOfRaw = 900;

interface Loaded extends HttpLoadResult {
  readonly metrics: HubMetrics;
  readonly commitsPerOperation: number;
}

export const http: Part = async (setting) => {
  const { folder, quick, programs, project } = setting;
  const prefilled = join(folder, 'prefilled.db');
  await makePrefilledStore(prefilled);
  const groupPath = copyStore(prefilled, join(folder, 'group.db'));
  const singlePath = copyStore(prefilled, join(folder, 'single.db'));
  const recordedBy50 = await record(prefilled, setting, { groupSize: 50, groupsMax: quick ? 100 : 1_000 });
  const recordedBy1000 = await record(prefilled, setting, {
    groupSize: batchSize,
    groupsMax: quick ? 6 : 50,
  });
  const serve = ['serve', '--port', '0', '--store', `sqlite:${groupPath}`];
  const servers = {
    group: await startServer([join(project, 'bin/fixpoint.js'), ...serve], folder),
    single: await startServer([join(programs, 'one-command-server.js'), singlePath], folder),
    plain: await startServer([join(programs, 'plain-server.js')], folder),
  };
  const loads = createLoads(setting, servers);
  const results = await runRounds<string, Loaded | number>(quick ? 2 : 4, {
    ...loads.contestants,
    raw50: () => runRaw(prefilled, setting, recordedBy50, 50),
    raw1000: () => runRaw(prefilled, setting, recordedBy1000, batchSize),
  });
  for (const server of Object.values(servers)) await server.stop();
  const checks = [
    await checkBooks('http: group commit', groupPath, {
      before: prefilledKeys,
      accepted: loads.accepted.group,
    }),
    await checkBooks('http: one command per transaction', singlePath, {
      before: prefilledKeys,
      accepted: loads.accepted.single,
    }),
  ];
  return { figures: figuresOf(results), checks, notes: notesOf(results) };
};

type Results = Readonly<Record<string, readonly (Loaded | number)[]>>;

function createLoads(
  setting: PartSetting,
  servers: Readonly<Record<'group' | 'single' | 'plain', ServerProcess>>,
) {
  const times = setting.quick ? { warmUpMs: 400, measuredMs: 1_000 } : { warmUpMs: 700, measuredMs: 2_500 };
  const accepted = { group: 0, single: 0 };
  let loads = 0;
  const firstOfNext = (): number => {
    loads += 1;
    return prefilledKeys + loads * 1_000_000;
  };
  const onGroup = async (
    plan: Partial<Parameters<typeof runHttpLoad>[1]>,
    operationsOfRequest = 1,
  ): Promise<Loaded> => {
    const { port, url } = servers.group;
    const before = await readMetrics(url);
    const load = { kind: 'single', ...times, firstIndex: firstOfNext(), ...plan, port } as const;
    const result = await runHttpLoad(setting, load);
    accepted.group += result.accepted;
    const metrics = await readMetrics(url);
    return {
      ...result,
      requestsPerSecond: result.requestsPerSecond * operationsOfRequest,
      metrics,
      commitsPerOperation: (metrics.commits - before.commits) / (metrics.commands - before.commands),
    };
  };
  const onOther = async (name: 'single' | 'plain'): Promise<Loaded> => {
    const load = { kind: 'single', ...times, firstIndex: firstOfNext(), port: servers[name].port } as const;
    const result = await runHttpLoad(setting, load);
    if (name === 'single') accepted.single += result.accepted;
    return { ...result, metrics: noMetrics, commitsPerOperation: 1 };
  };
  const contestants = {
    random: () => onGroup({ keys: 'random' }),
    ordered: () => onGroup({ keys: 'ordered' }),
    single: () => onOther('single'),
    plain: () => onOther('plain'),
    repeat: () => onGroup({ kind: 'repeat' }),
    batch: () => onGroup({ kind: 'batch', connections: batchConnections, batchSize }, batchSize),
  };
  return { accepted, contestants };
}

const noMetrics: HubMetrics = { commits: 0, commands: 0, residentMegabytes: Number.NaN };

async function record(
  prefilled: string,
  { folder }: PartSetting,
  size: { readonly groupSize: number; readonly groupsMax: number },
): Promise<readonly RecordedBatch[]> {
  const path = copyStore(prefilled, join(folder, `recorded-${size.groupSize}.db`));
  const recorder = createWriteRecorder();
  const hub = openBenchHub(path, { connect: recorder.connect });
  const load = { ...size, millisecondsMax: Number.POSITIVE_INFINITY, first: prefilledKeys };
  await submitGroups(hub, { ...load, nextKey: createKeySource('random') });
  await hub.close();
  return recorder.batches;
}

let copies = 0;

function runRaw(
  prefilled: string,
  { folder }: PartSetting,
  recorded: readonly RecordedBatch[],
  groupSize: number,
): number {
  copies += 1;
  const path = copyStore(prefilled, join(folder, `raw-${copies}.db`));
  const { batches, milliseconds } = replayWrites(path, recorded, millisecondsOfRaw);
  return ((batches * groupSize) / milliseconds) * 1_000;
}

function figuresOf(results: Results): readonly Figure[] {
  const loaded = (name: string) => (results[name] ?? []).filter((result) => typeof result !== 'number');
  const speed = (name: string) =>
    (results[name] ?? []).map((result) => (typeof result === 'number' ? result : result.requestsPerSecond));
  const [random, ordered, repeat, batch] = [
    speed('random'),
    speed('ordered'),
    speed('repeat'),
    speed('batch'),
  ];
  const [single, plain, raw50, raw1000] = [speed('single'), speed('plain'), speed('raw50'), speed('raw1000')];
  const figure = (name: string, unit: string, samples: readonly number[], target?: Target): Figure => ({
    name: `http: ${name}`,
    unit,
    samples,
    ...(target === undefined ? {} : { target }),
  });
  const speeds = [
    figure('group commit, 64 connections, random keys', 'ops/s', random),
    figure('the same, ordered keys', 'ops/s', ordered),
    figure('one command per transaction', 'ops/s', single),
    figure('node:http alone', 'requests/s', plain),
    figure('repeats of known keys', 'ops/s', repeat),
    figure(`batches of ${batchSize}`, 'ops/s', batch),
    figure('driver alone, transactions of 50', 'ops/s', raw50),
    figure(`driver alone, transactions of ${batchSize}`, 'ops/s', raw1000),
  ];
  const latency = (name: string, of: 'p50Ms' | 'p99Ms') => loaded(name).map((result) => result[of]);
  const [p50, p99] = [latency('random', 'p50Ms'), latency('random', 'p99Ms')];
  return [
    ...speeds,
    figure('p50, random keys', 'ms', p50),
    figure('p99, random keys', 'ms', p99),
    figure('p99, one command per transaction', 'ms', latency('single', 'p99Ms')),
    figure('group commit ÷ driver alone by 50', '×', ratios(random, raw50), atLeast(1, 0.6)),
    figure('group commit ÷ one command per transaction', '×', ratios(random, single), atLeast(2, 8)),
    figure('group commit ÷ node:http', '×', ratios(random, plain), atLeast(3, 0.35)),
    figure(
      'p99, group commit ÷ one command per transaction',
      '×',
      ratios(p99, latency('single', 'p99Ms')),
      atMost(4, 0.05),
    ),
    figure('p99 ÷ p50', '×', ratios(p99, p50), atMost(4, 5)),
    figure(
      `batches of ${batchSize} ÷ driver alone by ${batchSize}`,
      '×',
      ratios(batch, raw1000),
      atLeast(7, 0.7),
    ),
    figure(
      `batches of ${batchSize} ÷ one command per transaction`,
      '×',
      ratios(batch, single),
      atLeast(7, 20),
    ),
    figure(
      'commits per op, random keys',
      '',
      loaded('random').map((one) => one.commitsPerOperation),
      atMost(11, 0.025),
    ),
    figure('repeats ÷ node:http', '×', ratios(repeat, plain), atLeast(16, 0.9)),
    figure(
      'resident memory of the server',
      'MB',
      loaded('random').map((one) => one.metrics.residentMegabytes),
    ),
  ];
}

function atLeast(row: number, value: number): Target {
  return { row, bound: 'at least', value };
}

function atMost(row: number, value: number): Target {
  return { row, bound: 'at most', value };
}

function notesOf(results: Results): readonly string[] {
  const busy = Object.entries(results).flatMap(([name, all]) => {
    const shares = all.flatMap((one) => (typeof one === 'number' ? [] : [one.clientBusy]));
    return shares.length === 0 ? [] : [`${name} ${Math.max(...shares).toFixed(2)}`];
  });
  return [`http: the client took at most this share of one processor: ${busy.join(', ')}.`];
}
