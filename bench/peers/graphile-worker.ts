import pg from 'pg';
import { makeMove, sendMove } from '../stores/raw-postgres.ts';
import { inFlight, loadPeer, type Peer } from './peer.ts';

interface GraphileWorker {
  readonly makeWorkerUtils: (options: object) => Promise<{
    readonly migrate: () => Promise<void>;
    readonly addJobs: (jobs: readonly object[]) => Promise<unknown>;
    readonly release: () => Promise<void>;
  }>;
  readonly run: (options: object) => Promise<{ readonly stop: () => Promise<void> }>;
  readonly Logger: new (factory: () => () => void) => unknown;
}

type Move = ReturnType<typeof makeMove>;
/** A second's work on a fast machine, at most some seconds' on a slow one. */
const jobsPerSecond = 1_000;

export const graphileWorker: Peer = {
  name: 'graphile-worker',
  how: 'jobs with a job key, queued before and worked off 32 at once; queueing is not counted',
  measure: async ({ project, url, milliseconds }) => {
    const { makeWorkerUtils, run, Logger } = loadPeer<GraphileWorker>(project, 'graphile-worker');
    const pgPool = new pg.Pool({ connectionString: url, max: inFlight + 4 });
    const logger = new Logger(() => () => undefined);
    const tools = await makeWorkerUtils({ pgPool, logger });
    await tools.migrate();
    const moves = Array.from({ length: (milliseconds / 1_000) * jobsPerSecond }, () => makeMove('spread'));
    await tools.addJobs(
      moves.map((move) => ({
        identifier: 'move',
        payload: { ...move, fingerprint: move.fingerprint.toString('hex') },
        jobKey: move.key,
      })),
    );
    let done = 0;
    let started = Number.NaN;
    const finished = new Promise<number>((resolve) => {
      const move = async (
        payload: Omit<Move, 'fingerprint'> & { readonly fingerprint: string },
      ): Promise<void> => {
        if (Number.isNaN(started)) started = performance.now();
        await sendMove(pgPool, { ...payload, fingerprint: Buffer.from(payload.fingerprint, 'hex') });
        done += 1;
        if (done === moves.length) resolve(performance.now() - started);
      };
      void run({ pgPool, logger, concurrency: inFlight, taskList: { move }, noHandleSignals: true }).then(
        (runner) => finished.then(() => runner.stop()),
      );
    });
    const took = await finished;
    await tools.release();
    return (moves.length / took) * 1_000;
  },
};
