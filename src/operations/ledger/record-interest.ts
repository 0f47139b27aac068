import { amountField, currencyField } from '../../engine/field-kinds.ts';
import { optional, type Values } from '../../engine/field.ts';
import { defineOperation, type Given, type PortfolioView } from '../../engine/operation.ts';
import type { InterestFact } from '../../ledger/fact.ts';
import { bookEvent, eventRefusals, readEvent } from './book-event.ts';
import { eventFields, matchFields, momentOf } from './event-fields.ts';

const fields = {
  amount: amountField('Interest received; negative when it was charged', 'any'),
  currency: optional(currencyField("Currency of the amount; the portfolio's base currency when left out")),
  ...eventFields,
  ...matchFields,
};

/** Interest came in, or was charged. */
export const recordInterest = defineOperation({
  name: 'record_interest',
  summary: 'Record interest that was received, or charged when it is negative.',
  fields,
  positional: ['amount'],
  refusals: eventRefusals,
  replay: 'by-key',
  check: ({ amount }) =>
    amount.isZero()
      ? [{ field: 'amount', found: '0', message: '"amount" is 0. Interest of nothing is no event.' }]
      : [],
  reads: (input, view, given) => readEvent(factOf(input, view, given)),
  decide: (input, view, given) => bookEvent(factOf(input, view, given), view, given, input),
  examples: [
    {
      title: 'Interest of 3.20',
      input: { amount: '3.2', currency: 'USD', on: '2026-05-31' },
      outcome: 'accepted',
      after: { cash: { USD: '3.2' } },
    },
    {
      title: 'Interest charged',
      given: [{ operation: 'deposit', input: { amount: '10', currency: 'USD', on: '2026-05-01' } }],
      input: { amount: '-1.5', currency: 'USD', on: '2026-05-31' },
      outcome: 'accepted',
      after: { cash: { USD: '8.5' } },
    },
    {
      title: 'More interest charged than there is cash',
      input: { amount: '-1.5', currency: 'USD', on: '2026-05-31' },
      outcome: 'insufficient_cash',
      after: { cash: {} },
    },
  ],
});

function factOf(input: Values<typeof fields>, view: PortfolioView, given: Given): InterestFact {
  const currency = input.currency ?? view.settings.baseCurrency;
  return { kind: 'interest', amount: input.amount, currency, ...momentOf(input, given) };
}
