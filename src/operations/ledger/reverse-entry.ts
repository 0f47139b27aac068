import { entryField, switchField, textField } from '../../engine/field-kinds.ts';
import { optional, withDefault } from '../../engine/field.ts';
import {
  accept,
  defineOperation,
  type PortfolioView,
  type RefusalOf,
  refuse,
  unchanged,
} from '../../engine/operation.ts';
import { type Entry, liveEntries, seqOfEntryId, toEntryId } from '../../ledger/entry.ts';
import { findShortDay } from '../../ledger/units-timeline.ts';
import { findCashShortfall } from './check-cash.ts';
import { readDraft } from './book-event.ts';
import { draftReversal } from './draft-reversal.ts';
import { readDetails, settleDetails } from './settle-details.ts';

/** Take an entry back by its mirror image. Both stay in the journal and count for nothing together. */
export const reverseEntry = defineOperation({
  name: 'reverse_entry',
  summary: 'Take an entry back by booking its mirror image at the same date.',
  fields: {
    entry: entryField('The entry to take back'),
    force: withDefault(switchField('Do it although later entries depend on it'), false),
    note: optional(textField('Why', { lengthMax: 500, multiline: true })),
  },
  positional: ['entry'],
  refusals: ['entry_not_found', 'not_reversible', 'reversal_blocked'],
  replay: 'by-state',
  destructive: true,
  *reads({ entry }, view) {
    yield { kind: 'entry', seq: seqOfEntryId(entry) };
    const found = view.get({ kind: 'entry', seq: seqOfEntryId(entry) });
    if (found === undefined) return;
    yield* readDraft(draftReversal(found.entry));
    yield* readDetails(found.entry, view);
    for (const leg of found.entry.legs) yield { kind: 'history', instrument: leg.instrument };
  },
  decide: ({ entry: id, force }, view) => {
    const found = view.get({ kind: 'entry', seq: seqOfEntryId(id) });
    if (found === undefined)
      return refuse('entry_not_found', `There is no entry ${id} in ${view.name}.`, { entry: id });
    if (found.reversedBy !== undefined) {
      return unchanged('already_reversed', { entry: id, reversed_by: toEntryId(found.reversedBy) });
    }
    const { entry } = found;
    if (entry.restates !== undefined) {
      const original = toEntryId(entry.restates);
      const message = `${id} only restates details of ${original} as its sources tell them. Reverse ${original}, and ${id} goes with it.`;
      return refuse('not_reversible', message, { entry: id, kind: entry.kind, restates: original });
    }
    if (entry.reverses !== undefined || (entry.postings.length === 0 && entry.legs.length === 0)) {
      const message = `${id} is a ${entry.kind} entry, which moves neither money nor units. Record the right value instead.`;
      return refuse('not_reversible', message, { entry: id, kind: entry.kind });
    }
    const blocked = force ? undefined : findObstacle(entry, view);
    return blocked ?? settleDetails(accept([draftReversal(entry)]), view);
  },
  examples: [
    {
      title: 'A deposit is taken back',
      given: [{ operation: 'deposit', input: { amount: '100', currency: 'USD', on: '2026-05-01' } }],
      input: { entry: 'ent_1' },
      outcome: 'accepted',
      after: { cash: { USD: '0' } },
    },
    {
      title: 'It was taken back before',
      given: [
        { operation: 'deposit', input: { amount: '100', currency: 'USD', on: '2026-05-01' } },
        { operation: 'reverse_entry', input: { entry: 'ent_1' } },
      ],
      input: { entry: 'ent_1' },
      outcome: 'unchanged',
      after: { cash: { USD: '0' } },
    },
    {
      title: 'The units that a purchase brought were sold since',
      given: [
        {
          operation: 'record_existing_position',
          input: { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' },
        },
        {
          operation: 'sell',
          input: { instrument: 'AAPL', units: '4', price: '200', currency: 'USD', on: '2026-05-02' },
        },
      ],
      input: { entry: 'ent_1' },
      outcome: 'reversal_blocked',
      after: { cash: { USD: '800' }, holdings: { AAPL: { units: '6', cost: '900' } } },
    },
    { title: 'An entry that is not there', input: { entry: 'ent_99' }, outcome: 'entry_not_found' },
  ],
});

/** What would be missing on some day without the entry. A day that is short already does not stand in the way. */
function findObstacle(entry: Entry, view: PortfolioView): RefusalOf<'reversal_blocked'> | undefined {
  const id = toEntryId(entry.seq);
  for (const instrument of new Set(entry.legs.map((leg) => leg.instrument))) {
    if (view.settings.shorts === 'allow') break;
    const live = liveEntries(view.get({ kind: 'history', instrument }));
    const short = findShortDay(
      live.filter((other) => other.seq !== entry.seq),
      entry.date,
    );
    if (short === undefined || findShortDay(live, entry.date) !== undefined) continue;
    const missing = short.units.negated().toString();
    const message = `Without ${id}, ${missing} units of ${instrument} would be missing at the end of ${short.date}. Reverse what depends on it first, or force it.`;
    return refuse('reversal_blocked', message, { entry: id, instrument, date: short.date, missing });
  }
  if (view.settings.overdraft === 'allow') return undefined;
  const cash = findCashShortfall(view, draftReversal(entry));
  if (cash === undefined) return undefined;
  const { currency, date } = cash;
  const [available, needed] = [cash.available.toString(), cash.needed.toString()];
  const message = `Taking ${id} back needs ${needed} ${currency}, and ${available} ${currency} is there at the end of ${date}. Reverse what depends on it first, or force it.`;
  return refuse('reversal_blocked', message, { entry: id, currency, date, available, needed });
}
