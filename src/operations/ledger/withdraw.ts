import { amountField, currencyField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import { defineOperation, type Given, type PortfolioView } from '../../engine/operation.ts';
import type { CashFact } from '../../ledger/fact.ts';
import type { Values } from '../../engine/field.ts';
import { bookEvent, eventRefusals, readEvent } from './book-event.ts';
import { eventFields, matchFields, momentOf } from './event-fields.ts';

const fields = {
  amount: amountField('Money that left'),
  currency: optional(currencyField("Currency of the amount; the portfolio's base currency when left out")),
  ...eventFields,
  ...matchFields,
};

/** Money left cash for outside. */
export const withdraw = defineOperation({
  name: 'withdraw',
  summary: 'Record money that left the portfolio.',
  fields,
  positional: ['amount'],
  refusals: eventRefusals,
  replay: 'by-key',
  reads: (input, view, given) => readEvent(factOf(input, view, given)),
  decide: (input, view, given) => bookEvent(factOf(input, view, given), view, given, input),
  examples: [
    {
      title: 'Fifty of a thousand dollars leave',
      given: [{ operation: 'deposit', input: { amount: '1000', currency: 'USD', on: '2026-05-01' } }],
      input: { amount: '50', currency: 'USD', on: '2026-05-02' },
      outcome: 'accepted',
      after: { cash: { USD: '950' } },
    },
    {
      title: 'More leaves than is there',
      given: [{ operation: 'deposit', input: { amount: '10', currency: 'USD', on: '2026-05-01' } }],
      input: { amount: '50', currency: 'USD', on: '2026-05-02' },
      outcome: 'insufficient_cash',
      after: { cash: { USD: '10' } },
    },
    {
      title: 'A back-dated withdrawal that a later day cannot bear',
      given: [
        { operation: 'deposit', input: { amount: '100', currency: 'USD', on: '2026-05-01' } },
        { operation: 'withdraw', input: { amount: '80', currency: 'USD', on: '2026-05-10' } },
      ],
      input: { amount: '30', currency: 'USD', on: '2026-05-05' },
      outcome: 'insufficient_cash',
      after: { cash: { USD: '20' } },
    },
  ],
});

function factOf(input: Values<typeof fields>, view: PortfolioView, given: Given): CashFact {
  const currency = input.currency ?? view.settings.baseCurrency;
  return { kind: 'cash', direction: 'out', amount: input.amount, currency, ...momentOf(input, given) };
}
