import { textField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import {
  accept,
  defineOperation,
  type PortfolioView,
  refuse,
  type SightingDraft,
  unchanged,
} from '../../engine/operation.ts';
import type { Read } from '../../engine/store-protocol.ts';
import type { Sighting } from '../../engine/sighting.ts';
import { type Entry, type EntryDraft, type EntryId, parseEntryId, seqOfEntryId } from '../../ledger/entry.ts';
import { detailsOf, withDetails } from '../../ledger/entry-details.ts';
import { readDraft } from './book-event.ts';
import { detailsToldBy } from './detail-member.ts';
import { deriveReviewId } from './fact-review.ts';
import { settleDetails } from './settle-details.ts';

/** Book a fact again whose entry was taken back. */
export const rebook = defineOperation({
  name: 'rebook',
  summary: 'Book a fact again whose entry was taken back: name the entry, or the held fact in review.',
  fields: {
    fact: textField('The reversed entry (ent_…) or the held fact (rev_…)', {
      lengthMax: 64,
      placeholder: 'FACT',
    }),
    note: optional(textField('Why', { lengthMax: 500, multiline: true })),
  },
  positional: ['fact'],
  refusals: ['entry_not_found', 'not_reversible'],
  replay: 'by-state',
  *reads(input, view) {
    yield* readNamed(input.fact, view);
    const id = entryIdOf(input.fact, view);
    if (id === undefined) return;
    yield { kind: 'entry', seq: seqOfEntryId(id) };
    yield { kind: 'sightings_of_entry', seq: seqOfEntryId(id) };
    const found = view.get({ kind: 'entry', seq: seqOfEntryId(id) });
    if (found !== undefined) yield* readDraft(found.entry);
  },
  decide: (input, view) => {
    const id = entryIdOf(input.fact, view);
    const found = id === undefined ? undefined : view.get({ kind: 'entry', seq: seqOfEntryId(id) });
    if (id === undefined || found === undefined) {
      return refuse('entry_not_found', `${input.fact} names no entry in ${view.name}.`, { fact: input.fact });
    }
    if (found.reversedBy === undefined) return unchanged('already_booked', { entry_id: id });
    const booked = view.get({ kind: 'record', record: 'rebooked', id });
    if (booked !== undefined) return unchanged('already_booked', booked);
    const [telling, ...others] = view
      .get({ kind: 'sightings_of_entry', seq: found.entry.seq })
      .filter(isRebookable);
    if (telling === undefined) {
      const message = `${id} did not come from a source, so there is no fact to book again. Record it as a new event.`;
      return refuse('not_reversible', message, { entry: id });
    }
    const reviewId = deriveReviewId(telling, telling.revision);
    const review = view.get({ kind: 'record', record: 'review', id: reviewId });
    const draft = draftAgain(found.entry);
    const details = detailsToldBy(telling, found.entry.seq, view) ?? detailsOf(draft);
    const rebooked = accept([withDetails(draft, details)], {
      sightings: [
        {
          source: telling.source,
          sourceId: telling.sourceId,
          revision: telling.revision + 1,
          generation: telling.generation + 1,
          state: 'booked',
          identity: telling.identity,
          told: telling.told,
          entry: { drafted: 0 },
          leaves: found.entry.seq,
        },
        ...others.filter(({ state }) => state !== 'held').map((other) => moveAlong(other, found.entry.seq)),
      ],
      records: [
        { kind: 'rebooked', id, value: { entry_id: `ent_${view.nextSeq}` } },
        ...(review === undefined
          ? []
          : [{ kind: 'review', id: reviewId, value: { ...review, state: 'accepted' } }]),
      ],
    });
    return settleDetails(rebooked, view);
  },
  examples: [
    {
      title: 'A reported trade was taken back by mistake',
      given: [
        {
          operation: 'record_external_trade',
          input: {
            side: 'buy',
            instrument: 'AAPL',
            units: '10',
            amount: '1906',
            currency: 'USD',
            source: 'mail',
            source_id: 'm-1',
            on: '2026-05-01',
          },
        },
        { operation: 'reverse_entry', input: { entry: 'ent_1' } },
      ],
      input: { fact: 'ent_1' },
      outcome: 'accepted',
      after: { cash: { USD: '-1906' }, holdings: { AAPL: { units: '10', cost: '1906' } } },
    },
    { title: 'An entry that is not there', input: { fact: 'ent_9' }, outcome: 'entry_not_found' },
  ],
});

function* readNamed(fact: string, _view: PortfolioView): Iterable<Read> {
  const id = parseEntryId(fact);
  if (id === undefined) yield { kind: 'record', record: 'review', id: fact };
  else yield { kind: 'record', record: 'rebooked', id };
}

/** The entry that the fact led to: named itself, or by the review that holds the fact. */
function entryIdOf(fact: string, view: PortfolioView): EntryId | undefined {
  const id = parseEntryId(fact);
  if (id !== undefined) return id;
  const named = view.get({ kind: 'record', record: 'review', id: fact })?.['entry_id'];
  return typeof named === 'string' ? parseEntryId(named) : undefined;
}

/** Another source's claim goes with the event, so that its next telling is not taken for another one. */
function moveAlong({ at: _at, seq: _seq, ...row }: Sighting, leaves: number): SightingDraft {
  return { ...row, revision: row.revision + 1, state: 'matched', entry: { drafted: 0 }, leaves };
}

function isRebookable({ state }: Sighting): boolean {
  return state === 'booked' || state === 'held' || state === 'matched';
}

function draftAgain(entry: Entry): EntryDraft {
  const { kind, date, instant, subject, account, postings, legs, identity, flags } = entry;
  return {
    kind,
    date,
    ...(instant === undefined ? {} : { instant }),
    ...(subject === undefined ? {} : { subject }),
    ...(account === undefined ? {} : { account }),
    postings,
    legs,
    sets: [],
    ...(identity === undefined ? {} : { identity }),
    flags,
  };
}
