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
import type { Candidate, Read, Sighting } from '../../engine/store-protocol.ts';
import { addDays } from '../../ledger/calendar-date.ts';
import { draftEntry } from '../../ledger/draft-entry.ts';
import { type EntryDraft, type EntryFlag, type RecordChange, toEntryId } from '../../ledger/entry.ts';
import type { Fact, TradeFact } from '../../ledger/fact.ts';
import { deriveIdentity, subjectOf } from '../../ledger/identity.ts';
import { isJsonObject, toCanonicalJson } from '../../ledger/json-value.ts';
import { Decimal } from '../../money/decimal.ts';
import { readDraft } from './book-event.ts';
import { changeSameUnits } from './change-same-units.ts';
import { findCashShortfall } from './check-cash.ts';
import { findUnitsShortfall } from './check-units.ts';
import { deriveReviewId, holdFact, namePending, type Telling } from './fact-review.ts';
import { flagPriceMismatch } from './trade-fact.ts';

/** Two tellings of one trade may carry dates this many days apart (trade date and booking date). */
const nearDays = 4;

export interface FactOptions {
  readonly funding: 'cash' | 'external';
  /** Book again what was reversed here. */
  readonly rebook: boolean;
}

export function* readFact(fact: Fact, telling: Telling, options: FactOptions): Iterable<Read> {
  yield { kind: 'sighting', source: telling.source, sourceId: telling.sourceId };
  yield matchesOf(fact);
  yield { kind: 'record', record: 'pending', id: namePending(telling.source, fact) };
  if (fact.kind === 'trade') yield nearOf(fact);
  yield* readDraft(draftEntry(fact, options.funding));
}

export function bookFact(
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
  const equals = view.get(matchesOf(fact)).filter(({ live, claims }) => live && !claims.includes(source));
  const { legs } = draftEntry(fact);
  const same = equals.find(({ entry }) => changeSameUnits(entry.legs, legs));
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

export function matchesOf(fact: Fact) {
  return {
    kind: 'matches',
    subject: subjectOf(fact),
    date: fact.date,
    identity: deriveIdentity(fact),
  } as const;
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
  if (last.state === 'withdrawn') return meetWithdrawn(fact, telling, earlier, last);
  const pending = last.state === 'held' ? findPendingReview(telling, last, view) : undefined;
  if (pending !== undefined) return settleOwnPending(fact, telling, view, given, options, earlier, pending);
  const entryId = last.seq === undefined ? {} : { entry_id: toEntryId(last.seq) };
  const same = toCanonicalJson(last.told) === toCanonicalJson(telling.told);
  const hold = { ...telling, fact, funding: options.funding };
  if (!same) return holdFact({ ...hold, reason: 'changed_at_source' }, earlier, given, last.seq);
  const reversed =
    last.seq !== undefined && view.get({ kind: 'entry', seq: last.seq })?.reversedBy !== undefined;
  if (reversed && options.rebook) {
    const booked = bookNew(fact, telling, view, given, options, earlier, last.generation + 1);
    return last.state === 'held' ? closeReview(booked, deriveReviewId(telling, last.revision), view) : booked;
  }
  if (last.state === 'held') {
    return unchanged('already_held', { ...entryId, review_id: deriveReviewId(telling, last.revision) });
  }
  if (last.state === 'dismissed') return unchanged('dismissed', entryId);
  if (reversed) return holdFact({ ...hold, reason: 'was_reversed' }, earlier, given, last.seq);
  return unchanged('already_recorded', entryId);
}

/** The review that holds this very telling because its source had not settled it yet. */
function findPendingReview(telling: Telling, last: Sighting, view: PortfolioView): RecordChange | undefined {
  const id = deriveReviewId(telling, last.revision);
  const review = view.get({ kind: 'record', record: 'review', id });
  if (review?.['reason'] !== 'pending' || review['state'] !== 'open') return undefined;
  return { kind: 'review', id, value: { ...review, state: 'settled' } };
}

/** The source has settled the row under the id it had while pending. */
function settleOwnPending(
  fact: Fact,
  telling: Telling,
  view: PortfolioView,
  given: Given,
  options: FactOptions,
  earlier: readonly Sighting[],
  settled: RecordChange,
): Acceptance {
  const { source } = telling;
  const claimed = view.get(matchesOf(fact)).find(({ live, claims }) => live && !claims.includes(source));
  const acceptance =
    claimed === undefined
      ? bookNew(fact, telling, view, given, options, earlier, 0)
      : linkFact(fact, telling, claimed, earlier.length);
  const waiting: RecordChange = { kind: 'pending', id: namePending(source, fact), value: null };
  return { ...acceptance, records: [...acceptance.records, settled, waiting] };
}

/** The held telling has been booked after all, so nobody needs to look at it any more. */
function closeReview(acceptance: Acceptance, reviewId: string, view: PortfolioView): Acceptance {
  const review = view.get({ kind: 'record', record: 'review', id: reviewId });
  if (review === undefined) return acceptance;
  const closed = { kind: 'review', id: reviewId, value: { ...review, state: 'accepted' } };
  return { ...acceptance, records: [...acceptance.records, closed] };
}

/** The source took it back, perhaps before it told of it. Its content is kept; nothing is booked. */
function meetWithdrawn(
  fact: Fact,
  telling: Telling,
  earlier: readonly Sighting[],
  last: Sighting,
): Decision<never> {
  if (Object.keys(last.told).length > 0) return unchanged('withdrawn_at_source', {});
  return accept([], {
    status: 'matched',
    result: { withdrawn_at_source: true },
    sightings: [
      {
        ...telling,
        revision: earlier.length,
        generation: last.generation,
        state: 'withdrawn',
        identity: deriveIdentity(fact),
        entry: undefined,
      },
    ],
  });
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
  const id = namePending(telling.source, fact);
  const reviewId = view.get({ kind: 'record', record: 'pending', id })?.['review_id'];
  if (typeof reviewId !== 'string') return acceptance;
  const review = view.get({ kind: 'record', record: 'review', id: reviewId });
  const sourceId = review?.['source_id'];
  if (review === undefined || typeof sourceId !== 'string') return acceptance;
  const rows = view.get({ kind: 'sighting', source: telling.source, sourceId });
  const [own] = acceptance.sightings;
  const settled: RecordChange[] = [
    { kind: 'pending', id, value: null },
    { kind: 'review', id: reviewId, value: { ...review, state: 'settled' } },
  ];
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

function nearOf(fact: TradeFact) {
  const { instrument, date } = fact;
  return {
    kind: 'near',
    subject: instrument,
    from: addDays(date, -nearDays),
    to: addDays(date, nearDays),
  } as const;
}

/** Trades of other sources with the same side and units and nearly the same amount, which this source has not claimed. */
function findNear(fact: TradeFact, source: string, view: PortfolioView): readonly Candidate[] {
  return view.get(nearOf(fact)).filter(({ entry, claims }) => {
    if (claims.includes(source) || entry.account !== fact.account) return false;
    return entry.legs.some((leg) => {
      if (leg.kind !== (fact.side === 'buy' ? 'acquire' : 'dispose') || !leg.units.equals(fact.units))
        return false;
      const amount = leg.kind === 'acquire' ? leg.cost.plus(leg.fee) : leg.proceeds.minus(leg.fee);
      return leg.currency === fact.currency && isNearAmount(amount, fact);
    });
  });
}

/** Within the fee, or within one part in two hundred: what a rounded price and a fee told apart can explain. */
function isNearAmount(amount: Decimal, fact: TradeFact): boolean {
  const tolerance = Decimal.max(fact.fee, fact.amount.abs().times(Decimal.of('0.005')));
  return !amount.minus(fact.amount).abs().greaterThan(tolerance);
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
