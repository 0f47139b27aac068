import type { Identity } from '../ledger/identity.ts';
import type { JsonObject } from '../ledger/json-value.ts';

export const sightingStates = ['booked', 'matched', 'held', 'withdrawn', 'dismissed'] as const;
/**
 * - `booked`: this sighting brought the entry it names.
 * - `matched`: the entry was there already; this source has told of it too.
 * - `held`: waits in review.
 * - `withdrawn`: the source took it back, possibly before it was told.
 * - `dismissed`: a person decided that it is not to be booked.
 */
export type SightingState = (typeof sightingStates)[number];

/** What one source told about one event. Rows are only added; the one with the highest revision is in force. */
export interface Sighting {
  readonly source: string;
  readonly sourceId: string;
  /** 0, 1, 2… in the order in which rows about this source id were added. */
  readonly revision: number;
  /** Raised when a person has a reversed fact booked again. */
  readonly generation: number;
  readonly state: SightingState;
  readonly seq: number | undefined;
  readonly identity: Identity | undefined;
  /** The content as told, and the fact that was read from it. */
  readonly told: JsonObject;
  readonly at: string;
  /** The entry that the row before this one named, when this row names another. Not stored. */
  readonly leaves?: number;
}

/** Where a page of sightings begins: after this one, in the order of source, id and revision. */
export interface SightingPlace {
  readonly source: string;
  readonly sourceId: string;
  readonly revision: number;
}
