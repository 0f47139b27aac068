import { textField } from '../../engine/field-kinds.ts';
import {
  accept,
  type Decision,
  defineOperation,
  type PortfolioView,
  type SightingDraft,
  unchanged,
} from '../../engine/operation.ts';
import type { Candidate } from '../../engine/store-protocol.ts';
import type { Sighting } from '../../engine/sighting.ts';
import type { Entry } from '../../ledger/entry.ts';
import { readDraft } from './book-event.ts';
import { changeSameUnits } from './change-same-units.ts';
import { draftReversal } from './draft-reversal.ts';
import { deriveReviewId } from './fact-review.ts';
import { readDetails, settleDetails } from './settle-details.ts';
import { endReview } from './waiting-review.ts';

/**
 * A source takes back what it told. An event stays in the books as long as another door still vouches for it: of
 * equal events as many stay as the source that tells of most of them tells, whatever the order of arrival (P3).
 */
export const withdrawFact = defineOperation({
  name: 'withdraw_fact',
  summary: 'Take back what a source told of an event, possibly before it is told.',
  exposure: 'internal',
  fields: {
    source: textField('Door, format and account that take it back', {
      lengthMax: 200,
      placeholder: 'SOURCE',
    }),
    source_id: textField("The source's own id of what is taken back", { lengthMax: 300, placeholder: 'ID' }),
  },
  positional: [],
  refusals: [],
  replay: 'by-source',
  destructive: true,
  *reads(input, view) {
    const read = { kind: 'sighting', source: input.source, sourceId: input.source_id } as const;
    yield read;
    const last = view.get(read).at(-1);
    if (last?.seq === undefined) return;
    yield { kind: 'entry', seq: last.seq };
    const entry = view.get({ kind: 'entry', seq: last.seq })?.entry;
    if (entry === undefined) return;
    yield* readDraft(entry);
    yield* readDetails(entry, view);
    for (const candidate of equalsOf(entry, view))
      yield { kind: 'sightings_of_entry', seq: candidate.entry.seq };
  },
  decide: (input, view) => settleDetails(withdraw(input, view), view),
  examples: [
    {
      title: 'A source takes back what it has not told yet',
      input: { source: 'file:csv:A', source_id: 'r1' },
      outcome: 'accepted',
      after: { cash: {} },
    },
    {
      title: 'A source takes back a deposit',
      given: [
        {
          operation: 'record_fact',
          input: {
            source: 'file:csv:A',
            source_id: 'r1',
            told: { amount: '10' },
            fact: { kind: 'cash', direction: 'in', amount: '10', currency: 'USD', date: '2026-05-01' },
          },
        },
      ],
      input: { source: 'file:csv:A', source_id: 'r1' },
      outcome: 'accepted',
      after: { cash: { USD: '0' } },
    },
  ],
});

function withdraw(
  input: { readonly source: string; readonly source_id: string },
  view: PortfolioView,
): Decision<never> {
  const { source, source_id: sourceId } = input;
  const earlier = view.get({ kind: 'sighting', source, sourceId });
  const last = earlier.at(-1);
  if (last?.state === 'withdrawn') return unchanged('already_withdrawn', {});
  const withdrawn = withdrawSighting({ source, sourceId }, earlier);
  const entry = last?.seq === undefined ? undefined : view.get({ kind: 'entry', seq: last.seq })?.entry;
  if (last?.state === 'held') {
    const id = deriveReviewId({ source, sourceId, told: {} }, last.revision);
    const records = endReview(id, 'withdrawn', view);
    return accept([], { sightings: [withdrawn], records, result: { withdrawn: 'held' } });
  }
  if (entry === undefined)
    return accept([], { sightings: [withdrawn], result: { withdrawn: 'before_it_was_told' } });
  const telling = { source, sourceId };
  const surplus = isStillTold(entry, telling, view) ? undefined : findSurplus(entry, telling, view);
  if (surplus === undefined) {
    return accept([], { entrySeq: entry.seq, sightings: [withdrawn], result: { still_vouched_for: true } });
  }
  return accept([draftReversal(surplus.entry)], { sightings: [withdrawn, ...surplus.moved] });
}

interface SourceId {
  readonly source: string;
  readonly sourceId: string;
}

function withdrawSighting({ source, sourceId }: SourceId, earlier: readonly Sighting[]): SightingDraft {
  const last = earlier.at(-1);
  return {
    source,
    sourceId,
    revision: earlier.length,
    generation: last?.generation ?? 0,
    state: 'withdrawn',
    identity: last?.identity,
    told: last?.told ?? {},
    entry: last?.seq === undefined ? undefined : { seq: last.seq },
  };
}

/** Live entries of the same event with the same effect on units, the given one first. */
function equalsOf(entry: Entry, view: PortfolioView): readonly Candidate[] {
  if (entry.identity === undefined || entry.subject === undefined) return [];
  const { subject, date, identity } = entry;
  const live = view
    .get({ kind: 'matches', subject, date, identity })
    .filter((candidate) => candidate.live && changeSameUnits(candidate.entry.legs, entry.legs));
  return live.toSorted(
    (left, right) => Number(right.entry.seq === entry.seq) - Number(left.entry.seq === entry.seq),
  );
}

interface Surplus {
  readonly entry: Entry;
  /** Claims of other sources, moved to equal entries that they have not claimed. */
  readonly moved: readonly SightingDraft[];
}

/** Does the source tell of the entry under another id too, as a pending row and its posting do? */
function isStillTold(entry: Entry, telling: SourceId, view: PortfolioView): boolean {
  return claimsOn(entry, telling, view).some(({ source }) => source === telling.source);
}

/** An entry that nobody vouches for any more, once the others' claims have moved as close together as they can. */
function findSurplus(entry: Entry, telling: SourceId, view: PortfolioView): Surplus | undefined {
  const live = equalsOf(entry, view).map((candidate) => ({
    ...candidate,
    claims:
      candidate.entry.seq === entry.seq
        ? candidate.claims.filter((claim) => claim !== telling.source)
        : candidate.claims,
  }));
  for (const candidate of live) {
    if (!candidate.entry.fromFact) continue;
    const moved = moveClaims(candidate.entry, telling, live, view);
    if (moved !== undefined) return { entry: candidate.entry, moved };
  }
  return undefined;
}

function moveClaims(
  from: Entry,
  telling: SourceId,
  live: readonly Candidate[],
  view: PortfolioView,
): readonly SightingDraft[] | undefined {
  const moved: SightingDraft[] = [];
  for (const { at: _at, seq: _seq, ...row } of claimsOn(from, telling, view)) {
    const free = live.find(({ entry, claims }) => entry.seq !== from.seq && !claims.includes(row.source));
    if (free === undefined) return undefined;
    const { revision } = row;
    const entry = { seq: free.entry.seq };
    moved.push({ ...row, revision: revision + 1, state: 'matched', entry, leaves: from.seq });
  }
  return moved;
}

/** Who tells of an entry, besides the telling that is taken back. */
function claimsOn(entry: Entry, telling: SourceId, view: PortfolioView): readonly Sighting[] {
  return view
    .get({ kind: 'sightings_of_entry', seq: entry.seq })
    .filter(
      ({ source, sourceId, state }) =>
        (state === 'booked' || state === 'matched') &&
        !(source === telling.source && sourceId === telling.sourceId),
    );
}
