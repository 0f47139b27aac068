import {
  accept,
  type Acceptance,
  defineOperation,
  type Given,
  type PortfolioView,
  refuse,
} from '../../engine/operation.ts';
import { draftEntry } from '../../ledger/draft-entry.ts';
import { parseEntryId, seqOfEntryId, toEntryId } from '../../ledger/entry.ts';
import type { Fact } from '../../ledger/fact.ts';
import { readDraft } from './book-event.ts';
import { bookNew } from './book-fact.ts';
import { draftReversal } from './draft-reversal.ts';
import { nearMatchGiven, nearMatchReview } from './near-match-example.ts';
import { findReview, type OpenReview, readReview, reviewFields } from './review-decision.ts';
import { readDetails, settleAcceptance } from './settle-details.ts';
import { endReview } from './waiting-review.ts';

/** Book a held fact after all. What changed at its source replaces what was booked before. */
export const acceptReview = defineOperation({
  name: 'accept_review',
  summary: 'Book a held fact. If it changed at its source, what was booked before is taken back.',
  fields: reviewFields,
  positional: ['review'],
  refusals: ['review_not_found', 'already_resolved', 'incomplete_fact'],
  replay: 'by-state',
  *reads({ review }, view) {
    yield* readReview(review, view);
    const found = findReview(review, 'accepted', view);
    if (found.kind !== 'open' || found.fact === undefined) return;
    const draft = draftEntry(found.fact, fundingOf(found));
    yield* readDraft(draft);
    yield* readDetails(draft, view);
    const seq = replacedSeq(found);
    if (seq !== undefined) yield { kind: 'entry', seq };
  },
  decide: ({ review }, view, given) => {
    const found = findReview(review, 'accepted', view);
    if (found.kind !== 'open') return found;
    if (found.fact === undefined) {
      const missing = found.record['missing'] ?? [];
      const message = `${review} lacks what is needed to book it: ${JSON.stringify(missing)}. Record it by hand and link it, or dismiss it.`;
      return refuse('incomplete_fact', message, { review, missing });
    }
    return bookHeld(found, found.fact, view, given);
  },
  examples: [
    {
      title: 'The near match was another trade',
      given: nearMatchGiven,
      input: { review: nearMatchReview },
      outcome: 'accepted',
      after: { cash: { USD: '-3811' }, holdings: { AAPL: { units: '20', cost: '3811' } } },
    },
    {
      title: 'It was accepted before',
      given: [...nearMatchGiven, { operation: 'accept_review', input: { review: nearMatchReview } }],
      input: { review: nearMatchReview },
      outcome: 'unchanged',
    },
    { title: 'A review that is not there', input: { review: 'rev_0' }, outcome: 'review_not_found' },
  ],
});

function bookHeld(open: OpenReview, fact: Fact, view: PortfolioView, given: Given): Acceptance {
  const { telling, earlier, id } = open;
  const again = open.record['reason'] === 'was_reversed' ? 1 : 0;
  const generation = (earlier.at(-1)?.generation ?? 0) + again;
  const booked = bookNew(fact, telling, view, given, { funding: fundingOf(open) }, earlier, generation);
  const seq = replacedSeq(open);
  const replaced = seq === undefined ? undefined : view.get({ kind: 'entry', seq });
  const reversal =
    replaced !== undefined && replaced.reversedBy === undefined ? [draftReversal(replaced.entry)] : [];
  const importId = open.record['import_id'];
  const entries = booked.entries.map((entry) =>
    typeof importId === 'string' ? { ...entry, importId } : entry,
  );
  const accepted = accept([...entries, ...reversal], {
    result: reversal.length === 0 || seq === undefined ? {} : { takes_back: toEntryId(seq) },
    sightings: booked.sightings,
    records: endReview(id, 'accepted', view),
    reviewId: id,
  });
  return settleAcceptance(accepted, view);
}

/** The entry that the same source id led to before it changed. */
function replacedSeq({ record, earlier }: OpenReview): number | undefined {
  if (record['reason'] !== 'changed_at_source') return undefined;
  const named = record['entry_id'];
  const id = typeof named === 'string' ? parseEntryId(named) : undefined;
  return id === undefined ? earlier.at(-1)?.seq : seqOfEntryId(id);
}

function fundingOf({ record }: OpenReview): 'cash' | 'external' {
  return record['funding'] === 'external' ? 'external' : 'cash';
}
