import {
  amountField,
  choiceField,
  currencyField,
  instrumentField,
  ratioField,
} from '../../engine/field-kinds.ts';
import { optional, type Values, withDefault } from '../../engine/field.ts';
import { defineOperation, type Given, type PortfolioView, refuse } from '../../engine/operation.ts';
import { toEntryId } from '../../ledger/entry.ts';
import type { SplitFact } from '../../ledger/fact.ts';
import { deriveIdentity } from '../../ledger/identity.ts';
import { bookEvent, eventRefusals, readEvent } from './book-event.ts';
import { eventFields, matchFields, momentOf } from './event-fields.ts';
import { currencyOf, readInstrument, resolveInstrument } from './resolve-instrument.ts';

const fields = {
  instrument: instrumentField('What was split'),
  ratio: ratioField('New units for old ones: 4:1, reverse 1:4'),
  fractions: withDefault(
    choiceField('What happened to fractions of a unit', ['keep', 'cash_in_lieu']),
    'keep',
  ),
  cash_in_lieu: optional(amountField('Cash paid for the fraction', 'not_negative')),
  currency: optional(currencyField('Currency of the cash; as for the instrument when left out')),
  ...eventFields,
  ...matchFields,
};
type Input = Values<typeof fields>;

/** Every unit became several, or several became one. */
export const recordSplit = defineOperation({
  name: 'record_split',
  summary: 'Record a split or reverse split: units are multiplied, cost stays.',
  fields,
  positional: ['instrument'],
  refusals: ['split_already_recorded', ...eventRefusals],
  replay: 'by-key',
  check: ({ fractions, cash_in_lieu: cash }) =>
    (fractions === 'cash_in_lieu') === (cash !== undefined)
      ? []
      : [
          {
            field: 'cash_in_lieu',
            found: cash?.toString() ?? null,
            message: '"cash_in_lieu" belongs together with "fractions" cash_in_lieu. Give both or neither.',
          },
        ],
  firstReads: ({ instrument, currency }) => readInstrument(instrument, currency),
  reads: (input, view, given) => readEvent(factOf(input, view, given)),
  decide: (input, view, given) => {
    const fact = factOf(input, view, given);
    const recorded = input.again || input.link !== undefined ? undefined : findRecorded(fact, view);
    if (recorded !== undefined) {
      const id = toEntryId(recorded);
      const message = `This split of ${fact.instrument} on ${fact.date} is recorded already as ${id}. Send it with again if there were two.`;
      return refuse('split_already_recorded', message, { entry_id: id });
    }
    return bookEvent(fact, view, given, input);
  },
  examples: [
    {
      title: 'Three shares, four for one',
      given: [
        {
          operation: 'record_existing_position',
          input: { instrument: 'AAPL', units: '3', cost: '1500', currency: 'USD', on: '2020-08-01' },
        },
      ],
      input: { instrument: 'AAPL', ratio: '4:1', on: '2020-08-31' },
      outcome: 'accepted',
      after: { holdings: { AAPL: { units: '12', cost: '1500' } } },
    },
    {
      title: 'A hundred, reverse one for four',
      given: [
        {
          operation: 'record_existing_position',
          input: { instrument: 'GE', units: '100', cost: '1000', currency: 'USD', on: '2021-07-01' },
        },
      ],
      input: { instrument: 'GE', ratio: '1:4', on: '2021-08-02' },
      outcome: 'accepted',
      after: { holdings: { GE: { units: '25', cost: '1000' } } },
    },
    {
      title: 'The fraction is sold for cash',
      given: [
        {
          operation: 'record_existing_position',
          input: { instrument: 'GE', units: '10', cost: '100', currency: 'USD', on: '2021-07-01' },
        },
      ],
      input: {
        instrument: 'GE',
        ratio: '1:4',
        fractions: 'cash_in_lieu',
        cash_in_lieu: '22',
        currency: 'USD',
        on: '2021-08-02',
      },
      outcome: 'accepted',
      after: { cash: { USD: '22' }, holdings: { GE: { units: '2', cost: '80', gain: '2' } } },
    },
    {
      title: 'The same split under another key',
      given: [{ operation: 'record_split', input: { instrument: 'AAPL', ratio: '4:1', on: '2020-08-31' } }],
      input: { instrument: 'AAPL', ratio: '4:1', on: '2020-08-31' },
      outcome: 'split_already_recorded',
    },
    {
      title: 'One for one',
      input: { instrument: 'AAPL', ratio: '1:1', on: '2020-08-31' },
      outcome: 'invalid_input',
    },
  ],
});

function factOf(input: Input, view: PortfolioView, given: Given): SplitFact {
  const instrument = resolveInstrument(view, input.instrument);
  return {
    kind: 'split',
    instrument,
    ...input.ratio,
    currency: currencyOf(view, instrument, input.currency),
    ...(input.cash_in_lieu === undefined ? {} : { cashInLieu: input.cash_in_lieu }),
    ...momentOf(input, given),
  };
}

/** A command's own earlier split of this day and ratio; one that a source told of is a possible duplicate instead. */
function findRecorded(fact: SplitFact, view: PortfolioView): number | undefined {
  const { instrument, date } = fact;
  const found = view
    .get({ kind: 'matches', subject: instrument, date, identity: deriveIdentity(fact) })
    .find(({ live, entry }) => live && !entry.fromFact);
  return found?.entry.seq;
}
