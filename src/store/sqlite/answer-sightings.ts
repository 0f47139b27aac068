import type Database from 'better-sqlite3';
import type { Sighting, SightingPlace, SightingState } from '../../engine/sighting.ts';
import { type Packed, unpackIdentity, unpackInstant, unpackJson } from './codec.ts';
import { prepareOnce } from './prepare-once.ts';

interface SightingRow {
  readonly source: string;
  readonly source_id: string;
  readonly revision: number;
  readonly generation: number;
  readonly state: SightingState;
  readonly seq: number | null;
  readonly identity: Packed | null;
  readonly told: string;
  readonly at: number | string;
}

const sightingColumns =
  's.source AS source, s.source_id AS source_id, s.revision AS revision, s.generation AS generation, ' +
  's.state AS state, s.seq AS seq, s.identity AS identity, s.told AS told, s.at AS at';

/** No later row about the same source id: the one whose word counts. */
const inForce = `
  NOT EXISTS (
    SELECT 1 FROM sighting AS later
    WHERE later.portfolio = s.portfolio AND later.source = s.source AND later.source_id = s.source_id
      AND later.revision > s.revision
  )`;

// The index is named where the planner would otherwise walk all sightings to have a few in order without sorting them.
export function answerSightings(db: Database.Database) {
  const selectRows = prepareOnce<[number, string, string], SightingRow>(
    db,
    `SELECT ${sightingColumns} FROM sighting AS s
     WHERE s.portfolio = ? AND s.source = ? AND s.source_id = ? ORDER BY s.revision`,
  );
  const selectOfEntry = prepareOnce<[number, number], SightingRow>(
    db,
    `SELECT ${sightingColumns} FROM sighting AS s INDEXED BY sighting_entry
     WHERE s.portfolio = ? AND s.seq = ? AND ${inForce} ORDER BY s.source, s.source_id`,
  );
  const selectClaims = prepareOnce<[number, number], { readonly source: string }>(
    db,
    `SELECT DISTINCT s.source AS source FROM sighting AS s INDEXED BY sighting_entry
     WHERE s.portfolio = ? AND s.seq = ? AND s.state IN ('booked', 'matched') AND ${inForce} ORDER BY s.source`,
  );
  const selectAfter = prepareOnce<[number, string, string, number, number], SightingRow>(
    db,
    `SELECT ${sightingColumns} FROM sighting AS s
     WHERE s.portfolio = ? AND (s.source, s.source_id, s.revision) > (?, ?, ?)
     ORDER BY s.source, s.source_id, s.revision LIMIT ?`,
  );

  return {
    sighting: (portfolio: number, source: string, sourceId: string): readonly Sighting[] =>
      selectRows().all(portfolio, source, sourceId).map(unpackSighting),
    ofEntry: (portfolio: number, seq: number): readonly Sighting[] =>
      selectOfEntry().all(portfolio, seq).map(unpackSighting),
    claimsOn: (portfolio: number, seq: number): readonly string[] =>
      selectClaims()
        .all(portfolio, seq)
        .map(({ source }) => source),
    after: (portfolio: number, place: SightingPlace, limit: number): readonly Sighting[] =>
      selectAfter().all(portfolio, place.source, place.sourceId, place.revision, limit).map(unpackSighting),
  };
}

function unpackSighting(row: SightingRow): Sighting {
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
