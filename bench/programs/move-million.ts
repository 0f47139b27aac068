// Moves a large store to PostgreSQL and back with the real program, killing it with SIGKILL half-way each time.
//
//   npx tsx bench/programs/move-million.ts [--entries 1000000] [--backup]
//
// Needs `node scripts/build.js` before. Prints what each step took and fails when the journals end differently.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openTransferSource } from '../../src/app/open-transfer.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { fillStore } from '../stores/fill-store.ts';

const { values } = parseArgs({
  options: { entries: { type: 'string', default: '1000000' }, backup: { type: 'boolean' } },
});
const entries = Number(values.entries);
/** How often the progress of a move is looked at. */
const pollMs = 100;
const program = fileURLToPath(new URL('../../bin/fixpoint.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fixpoint-move-'));
const server = await startPostgres();

try {
  const url = `${server.address}/books`;
  await query(`${server.address}/postgres`, 'CREATE DATABASE books');
  const first = join(folder, 'first.db');
  await timed(`fill ${entries} entries`, () => fillStore(first, { entries, secondsMax: 600 }));
  const heads = await headsOf(`sqlite:${first}`);
  const bytes = statSync(first).size;
  say(`SQLite: ${bytes} bytes, ${(bytes / entries).toFixed(0)} per entry`);

  await killHalfWay('to PostgreSQL', `sqlite:${first}`, url, () => placeInPostgres(url));
  await timed('to PostgreSQL, the rest', () => run('store', 'move', `sqlite:${first}`, url));
  const [size] = await query<{ readonly bytes: string }>(
    url,
    "SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE nspname = 'fixpoint' AND relkind = 'r'",
  );
  say(`PostgreSQL: ${size?.bytes} bytes, ${(Number(size?.bytes) / entries).toFixed(0)} per entry`);

  const back = join(folder, 'back.db');
  await killHalfWay('back to SQLite', url, `sqlite:${back}`, () => placeInSqlite(back));
  await timed('back to SQLite, the rest', () => run('store', 'move', url, `sqlite:${back}`));

  const settings = [url, `sqlite:${back}`];
  if (values.backup === true) {
    const copy = join(folder, 'copy.db');
    await timed('backup of SQLite', () => run('backup', copy, '--store', `sqlite:${back}`));
    settings.push(`sqlite:${copy}`);
  }
  for (const setting of settings) {
    const found = await headsOf(setting);
    if (found !== heads) throw new Error(`${setting} ends with ${found} and not with ${heads}`);
  }
  say(`identical everywhere: ${heads}`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}

/** Ends when the journal stands half-way, killed. */
async function killHalfWay(
  name: string,
  from: string,
  to: string,
  place: () => Promise<number> | number,
): Promise<void> {
  const started = performance.now();
  const child = spawn(process.execPath, [program, 'store', 'move', from, to], { stdio: 'inherit' });
  let peak: number | undefined;
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.on('exit', (_, signal) => resolve(signal)),
  );
  for (;;) {
    const reached = await place();
    peak = peakMebibytes(child) ?? peak;
    if (reached >= entries / 2) {
      child.kill('SIGKILL');
      const signal = await ended;
      if (signal !== 'SIGKILL') throw new Error(`${name}: it was not killed`);
      say(`${name}: killed at entry ${reached} after ${seconds(started)} s, ${peak ?? '?'} MiB`);
      return;
    }
    if (child.exitCode !== null) throw new Error(`${name}: it ended by itself, before it could be killed`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function placeInPostgres(url: string): Promise<number> {
  const rows = await query<{ readonly place: string }>(
    url,
    "SELECT place FROM fixpoint.move_progress WHERE part LIKE 'entry %'",
  ).catch(() => []);
  return readPlace(rows[0]?.place);
}

function placeInSqlite(path: string): number {
  try {
    const db = new (loadDriver())(path, { readonly: true, fileMustExist: true });
    try {
      const row = db
        .prepare<[], { readonly place: string }>("SELECT place FROM move_progress WHERE part LIKE 'entry %'")
        .get();
      return readPlace(row?.place);
    } finally {
      db.close();
    }
  } catch {
    return 0; // not there yet
  }
}

function readPlace(text: string | undefined): number {
  const place: unknown = text === undefined ? [0] : JSON.parse(text);
  return Array.isArray(place) ? Number(place[0]) : 0;
}

async function run(...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
  let peak: number | undefined;
  const watch = setInterval(() => {
    peak = peakMebibytes(child) ?? peak;
  }, pollMs);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(watch);
  say(`  at most ${peak ?? '?'} MiB of memory`);
  if (code !== 0) throw new Error(`fixpoint ${args.join(' ')} ended with ${String(code)}`);
}

/** The most memory that the process had so far; undefined when it is gone. */
function peakMebibytes({ pid }: ChildProcess): number | undefined {
  try {
    const kibibytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Math.round(Number(kibibytes) / 1024);
  } catch {
    return undefined;
  }
}

async function headsOf(setting: string): Promise<string> {
  const source = await openTransferSource(setting);
  try {
    return (await source.portfolios()).map(({ name, seq, head }) => `${name} ${seq} ${head}`).join(', ');
  } finally {
    await source.close();
  }
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<readonly Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function timed(name: string, act: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await act();
  say(`${name}: ${seconds(started)} s`);
}

function seconds(started: number): string {
  return ((performance.now() - started) / 1_000).toFixed(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
