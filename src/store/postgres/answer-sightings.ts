import type { Sighting, SightingState } from '../../engine/sighting.ts';
import { unpackJson } from '../codec-value.ts';
import { unpackIdentity, unpackInstant } from './codec.ts';

export interface SightingRow {
  readonly source: string;
  readonly source_id: string;
  readonly revision: number;
  readonly generation: number;
  readonly state: SightingState;
  readonly seq: number | null;
  readonly identity: Buffer | null;
  readonly told: string;
  readonly at: string;
}

/** For a statement that has `sighting AS s`. */
export const sightingColumns =
  's.source, s.source_id, s.revision, s.generation, s.state, s.seq, s.identity, s.told, s.at';

/** No later row about the same source id: the one whose word counts. */
export const inForce = `
  NOT EXISTS (
    SELECT FROM fixpoint.sighting AS later
    WHERE later.portfolio = s.portfolio AND later.source = s.source AND later.source_id = s.source_id
      AND later.revision > s.revision
  )`;

/** Sources that have told of `entry AS e` and not taken it back. */
export const claimsOf = `ARRAY(
    SELECT DISTINCT s.source FROM fixpoint.sighting AS s
    WHERE s.portfolio = e.portfolio AND s.seq = e.seq AND s.state IN ('booked', 'matched') AND ${inForce}
    ORDER BY s.source
  ) AS claims`;

export function unpackSighting(row: SightingRow): Sighting {
  return {
    source: row.source,
    sourceId: row.source_id,
    revision: row.revision,
    generation: row.generation,
    state: row.state,
    seq: row.seq ?? undefined,
    identity: row.identity === null ? undefined : unpackIdentity(row.identity),
    told: unpackJson(row.told),
    at: unpackInstant(row.at),
  };
}
