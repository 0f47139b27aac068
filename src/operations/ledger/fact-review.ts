/**
 * Facts that cannot be booked without a person: kept whole in review, with why, until somebody accepts, links or
 * dismisses them.
 */
import { createHash } from 'node:crypto';
import {
  accept,
  type Acceptance,
  type Given,
  type SightingDraft,
  type Unchanged,
  unchanged,
} from '../../engine/operation.ts';
import type { Candidate } from '../../engine/store-protocol.ts';
import type { Sighting } from '../../engine/sighting.ts';
import { type Entry, toEntryId } from '../../ledger/entry.ts';
import type { Fact } from '../../ledger/fact.ts';
import { encodeFact } from '../../ledger/fact-codec.ts';
import { deriveIdentity, type Identity } from '../../ledger/identity.ts';
import type { JsonObject } from '../../ledger/json-value.ts';

export const holdReasons = [
  'near_match',
  'changed_at_source',
  'was_reversed',
  'incomplete',
  'pending',
] as const;
/**
 * - `near_match`: another source told of nearly the same event.
 * - `changed_at_source`: the same source id now tells something else.
 * - `was_reversed`: it was booked and then reversed here.
 * - `incomplete`: a part without which it cannot be booked is missing.
 * - `pending`: the source has not settled it yet.
 */
export type HoldReason = (typeof holdReasons)[number];

/** What one source tells about one event. */
export interface Telling {
  readonly source: string;
  readonly sourceId: string;
  /** The content as told, without notes; a later difference is a change at the source. */
  readonly told: JsonObject;
}

export interface Hold extends Telling {
  readonly reason: HoldReason;
  /** What was read from it; absent when it is incomplete. */
  readonly fact?: Fact;
  readonly known?: JsonObject;
  readonly missing?: readonly string[];
  readonly candidates?: readonly Candidate[];
  /** By what the entry was taken back to which this telling led before. */
  readonly reversal?: Entry;
  readonly funding?: 'cash' | 'external';
}

/** A review's name, the same however often the same telling arrives. */
export function deriveReviewId({ source, sourceId }: Telling, revision: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([1, source, sourceId, revision]))
    .digest('hex');
  return `rev_${digest.slice(0, 12)}`;
}

export function holdFact(hold: Hold, earlier: readonly Sighting[], given: Given, seq?: number): Acceptance {
  const revision = earlier.length;
  const reviewId = deriveReviewId(hold, revision);
  const identity = hold.fact === undefined ? undefined : deriveIdentity(hold.fact);
  const reversal: JsonObject =
    hold.reversal === undefined
      ? {}
      : { reversed_by: toEntryId(hold.reversal.seq), reversed_at: hold.reversal.recordedAt };
  const review: JsonObject = {
    state: 'open',
    reason: hold.reason,
    source: hold.source,
    source_id: hold.sourceId,
    revision,
    told: hold.told,
    ...(hold.fact === undefined ? { known: hold.known ?? {} } : { fact: encodeFact(hold.fact) }),
    ...(hold.missing === undefined ? {} : { missing: hold.missing }),
    ...(hold.funding === 'external' ? { funding: 'external' } : {}),
    ...(seq === undefined ? {} : { entry_id: toEntryId(seq) }),
    ...reversal,
    candidates: (hold.candidates ?? []).map(({ entry }) => toEntryId(entry.seq)),
    held_at: given.at,
    ...(given.importId === undefined ? {} : { import_id: given.importId }),
  };
  const sighting: SightingDraft = {
    source: hold.source,
    sourceId: hold.sourceId,
    revision,
    generation: earlier.at(-1)?.generation ?? 0,
    state: 'held',
    identity,
    told: hold.told,
    entry: seq === undefined ? undefined : { seq },
  };
  return accept([], {
    status: 'held',
    reviewId,
    sightings: [sighting],
    records: [{ kind: 'review', id: reviewId, value: review }],
    result: { reason: hold.reason, candidates: review['candidates'] ?? [], ...reversal },
  });
}

/** The source took it back, perhaps before it told of it. Its content is kept; nothing is booked or held. */
export function meetWithdrawn(
  telling: Telling,
  identity: Identity | undefined,
  earlier: readonly Sighting[],
  last: Sighting,
): Acceptance | Unchanged {
  if (Object.keys(last.told).length > 0) return unchanged('withdrawn_at_source', {});
  const { generation } = last;
  return accept([], {
    status: 'matched',
    result: { withdrawn_at_source: true },
    sightings: [
      { ...telling, revision: earlier.length, generation, state: 'withdrawn', identity, entry: undefined },
    ],
  });
}
