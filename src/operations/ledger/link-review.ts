import { entryField } from '../../engine/field-kinds.ts';
import { accept, defineOperation, refuse } from '../../engine/operation.ts';
import { isOriginal, seqOfEntryId } from '../../ledger/entry.ts';
import { detailsOfFact } from '../../ledger/entry-details.ts';
import { nearMatchGiven, nearMatchReview } from './near-match-example.ts';
import { findReview, readReview, resolvedSighting, reviewFields } from './review-decision.ts';
import { settleDetails } from './settle-details.ts';
import { endReview } from './waiting-review.ts';

/** A held fact is an event that is in the books already. */
export const linkReview = defineOperation({
  name: 'link_review',
  summary: 'Say that a held fact is the event which an entry records already. Nothing is booked.',
  fields: { ...reviewFields, entry: entryField('The entry that records it') },
  positional: ['review', 'entry'],
  refusals: ['review_not_found', 'already_resolved', 'entry_not_found'],
  replay: 'by-state',
  *reads({ review, entry }, view) {
    yield* readReview(review, view);
    yield { kind: 'entry', seq: seqOfEntryId(entry) };
  },
  decide: ({ review, entry }, view) => {
    const found = findReview(review, 'linked', view);
    if (found.kind !== 'open') return found;
    const seq = seqOfEntryId(entry);
    const target = view.get({ kind: 'entry', seq });
    if (target === undefined || target.reversedBy !== undefined || !isOriginal(target.entry)) {
      return refuse('entry_not_found', `There is no live entry ${entry} to link to.`, {
        field: 'entry',
        found: entry,
      });
    }
    const linked = accept([], {
      status: 'matched',
      entrySeq: seq,
      reviewId: review,
      sightings: [resolvedSighting(found, 'matched', { seq })],
      records: endReview(review, 'linked', view),
    });
    return settleDetails(linked, view, found.fact && detailsOfFact(found.fact));
  },
  examples: [
    {
      title: 'The near match was the same trade',
      given: nearMatchGiven,
      input: { review: nearMatchReview, entry: 'ent_1' },
      outcome: 'matched',
      after: { cash: { USD: '-1906' }, holdings: { AAPL: { units: '10', cost: '1906' } } },
    },
    {
      title: 'A review that is not there',
      input: { review: 'rev_0', entry: 'ent_1' },
      outcome: 'review_not_found',
    },
  ],
});
