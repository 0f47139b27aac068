/** Whether a commit that was answered survives the loss of the server, as far as its settings tell. */
import type pg from 'pg';
import type { PostgresTarget } from './connection-string.ts';
import { toFault } from './postgres-fault.ts';
import { PrimaryPool } from './primary-pool.ts';

export interface ReplicationState {
  /**
   * - `synchronous`: a standby that is there now has each commit before it is answered.
   * - `waiting`: standbys are named, but none of them is there, so the next commit waits.
   * - `asynchronous`: what the standbys do not have yet is lost with the server.
   */
  readonly kind: 'synchronous' | 'waiting' | 'asynchronous';
  /** Standbys that commits wait for at the moment. */
  readonly standbys: number;
}

/** Asks the server that takes writes. Throws a `Fault` when it cannot be reached. */
export async function readReplication(target: PostgresTarget): Promise<ReplicationState> {
  const pool = new PrimaryPool(target);
  try {
    const client = await pool.acquire();
    try {
      return await readReplicationFrom(client);
    } finally {
      client.release();
    }
  } catch (error) {
    throw toFault(error, target.name);
  } finally {
    await pool.close();
  }
}

/** The same on a connection that is there. */
export async function readReplicationFrom(client: pg.ClientBase): Promise<ReplicationState> {
  const { rows } = await client.query<{ readonly named: string; readonly standbys: number }>(
    `SELECT current_setting('synchronous_standby_names') AS named, count(*)::integer AS standbys
     FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')`,
  );
  const { named = '', standbys = 0 } = rows[0] ?? {};
  if (named.trim() === '') return { kind: 'asynchronous', standbys: 0 };
  return { kind: standbys > 0 ? 'synchronous' : 'waiting', standbys };
}
