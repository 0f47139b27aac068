/**
 * Facts that cannot be booked without a person: kept whole in review, with why, until somebody accepts, links or
 * dismisses them.
 */
import { createHash } from 'node:crypto';
import { accept, type Acceptance, type Given, type SightingDraft } from '../../engine/operation.ts';
import type { Candidate, Sighting } from '../../engine/store-protocol.ts';
import { type RecordChange, toEntryId } from '../../ledger/entry.ts';
import type { Fact } from '../../ledger/fact.ts';
import { encodeFact } from '../../ledger/fact-codec.ts';
import { deriveIdentity } from '../../ledger/identity.ts';
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
  const records: RecordChange[] = [{ kind: 'review', id: reviewId, value: review }];
  if (hold.reason === 'pending' && hold.fact !== undefined) {
    records.push({
      kind: 'pending',
      id: namePending(hold.source, hold.fact),
      value: { review_id: reviewId },
    });
  }
  return accept([], {
    status: 'held',
    reviewId,
    sightings: [sighting],
    records,
    result: { reason: hold.reason, candidates: review['candidates'] ?? [] },
  });
}

/** Under which a settled fact finds the pending one it settles: everything but the date and the source's id. */
export function namePending(source: string, fact: Fact): string {
  const { date: _date, instant: _instant, ...rest } = encodeFact(fact);
  return JSON.stringify([source, rest]);
}
