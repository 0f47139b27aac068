import { amountField, currencyField, instrumentField } from '../../engine/field-kinds.ts';
import { optional, type Values } from '../../engine/field.ts';
import { defineOperation, type Given, type PortfolioView } from '../../engine/operation.ts';
import type { ReturnOfCapitalFact } from '../../ledger/fact.ts';
import { bookEvent, eventRefusals, readEvent } from './book-event.ts';
import { eventFields, matchFields, momentOf } from './event-fields.ts';
import { currencyOf, readInstrument, resolveInstrument } from './resolve-instrument.ts';

const fields = {
  instrument: instrumentField('What paid it back'),
  amount: amountField('Cash that came back'),
  currency: optional(currencyField('Currency of the amount; as for the instrument when left out')),
  ...eventFields,
  ...matchFields,
};

/** Part of the cost came back as cash; what exceeds the cost is a gain. */
export const recordReturnOfCapital = defineOperation({
  name: 'record_return_of_capital',
  summary: 'Record a return of capital: cash comes in and the cost of the position falls by it.',
  fields,
  positional: ['instrument', 'amount'],
  refusals: eventRefusals,
  replay: 'by-key',
  firstReads: ({ instrument, currency }) => readInstrument(instrument, currency),
  reads: (input, view, given) => readEvent(factOf(input, view, given)),
  decide: (input, view, given) => bookEvent(factOf(input, view, given), view, given, input),
  examples: [
    {
      title: 'Twenty of a cost of a hundred come back',
      given: [
        {
          operation: 'record_existing_position',
          input: { instrument: 'REIT', units: '10', cost: '100', currency: 'USD', on: '2026-01-01' },
        },
      ],
      input: { instrument: 'REIT', amount: '20', currency: 'USD', on: '2026-02-01' },
      outcome: 'accepted',
      after: { cash: { USD: '20' }, holdings: { REIT: { units: '10', cost: '80', gain: '0' } } },
    },
    {
      title: 'More comes back than the cost',
      given: [
        {
          operation: 'record_existing_position',
          input: { instrument: 'REIT', units: '10', cost: '100', currency: 'USD', on: '2026-01-01' },
        },
      ],
      input: { instrument: 'REIT', amount: '120', currency: 'USD', on: '2026-02-01' },
      outcome: 'accepted',
      after: { cash: { USD: '120' }, holdings: { REIT: { units: '10', cost: '0', gain: '20' } } },
    },
  ],
});

function factOf(input: Values<typeof fields>, view: PortfolioView, given: Given): ReturnOfCapitalFact {
  const instrument = resolveInstrument(view, input.instrument);
  const currency = currencyOf(view, instrument, input.currency);
  return { kind: 'return_of_capital', instrument, amount: input.amount, currency, ...momentOf(input, given) };
}
