/**
 * Facts meet entries, in three steps. (1) This source told of this id before: nothing, or a change to be reviewed.
 * (2) A live entry is the same event and this source has not claimed it: the sighting is linked to it. (3) Otherwise
 * it is booked, unless another source told of nearly the same, or of the same event with another effect on units (a
 * dividend reinvested or not, a split with or without cash for the fraction): then a person decides.
 */
import {
  accept,
  type Acceptance,
  type Decision,
  type Given,
  type PortfolioView,
  unchanged,
} from '../../engine/operation.ts';
import type { Candidate, Read } from '../../engine/store-protocol.ts';
import type { Sighting } from '../../engine/sighting.ts';
import { draftEntry } from '../../ledger/draft-entry.ts';
import { type Entry, type EntryDraft, type EntryFlag, toEntryId } from '../../ledger/entry.ts';
import type { Fact } from '../../ledger/fact.ts';
import { detailsOfFact } from '../../ledger/entry-details.ts';
import { deriveIdentity } from '../../ledger/identity.ts';
import { isJsonObject, toCanonicalJson } from '../../ledger/json-value.ts';
import { readDraft } from './book-event.ts';
import { findCashShortfall } from './check-cash.ts';
import { findUnitsShortfall } from './check-units.ts';
import { findEquals, findNear, findSame, matchesOf, nearOf } from './fact-candidates.ts';
import { deriveReviewId, holdFact, meetWithdrawn, type Telling } from './fact-review.ts';
import { readDetails, settleDetails } from './settle-details.ts';
import { flagPriceMismatch } from './trade-fact.ts';
import { endReview, findWaiting, pendingRead } from './waiting-review.ts';

export interface FactOptions {
  readonly funding: 'cash' | 'external';
  /** Book again what was reversed here. */
  readonly rebook: boolean;
}

export function* readFact(
  fact: Fact,
  telling: Telling,
  options: FactOptions,
  view: PortfolioView,
): Iterable<Read> {
  yield { kind: 'sighting', source: telling.source, sourceId: telling.sourceId };
  yield matchesOf(fact);
  yield pendingRead(telling.source, fact);
  if (fact.kind === 'trade') yield nearOf(fact);
  const draft = draftEntry(fact, options.funding);
  yield* readDraft(draft);
  yield* readDetails(draft, view, telling.source);
}

export function bookFact(
  fact: Fact,
  telling: Telling,
  view: PortfolioView,
  given: Given,
  options: FactOptions,
): Decision<never> {
  return settleDetails(meetEntries(fact, telling, view, given, options), view, detailsOfFact(fact));
}

function meetEntries(
  fact: Fact,
  telling: Telling,
  view: PortfolioView,
  given: Given,
  options: FactOptions,
): Decision<never> {
  const { source, sourceId } = telling;
  const earlier = view.get({ kind: 'sighting', source, sourceId });
  const last = earlier.at(-1);
  if (last !== undefined) return meetAgain(fact, telling, view, given, options, earlier, last);
  const equals = findEquals(fact, source, view);
  const same = findSame(fact, equals);
  if (same !== undefined) return settlePending(linkFact(fact, telling, same), fact, telling, view);
  const near = fact.kind === 'trade' ? findNear(fact, source, view) : equals;
  if (near.length > 0) {
    return holdFact(
      { ...telling, reason: 'near_match', fact, candidates: near, funding: options.funding },
      [],
      given,
    );
  }
  return settlePending(bookNew(fact, telling, view, given, options, earlier, 0), fact, telling, view);
}

/** Books the fact as a new entry, in spite of whatever it resembles. */
export function bookNew(
  fact: Fact,
  telling: Telling,
  view: PortfolioView,
  given: Given,
  options: Pick<FactOptions, 'funding'>,
  earlier: readonly Sighting[],
  generation: number,
): Acceptance {
  const draft = draftEntry(fact, options.funding);
  return accept([{ ...draft, flags: flagsOf(fact, draft, view, given) }], {
    sightings: [
      {
        source: telling.source,
        sourceId: telling.sourceId,
        revision: earlier.length,
        generation,
        state: 'booked',
        identity: deriveIdentity(fact),
        told: telling.told,
        entry: { drafted: 0 },
      },
    ],
  });
}

/** Step 1: the same source and id. */
function meetAgain(
  fact: Fact,
  telling: Telling,
  view: PortfolioView,
  given: Given,
  options: FactOptions,
  earlier: readonly Sighting[],
  last: Sighting,
): Decision<never> {
  if (last.state === 'withdrawn') return meetWithdrawn(telling, deriveIdentity(fact), earlier, last);
  const held = last.state === 'held' ? deriveReviewId(telling, last.revision) : undefined;
  if (held !== undefined && isPending(held, view)) {
    const settled = bookOrLink(fact, telling, view, given, options, earlier);
    return { ...settled, records: [...settled.records, ...endReview(held, 'settled', view)] };
  }
  const entryId = last.seq === undefined ? {} : { entry_id: toEntryId(last.seq) };
  const same = toCanonicalJson(last.told) === toCanonicalJson(telling.told);
  const hold = { ...telling, fact, funding: options.funding };
  const ended = (state: 'replaced' | 'accepted') => (held === undefined ? [] : endReview(held, state, view));
  if (!same) {
    const changed = holdFact({ ...hold, reason: 'changed_at_source' }, earlier, given, last.seq);
    return { ...changed, records: [...changed.records, ...ended('replaced')] };
  }
  const reversal = findReversal(last.seq, view);
  if (reversal !== undefined && options.rebook) {
    const booked = bookNew(fact, telling, view, given, options, earlier, last.generation + 1);
    return { ...booked, records: [...booked.records, ...ended('accepted')] };
  }
  if (held !== undefined) return unchanged('already_held', { ...entryId, review_id: held });
  if (last.state === 'dismissed') return unchanged('dismissed', entryId);
  if (reversal !== undefined)
    return holdFact({ ...hold, reason: 'was_reversed', reversal }, earlier, given, last.seq);
  return unchanged('already_recorded', entryId);
}

/** The entry by which the entry was taken back, if it was. */
function findReversal(seq: number | undefined, view: PortfolioView): Entry | undefined {
  const reversedBy = seq === undefined ? undefined : view.get({ kind: 'entry', seq })?.reversedBy;
  return reversedBy === undefined ? undefined : view.get({ kind: 'entry', seq: reversedBy })?.entry;
}

/** Does the review hold a row that its source had not settled yet? */
function isPending(reviewId: string, view: PortfolioView): boolean {
  const review = view.get({ kind: 'record', record: 'review', id: reviewId });
  return review?.['reason'] === 'pending' && review['state'] === 'open';
}

/** The source has settled the row under the id it had while pending. */
function bookOrLink(
  fact: Fact,
  telling: Telling,
  view: PortfolioView,
  given: Given,
  options: FactOptions,
  earlier: readonly Sighting[],
): Acceptance {
  const same = findSame(fact, findEquals(fact, telling.source, view));
  return same === undefined
    ? bookNew(fact, telling, view, given, options, earlier, 0)
    : linkFact(fact, telling, same, earlier.length);
}

/** Step 2: another door told of it first. */
function linkFact(fact: Fact, telling: Telling, { entry }: Candidate, revision = 0): Acceptance {
  return accept([], {
    status: 'matched',
    entrySeq: entry.seq,
    sightings: [
      {
        ...telling,
        revision,
        generation: 0,
        state: 'matched',
        identity: deriveIdentity(fact),
        entry: { seq: entry.seq },
      },
    ],
  });
}

/** The pending row that this one settles leaves review and names the same entry. */
function settlePending(
  acceptance: Acceptance,
  fact: Fact,
  telling: Telling,
  view: PortfolioView,
): Acceptance {
  const [reviewId] = findWaiting(telling.source, fact, view);
  if (reviewId === undefined) return acceptance;
  const review = view.get({ kind: 'record', record: 'review', id: reviewId });
  const sourceId = review?.['source_id'];
  if (review === undefined || typeof sourceId !== 'string') return acceptance;
  const rows = view.get({ kind: 'sighting', source: telling.source, sourceId });
  const [own] = acceptance.sightings;
  const settled = endReview(reviewId, 'settled', view);
  return {
    ...acceptance,
    records: [...acceptance.records, ...settled],
    sightings: [
      ...acceptance.sightings,
      {
        source: telling.source,
        sourceId,
        revision: rows.length,
        generation: 0,
        state: 'matched',
        identity: deriveIdentity(fact),
        told: isJsonObject(review['told']) ? review['told'] : {},
        entry: own?.entry,
      },
    ],
  };
}

function flagsOf(fact: Fact, draft: EntryDraft, view: PortfolioView, given: Given): readonly EntryFlag[] {
  const flags: EntryFlag[] = [];
  if (fact.kind === 'trade') flags.push(...flagPriceMismatch(fact.side, fact));
  if (fact.kind === 'dividend' && !fact.gross.minus(fact.withheld).equals(fact.net))
    flags.push('withheld_mismatch');
  if (fact.date > given.today) flags.push('future_date');
  if (draft.postings.length === 0 && fact.kind !== 'split') flags.push('no_effect');
  if (findUnitsShortfall(view, draft) !== undefined) flags.push('oversold');
  if (findCashShortfall(view, draft) !== undefined) flags.push('negative_cash');
  return flags;
}
