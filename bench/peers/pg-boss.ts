import pg from 'pg';
import { makeMove, sendMove } from '../stores/raw-postgres.ts';
import { inFlight, loadPeer, type Peer } from './peer.ts';

interface Boss {
  readonly on: (event: 'error', listen: (error: Error) => void) => void;
  readonly start: () => Promise<unknown>;
  readonly createQueue: (name: string) => Promise<void>;
  readonly insert: (jobs: readonly object[]) => Promise<unknown>;
  readonly fetch: (
    name: string,
    options: { readonly batchSize: number },
  ) => Promise<readonly { readonly id: string; readonly data: StoredMove }[]>;
  readonly complete: (name: string, ids: readonly string[]) => Promise<unknown>;
  readonly stop: (options: object) => Promise<void>;
}

type StoredMove = Omit<ReturnType<typeof makeMove>, 'fingerprint'> & { readonly fingerprint: string };
/** A second's work on a fast machine, at most some seconds' on a slow one. */
const jobsPerSecond = 1_500;
const fetchers = 4;
const batchSize = 100;

export const pgBoss: Peer = {
  name: 'pg-boss',
  how: 'jobs whose id is the key, queued before, fetched by the hundred by four and completed together; queueing is not counted',
  measure: async ({ project, url, milliseconds }) => {
    const PgBoss = loadPeer<new (options: object) => Boss>(project, 'pg-boss');
    const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
    boss.on('error', (error) => {
      throw error;
    });
    await boss.start();
    await boss.createQueue('move');
    const jobs = Array.from({ length: (milliseconds / 1_000) * jobsPerSecond }, () => makeMove('spread'));
    await boss.insert(
      jobs.map((move) => ({
        name: 'move',
        id: move.key,
        data: { ...move, fingerprint: move.fingerprint.toString('hex') },
      })),
    );
    const pool = new pg.Pool({ connectionString: url, max: inFlight });
    const started = performance.now();
    await Promise.all(Array.from({ length: fetchers }, () => workOff(boss, pool)));
    const took = performance.now() - started;
    await pool.end();
    await boss.stop({ graceful: false, wait: true });
    return (jobs.length / took) * 1_000;
  },
};

async function workOff(boss: Boss, pool: pg.Pool): Promise<void> {
  for (;;) {
    const jobs = await boss.fetch('move', { batchSize });
    if (jobs.length === 0) return;
    await Promise.all(
      jobs.map(({ data }) => sendMove(pool, { ...data, fingerprint: Buffer.from(data.fingerprint, 'hex') })),
    );
    await boss.complete(
      'move',
      jobs.map(({ id }) => id),
    );
  }
}
