import pg from 'pg';
import { makeMove, sendMove } from '../stores/raw-postgres.ts';
import { inFlight, loadPeer, type Peer } from './peer.ts';
import { countUntil } from './count-until.ts';

interface Dbos {
  readonly setConfig: (config: object) => void;
  readonly registerWorkflow: <Given, Result>(
    workflow: (given: Given) => Promise<Result>,
    options: { readonly name: string },
  ) => (given: Given) => Promise<Result>;
  readonly runStep: <Result>(
    step: () => Promise<Result>,
    options: { readonly name: string },
  ) => Promise<Result>;
  readonly startWorkflow: <Given, Result>(
    workflow: (given: Given) => Promise<Result>,
    options: { readonly workflowID: string },
  ) => (given: Given) => Promise<{ readonly getResult: () => Promise<Result> }>;
  readonly launch: () => Promise<void>;
  readonly shutdown: () => Promise<void>;
}

export const dbos: Peer = {
  name: 'DBOS',
  how: 'a workflow whose id is the key, with one step that calls the move',
  measure: async ({ project, url, milliseconds }) => {
    const { DBOS } = loadPeer<{ readonly DBOS: Dbos }>(project, '@dbos-inc/dbos-sdk');
    const pool = new pg.Pool({ connectionString: url, max: inFlight });
    DBOS.setConfig({
      name: 'bench',
      systemDatabaseUrl: `${url}_dbos`,
      runAdminServer: false,
      logLevel: 'error',
    });
    const workflow = DBOS.registerWorkflow(
      async (move: ReturnType<typeof makeMove>) =>
        DBOS.runStep(
          async () => {
            await sendMove(pool, { ...move, fingerprint: Buffer.from(move.fingerprint) });
          },
          { name: 'move' },
        ),
      { name: 'book' },
    );
    await DBOS.launch();
    const speed = await countUntil(milliseconds, async () => {
      const move = makeMove('spread');
      const handle = await DBOS.startWorkflow(workflow, { workflowID: move.key })(move);
      await handle.getResult();
    });
    await DBOS.shutdown();
    await pool.end();
    return speed;
  },
};
