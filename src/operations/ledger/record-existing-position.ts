import { amountField, currencyField, instrumentField } from '../../engine/field-kinds.ts';
import { optional, type Values } from '../../engine/field.ts';
import { defineOperation, type Given, type PortfolioView } from '../../engine/operation.ts';
import type { ExistingFact } from '../../ledger/fact.ts';
import { bookEvent, eventRefusals, readEvent } from './book-event.ts';
import { eventFields, matchFields, momentOf } from './event-fields.ts';
import { currencyOf, readInstrument, resolveInstrument } from './resolve-instrument.ts';

const fields = {
  instrument: instrumentField('What is held'),
  units: amountField('How many units came in', 'positive', 'UNITS'),
  cost: amountField('What they had cost in all', 'not_negative', 'COST'),
  currency: optional(currencyField('Currency of the cost; as for the instrument when left out')),
  ...eventFields,
  ...matchFields,
};

/** Units that were held before the books began. No cash moves. */
export const recordExistingPosition = defineOperation({
  name: 'record_existing_position',
  summary: 'Record units that were held before these books began, at what they had cost. No cash moves.',
  fields,
  positional: ['instrument', 'units'],
  refusals: eventRefusals,
  replay: 'by-key',
  firstReads: ({ instrument, currency }) => readInstrument(instrument, currency),
  reads: (input, view, given) => readEvent(factOf(input, view, given)),
  decide: (input, view, given) => bookEvent(factOf(input, view, given), view, given, input),
  examples: [
    {
      title: 'Ten shares that had cost 1,500',
      input: { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-01-01' },
      outcome: 'accepted',
      after: { cash: {}, holdings: { AAPL: { units: '10', cost: '1500' } } },
    },
  ],
});

function factOf(input: Values<typeof fields>, view: PortfolioView, given: Given): ExistingFact {
  const instrument = resolveInstrument(view, input.instrument);
  const currency = currencyOf(view, instrument, input.currency);
  const { units, cost } = input;
  return { kind: 'existing', instrument, units, cost, currency, ...momentOf(input, given) };
}
