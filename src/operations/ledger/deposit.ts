import { amountField, currencyField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import { defineOperation, type Given, type PortfolioView } from '../../engine/operation.ts';
import type { CashFact } from '../../ledger/fact.ts';
import type { Values } from '../../engine/field.ts';
import { bookEvent, eventRefusals, readEvent } from './book-event.ts';
import { eventFields, matchFields, momentOf } from './event-fields.ts';

const fields = {
  amount: amountField('Money that came in'),
  currency: optional(currencyField("Currency of the amount; the portfolio's base currency when left out")),
  ...eventFields,
  ...matchFields,
};

/** Money came from outside into cash. */
export const deposit = defineOperation({
  name: 'deposit',
  summary: 'Record money that came into the portfolio from outside.',
  fields,
  positional: ['amount'],
  refusals: eventRefusals,
  replay: 'by-key',
  reads: (input, view, given) => readEvent(factOf(input, view, given)),
  decide: (input, view, given) => bookEvent(factOf(input, view, given), view, given, input),
  examples: [
    {
      title: 'A thousand dollars arrive',
      input: { amount: '1000', currency: 'USD', on: '2026-05-01' },
      outcome: 'accepted',
      after: { cash: { USD: '1000' } },
    },
    {
      title: 'A deposit dated tomorrow',
      input: { amount: '5', on: '9999-12-31' },
      outcome: 'date_in_future',
    },
  ],
});

function factOf(input: Values<typeof fields>, view: PortfolioView, given: Given): CashFact {
  const currency = input.currency ?? view.settings.baseCurrency;
  return { kind: 'cash', direction: 'in', amount: input.amount, currency, ...momentOf(input, given) };
}
