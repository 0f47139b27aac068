/** What the three ways out of review share: finding the held fact, and closing it. */
import {
  type PortfolioView,
  type RefusalOf,
  refuse,
  type SightingDraft,
  type Unchanged,
  unchanged,
} from '../../engine/operation.ts';
import type { Read } from '../../engine/store-protocol.ts';
import type { Sighting } from '../../engine/sighting.ts';
import { textField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import type { Fact } from '../../ledger/fact.ts';
import { decodeFact } from '../../ledger/fact-codec.ts';
import { deriveIdentity } from '../../ledger/identity.ts';
import { isJsonObject, type JsonObject } from '../../ledger/json-value.ts';
import type { Telling } from './fact-review.ts';

export const reviewFields = {
  review: textField('The held fact', { lengthMax: 64, placeholder: 'REVIEW' }),
  note: optional(textField('Why', { lengthMax: 500, multiline: true })),
};

/** How a review ends by a person's hand. */
export type ReviewEnd = 'accepted' | 'linked' | 'dismissed';

export interface OpenReview {
  readonly kind: 'open';
  readonly id: string;
  readonly record: JsonObject;
  readonly telling: Telling;
  readonly fact: Fact | undefined;
  readonly earlier: readonly Sighting[];
}

export function* readReview(id: string, view: PortfolioView): Iterable<Read> {
  yield { kind: 'record', record: 'review', id };
  const telling = tellingOf(view.get({ kind: 'record', record: 'review', id }));
  if (telling !== undefined) yield { kind: 'sighting', source: telling.source, sourceId: telling.sourceId };
}

/** The open review, or the answer to somebody who comes too late. */
export function findReview(
  id: string,
  end: ReviewEnd,
  view: PortfolioView,
): OpenReview | Unchanged | RefusalOf<'review_not_found' | 'already_resolved'> {
  const record = view.get({ kind: 'record', record: 'review', id });
  const telling = tellingOf(record);
  if (record === undefined || telling === undefined) {
    return refuse('review_not_found', `There is no held fact ${id} in ${view.name}.`, { review: id });
  }
  const { state } = record;
  if (state === end) return unchanged(`already_${end}`, { review_id: id });
  if (state !== 'open') {
    const message = `${id} was ${JSON.stringify(state ?? null)} before. Nothing was changed.`;
    return refuse('already_resolved', message, { review: id, state: state ?? null });
  }
  const data = record['fact'];
  const fact = data !== undefined && isJsonObject(data) ? decodeFact(data) : undefined;
  const earlier = view.get({ kind: 'sighting', source: telling.source, sourceId: telling.sourceId });
  return { kind: 'open', id, record, telling, fact, earlier };
}

/** The sighting that takes the held one's place. */
export function resolvedSighting(
  { telling, fact, earlier }: OpenReview,
  state: Sighting['state'],
  entry: SightingDraft['entry'],
): SightingDraft {
  return {
    ...telling,
    revision: earlier.length,
    generation: earlier.at(-1)?.generation ?? 0,
    state,
    identity: fact === undefined ? undefined : deriveIdentity(fact),
    entry,
  };
}

function tellingOf(record: JsonObject | undefined): Telling | undefined {
  const [source, sourceId, told] = [record?.['source'], record?.['source_id'], record?.['told']];
  if (typeof source !== 'string' || typeof sourceId !== 'string' || told === undefined) return undefined;
  return isJsonObject(told) ? { source, sourceId, told } : undefined;
}
