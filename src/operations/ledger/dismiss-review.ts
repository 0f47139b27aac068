import { accept, defineOperation } from '../../engine/operation.ts';
import { nearMatchGiven, nearMatchReview } from './near-match-example.ts';
import { findReview, readReview, resolvedSighting, reviewFields } from './review-decision.ts';
import { settleDetails } from './settle-details.ts';
import { endReview } from './waiting-review.ts';

/** A held fact is not to be booked. It stays on record as dismissed. */
export const dismissReview = defineOperation({
  name: 'dismiss_review',
  summary: 'Say that a held fact is not to be booked. It stays on record as dismissed.',
  fields: reviewFields,
  positional: ['review'],
  refusals: ['review_not_found', 'already_resolved'],
  replay: 'by-state',
  reads: ({ review }, view) => readReview(review, view),
  decide: ({ review }, view) => {
    const found = findReview(review, 'dismissed', view);
    if (found.kind !== 'open') return found;
    const seq = found.earlier.at(-1)?.seq;
    const dismissed = accept([], {
      reviewId: review,
      sightings: [resolvedSighting(found, 'dismissed', seq === undefined ? undefined : { seq })],
      records: endReview(review, 'dismissed', view),
    });
    return settleDetails(dismissed, view);
  },
  examples: [
    {
      title: 'The near match is not booked',
      given: nearMatchGiven,
      input: { review: nearMatchReview },
      outcome: 'accepted',
      after: { cash: { USD: '-1906' }, holdings: { AAPL: { units: '10', cost: '1906' } } },
    },
    { title: 'A review that is not there', input: { review: 'rev_0' }, outcome: 'review_not_found' },
  ],
});
