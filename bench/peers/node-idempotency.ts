import pg from 'pg';
import { makeMove, sendMove } from '../stores/raw-postgres.ts';
import { countUntil } from './count-until.ts';
import { inFlight, loadPeer, type Peer } from './peer.ts';

interface Guard {
  readonly onRequest: (request: object) => Promise<object | undefined>;
  readonly onResponse: (request: object, response: object) => Promise<void>;
}

export const nodeIdempotency: Peer = {
  name: '@node-idempotency',
  how: 'around a call of the move; its keys are in the memory of the process, so they do not outlive it (there is no Redis here)',
  measure: async ({ project, url, milliseconds }) => {
    const { Idempotency } = loadPeer<{ readonly Idempotency: new (storage: unknown) => Guard }>(
      project,
      '@node-idempotency/core',
    );
    const { MemoryStorageAdapter } = loadPeer<{ readonly MemoryStorageAdapter: new () => unknown }>(
      project,
      '@node-idempotency/storage-adapter-memory',
    );
    const guard = new Idempotency(new MemoryStorageAdapter());
    const pool = new pg.Pool({ connectionString: url, max: inFlight });
    const speed = await countUntil(milliseconds, async () => {
      const move = makeMove('spread');
      const { payer, payee, moved } = move;
      const headers = { 'Idempotency-Key': move.key };
      const request = { headers, path: '/move', method: 'POST', body: { payer, payee, moved } };
      if ((await guard.onRequest(request)) !== undefined) return;
      await sendMove(pool, move);
      await guard.onResponse(request, { body: { booked: true } });
    });
    await pool.end();
    return speed;
  },
};
