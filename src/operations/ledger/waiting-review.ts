/**
 * Held facts that wait in review, and how they leave it. A pending row waits for the row of the same source that posts
 * it, and is found by its content: everything but the date and the source's id. Of equal ones the one that has waited
 * longest is settled first.
 */
import type { PortfolioView } from '../../engine/operation.ts';
import type { Read } from '../../engine/store-protocol.ts';
import type { RecordChange } from '../../ledger/entry.ts';
import type { Fact } from '../../ledger/fact.ts';
import { decodeFact, encodeFact } from '../../ledger/fact-codec.ts';
import { isJsonArray, isJsonObject, type JsonObject } from '../../ledger/json-value.ts';

/**
 * How a review ends. By a person: `accepted`, `linked` or `dismissed`. By its source: `settled` when a pending row was
 * posted, `withdrawn` when it was taken back, `replaced` when it was told differently and waits under another review.
 */
export type ReviewState = 'accepted' | 'linked' | 'dismissed' | 'settled' | 'withdrawn' | 'replaced';

export function pendingRead(source: string, fact: Fact) {
  return { kind: 'record', record: 'pending', id: nameContent(source, fact) } as const satisfies Read;
}

/** The reviews of pending rows that this fact may post, the one that has waited longest first. */
export function findWaiting(source: string, fact: Fact, view: PortfolioView): readonly string[] {
  const ids = view.get(pendingRead(source, fact))?.['review_ids'];
  return ids !== undefined && isJsonArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** A pending row begins to wait, at the end of those that are equal to it. `replaced` waits no longer. */
export function startWaiting(
  { source, fact, id }: { readonly source: string; readonly fact: Fact; readonly id: string },
  replaced: string | undefined,
  view: PortfolioView,
): RecordChange {
  const others = findWaiting(source, fact, view).filter((other) => other !== id && other !== replaced);
  return changeWaiting(source, fact, [...others, id]);
}

/** The records that say how a review ended. Nothing when there is no such review, or when it ended before. */
export function endReview(id: string, state: ReviewState, view: PortfolioView): readonly RecordChange[] {
  const review = view.get({ kind: 'record', record: 'review', id });
  if (review === undefined || review['state'] !== 'open') return [];
  return [{ kind: 'review', id, value: { ...review, state } }, ...stopWaiting(id, review, view)];
}

function stopWaiting(id: string, review: JsonObject, view: PortfolioView): readonly RecordChange[] {
  const { reason, source, fact: data } = review;
  if (reason !== 'pending' || typeof source !== 'string' || data === undefined) return [];
  const fact = isJsonObject(data) ? decodeFact(data) : undefined;
  if (fact === undefined) return [];
  const left = findWaiting(source, fact, view).filter((other) => other !== id);
  return [changeWaiting(source, fact, left)];
}

function changeWaiting(source: string, fact: Fact, ids: readonly string[]): RecordChange {
  const value = ids.length === 0 ? null : { review_ids: ids };
  return { kind: 'pending', id: nameContent(source, fact), value };
}

function nameContent(source: string, fact: Fact): string {
  const { date: _date, instant: _instant, ...rest } = encodeFact(fact);
  return JSON.stringify([source, rest]);
}
