import { choiceField, documentField, textField } from '../../engine/field-kinds.ts';
import { fieldProblem, optional } from '../../engine/field.ts';
import { defineOperation, unchanged } from '../../engine/operation.ts';
import { decodeFact, encodeFact } from '../../ledger/fact-codec.ts';
import { deriveIdentity } from '../../ledger/identity.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { toCanonicalJson } from '../../ledger/json-value.ts';
import { deriveReviewId, holdFact as hold, meetWithdrawn } from './fact-review.ts';
import { tellingFields, tellingOf } from './record-fact.ts';
import { settleAcceptance } from './settle-details.ts';
import { endReview, pendingRead, startWaiting } from './waiting-review.ts';

/** A row that cannot be booked yet: it waits in review and moves nothing. */
export const holdFact = defineOperation({
  name: 'hold_fact',
  summary: 'Keep in review what a door has read and cannot book: an incomplete or pending row.',
  exposure: 'internal',
  fields: {
    ...tellingFields,
    reason: choiceField('Why it cannot be booked', ['incomplete', 'pending']),
    fact: optional(
      documentField('The event, when it is only pending', {
        read: (raw) => decodeFact(raw) ?? fieldProblem('an event with all its members'),
        print: encodeFact,
      }),
    ),
    known: optional(
      documentField<JsonObject>('What is known of it', { read: (raw) => raw, print: (value) => value }),
    ),
    missing: optional(textField('What is missing, separated by commas', { lengthMax: 200 })),
  },
  positional: [],
  refusals: [],
  replay: 'by-source',
  *reads(input) {
    yield { kind: 'sighting', source: input.source, sourceId: input.source_id };
    if (input.reason === 'pending' && input.fact !== undefined) yield pendingRead(input.source, input.fact);
  },
  decide: (input, view, given) => {
    const telling = tellingOf(input);
    const earlier = view.get({ kind: 'sighting', source: telling.source, sourceId: telling.sourceId });
    const last = earlier.at(-1);
    if (last?.state === 'withdrawn') {
      const identity = input.fact === undefined ? undefined : deriveIdentity(input.fact);
      return meetWithdrawn(telling, identity, earlier, last);
    }
    if (last !== undefined && toCanonicalJson(last.told) === toCanonicalJson(telling.told)) {
      const reviewId = deriveReviewId(telling, last.revision);
      return unchanged(last.state === 'held' ? 'already_held' : 'already_recorded', { review_id: reviewId });
    }
    const held = {
      ...telling,
      reason: input.reason,
      ...(input.fact === undefined ? {} : { fact: input.fact }),
      ...(input.known === undefined ? {} : { known: input.known }),
      ...(input.missing === undefined ? {} : { missing: input.missing.split(',') }),
    };
    const acceptance = hold(held, earlier, given, last?.seq);
    const { reviewId: id } = acceptance;
    const replaced = last?.state === 'held' ? deriveReviewId(telling, last.revision) : undefined;
    const records = [...(replaced === undefined ? [] : endReview(replaced, 'replaced', view))];
    if (input.reason === 'pending' && input.fact !== undefined && id !== undefined)
      records.push(startWaiting({ source: telling.source, fact: input.fact, id }, replaced, view));
    return settleAcceptance({ ...acceptance, records: [...acceptance.records, ...records] }, view);
  },
  examples: [
    {
      title: 'A pending card payment',
      input: {
        source: 'file:csv:A',
        source_id: 'p1',
        told: { amount: '50' },
        reason: 'pending',
        fact: { kind: 'cash', direction: 'out', amount: '50', currency: 'USD', date: '2026-05-01' },
      },
      outcome: 'held',
      after: { cash: {} },
    },
  ],
});
