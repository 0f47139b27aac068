import pg from 'pg';
import { makeMove, sendMove } from '../stores/raw-postgres.ts';
import { countUntil } from './count-until.ts';
import { inFlight, loadPeer, type Peer } from './peer.ts';

type Move = ReturnType<typeof makeMove>;

interface Powertools {
  readonly makeIdempotent: (
    work: (move: Move) => Promise<{ readonly booked: boolean }>,
    options: { readonly persistenceStore: unknown },
  ) => (move: Move) => Promise<unknown>;
}

export const powertools: Peer = {
  name: 'AWS Powertools',
  how: 'makeIdempotent around a call of the move; its cache layer on a map in memory, so keys do not outlive the process (there is no Redis here)',
  measure: async ({ project, url, milliseconds }) => {
    const { makeIdempotent } = loadPeer<Powertools>(project, '@aws-lambda-powertools/idempotency');
    const { CachePersistenceLayer } = loadPeer<{
      readonly CachePersistenceLayer: new (options: object) => unknown;
    }>(project, '@aws-lambda-powertools/idempotency/cache');
    const pool = new pg.Pool({ connectionString: url, max: inFlight });
    const work = async (move: Move) => {
      await sendMove(pool, move);
      return { booked: true };
    };
    const persistenceStore = new CachePersistenceLayer({ client: makeCache() });
    const book = makeIdempotent(work, { persistenceStore });
    process.env['AWS_LAMBDA_FUNCTION_NAME'] = 'bench';
    const speed = await countUntil(milliseconds, async () => {
      await book(makeMove('spread'));
    });
    await pool.end();
    return speed;
  },
};

/** As much of a Redis client as the layer uses. */
function makeCache() {
  const kept = new Map<string, string>();
  return {
    get: (key: string) => Promise.resolve(kept.get(key) ?? null),
    set: (key: string, value: string, { NX = false }: { readonly NX?: boolean } = {}) => {
      if (NX && kept.has(key)) return Promise.resolve(null);
      kept.set(key, value);
      return Promise.resolve('OK');
    },
    del: (keys: readonly string[]) => Promise.resolve([keys].flat().filter((key) => kept.delete(key)).length),
  };
}
