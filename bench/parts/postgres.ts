/**
 * PostgreSQL: 64 callers of one hub, of the built server and of its batch endpoint, in one portfolio and spread over
 * many, against the database alone, called for each move and with a thousand moves a statement.
 */
import { join } from 'node:path';
import type { HttpLoadResult } from '../load/http-load-plan.ts';
import { createKeySource } from '../load/keys.ts';
import { type CallersResult, runCallers } from '../load/run-callers.ts';
import { runHttpLoad } from '../load/run-http-load.ts';
import { submitGroups } from '../load/submit-groups.ts';
import { ratios, runRounds } from '../measure/rounds.ts';
import { readMetrics, type ServerProcess, startServer } from '../measure/server-process.ts';
import type { Figure, Part, PartSetting, Target } from '../part.ts';
import type { BenchHub } from '../stores/bench-hub.ts';
import {
  type BenchPostgres,
  checkPostgresBooks,
  measureBytes,
  openBenchPostgres,
  openPostgresHub,
  prefillPostgres,
} from '../stores/bench-postgres.ts';
import { makeRawBooks } from '../stores/raw-postgres.ts';

const callers = 64;
const rawCallers = 32;
const batchSize = 1_000;
const batchConnections = 4;
/** Odd, so that each has deposits and trades. */
const manyPortfolios = 999;

interface Sample {
  readonly operationsPerSecond: number;
  readonly commitsPerOperation: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMicrosecondsPerOperation: number;
}

export const postgres: Part = async (setting) => {
  const server = await openBenchPostgres();
  try {
    return await measure(setting, server);
  } finally {
    await server.stop();
  }
};

async function measure(setting: PartSetting, server: BenchPostgres) {
  const milliseconds = setting.quick ? 1_000 : 2_500;
  const hot = await openSite(setting, await server.makeDatabase('hot'), 1);
  const spread = await openSite(setting, await server.makeDatabase('spread'), manyPortfolios);
  const raw = await makeRawBooks(await server.makeDatabase('raw'));
  const results = await runRounds<string, Sample>(setting.quick ? 2 : 4, {
    'hub hot': () => hot.callHub(milliseconds),
    'hub spread': () => spread.callHub(milliseconds),
    'hub one': () => spread.callHub(milliseconds, 1),
    'hub together': () => hot.submitTogether(milliseconds),
    'http hot': () => hot.post(milliseconds),
    'http spread': () => spread.post(milliseconds),
    'http batch': () => hot.postBatches(milliseconds),
    'raw hot': async () => onlySpeed(await raw.callEach(rawCallers, 'hot', milliseconds)),
    'raw spread': async () => onlySpeed(await raw.callEach(rawCallers, 'spread', milliseconds)),
    'raw together': async () => onlySpeed(await raw.callTogether(batchSize, milliseconds)),
  });
  const checks = [
    await hot.close('postgres: one portfolio'),
    await spread.close('postgres: many portfolios'),
  ];
  const bytes = await measureDeposits(await server.makeDatabase('bytes'), setting);
  return {
    figures: [...figuresOf(results), bytes],
    checks,
    notes: [
      `postgres: ${callers} callers, each with one new event at a time; "spread" is over ${manyPortfolios} portfolios. The database alone is called by ${rawCallers} connections, for moves between two of 1,000 accounts; hot is one account that is in every move.`,
      'postgres: PostgreSQL 18 as it is installed, fsync and synchronous_commit on, on the same two processors.',
    ],
  };
}

/** One database with a hub in this process and the built server, both on the same books. */
async function openSite(setting: PartSetting, url: string, portfolios: number) {
  let entries = await prefillPostgres(url, portfolios);
  let first = entries * 10;
  const hub = await openPostgresHub(url);
  const nextKey = createKeySource('random');
  const serve = ['serve', '--port', '0', '--store', url];
  const server = await startServer([join(setting.project, 'bin/fixpoint.js'), ...serve], setting.folder);
  const firstOfNext = (): number => {
    first += 1_000_000;
    return first;
  };
  const count = async <Result>(measured: (hub: BenchHub) => Promise<Result>): Promise<Result> => {
    const before = hub.accepted();
    const result = await measured(hub);
    entries += hub.accepted() - before;
    return result;
  };
  return {
    callHub: async (milliseconds: number, callersNow = callers): Promise<Sample> => {
      const load = { callers: callersNow, milliseconds, portfolios, nextKey, first: firstOfNext() };
      const result: CallersResult = await count((counted) => runCallers(counted, load));
      return { ...noLatency, ...result };
    },
    submitTogether: async (millisecondsMax: number): Promise<Sample> => {
      const load = {
        groupSize: batchSize,
        groupsMax: 10_000,
        millisecondsMax,
        nextKey,
        first: firstOfNext(),
      };
      return { ...noLatency, ...(await count((counted) => submitGroups(counted, load))) };
    },
    post: async (measuredMs: number): Promise<Sample> => {
      const plan = { kind: 'single', portfolios, firstIndex: firstOfNext() } as const;
      const { result, commitsPerOperation } = await load(setting, server, { ...plan, measuredMs });
      entries += result.accepted;
      return { ...result, ...noCpu, operationsPerSecond: result.requestsPerSecond, commitsPerOperation };
    },
    postBatches: async (measuredMs: number): Promise<Sample> => {
      const plan = {
        kind: 'batch',
        connections: batchConnections,
        batchSize,
        firstIndex: firstOfNext(),
      } as const;
      const { result, commitsPerOperation } = await load(setting, server, {
        ...plan,
        measuredMs: measuredMs * 3,
      });
      entries += result.accepted;
      // Requests that take longer than the time that is measured are not counted, so it is three times as long.
      const operationsPerSecond = result.requestsPerSecond * batchSize;
      return { ...result, ...noCpu, operationsPerSecond, commitsPerOperation };
    },
    close: async (what: string): Promise<string> => {
      await hub.close();
      await server.stop();
      return checkPostgresBooks(what, url, entries);
    },
  };
}

const noLatency = { p50Ms: Number.NaN, p99Ms: Number.NaN };
const noCpu = { cpuMicrosecondsPerOperation: Number.NaN };

function onlySpeed(operationsPerSecond: number): Sample {
  return { ...noLatency, ...noCpu, operationsPerSecond, commitsPerOperation: Number.NaN };
}

type Plan = Omit<Parameters<typeof runHttpLoad>[1], 'port' | 'warmUpMs'>;

async function load(
  setting: PartSetting,
  { port, url }: ServerProcess,
  plan: Plan,
): Promise<{ readonly result: HttpLoadResult; readonly commitsPerOperation: number }> {
  const before = await readMetrics(url);
  const result = await runHttpLoad(setting, { ...plan, port, warmUpMs: 400 });
  const after = await readMetrics(url);
  return {
    result,
    commitsPerOperation: (after.commits - before.commits) / (after.commands - before.commands),
  };
}

/** Tables and indexes for a deposit with a random key, with what was there before taken off. */
async function measureDeposits(url: string, { quick }: PartSetting): Promise<Figure> {
  await prefillPostgres(url, 1);
  const before = await measureBytes(url);
  const hub = await openPostgresHub(url);
  const groupsMax = quick ? 5 : 20;
  const load = {
    groupSize: batchSize,
    groupsMax,
    millisecondsMax: 60_000,
    first: 10_000_000,
    mix: 'deposit' as const,
  };
  const { operations } = await submitGroups(hub, { ...load, nextKey: createKeySource('random') });
  await hub.close();
  const samples = [((await measureBytes(url)) - before) / operations];
  return { name: 'postgres: on disk per keyed deposit', unit: 'bytes', samples, target: atMost(12, 450) };
}

function figuresOf(results: Readonly<Record<string, readonly Sample[]>>): readonly Figure[] {
  const of = (name: string, member: keyof Sample = 'operationsPerSecond'): readonly number[] =>
    (results[name] ?? []).map((sample) => sample[member]);
  const figure = (name: string, unit: string, samples: readonly number[], target?: Target): Figure => ({
    name: `postgres: ${name}`,
    unit,
    samples,
    ...(target === undefined ? {} : { target }),
  });
  const ratio = (name: string, above: string, below: string, target?: Target): Figure =>
    figure(name, '×', ratios(of(above), of(below)), target);
  return [
    figure(`hub, ${callers} callers, one portfolio`, 'ops/s', of('hub hot')),
    figure(`hub, ${callers} callers, spread`, 'ops/s', of('hub spread')),
    figure('hub, one caller, spread', 'ops/s', of('hub one')),
    figure(`hub, groups of ${batchSize}, one portfolio`, 'ops/s', of('hub together')),
    figure('HTTP, 64 connections, one portfolio', 'ops/s', of('http hot')),
    figure('HTTP, 64 connections, spread', 'ops/s', of('http spread')),
    figure(`HTTP, batches of ${batchSize}, one portfolio`, 'ops/s', of('http batch')),
    figure(`database alone, one call a move, ${rawCallers} connections, spread`, 'ops/s', of('raw spread')),
    figure(`database alone, one call a move, ${rawCallers} connections, one account`, 'ops/s', of('raw hot')),
    figure(`database alone, ${batchSize} moves a statement`, 'ops/s', of('raw together')),
    figure('processor time of the hub, one portfolio', 'µs/op', of('hub hot', 'cpuMicrosecondsPerOperation')),
    figure('processor time of the hub, spread', 'µs/op', of('hub spread', 'cpuMicrosecondsPerOperation')),
    figure('p50 over HTTP, one portfolio', 'ms', of('http hot', 'p50Ms')),
    figure('p99 over HTTP, one portfolio', 'ms', of('http hot', 'p99Ms')),
    ratio('hub ÷ one call a move, spread', 'hub spread', 'raw spread', atLeast(8, 6)),
    ratio('hub ÷ one call a move, one portfolio or account', 'hub hot', 'raw hot', atLeast(9, 25)),
    ratio('hub, one portfolio ÷ spread', 'hub hot', 'hub spread', atLeast(9, 0.9)),
    ratio('HTTP ÷ one call a move, spread', 'http spread', 'raw spread', atLeast(10, 4)),
    ratio(
      `groups of ${batchSize} ÷ ${batchSize} moves a statement`,
      'hub together',
      'raw together',
      atLeast(7, 0.7),
    ),
    ratio(`HTTP batches ÷ ${batchSize} moves a statement`, 'http batch', 'raw together', atLeast(7, 0.7)),
    ratio('HTTP batches ÷ one caller', 'http batch', 'hub one', atLeast(7, 20)),
    figure(
      'commits per op over HTTP, one portfolio',
      '',
      of('http hot', 'commitsPerOperation'),
      atMost(11, 0.025),
    ),
  ];
}

function atLeast(row: number, value: number): Target {
  return { row, bound: 'at least', value };
}

function atMost(row: number, value: number): Target {
  return { row, bound: 'at most', value };
}
