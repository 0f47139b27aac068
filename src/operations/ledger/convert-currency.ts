import { amountField, currencyField } from '../../engine/field-kinds.ts';
import { type Values, withDefault } from '../../engine/field.ts';
import { defineOperation, type Given } from '../../engine/operation.ts';
import type { ConversionFact } from '../../ledger/fact.ts';
import { bookEvent, eventRefusals, readEvent } from './book-event.ts';
import { eventFields, matchFields, momentOf } from './event-fields.ts';

const fields = {
  amount: amountField('Money given'),
  from: currencyField('Currency given'),
  received: amountField('Money received', 'positive', 'RECEIVED'),
  to: currencyField('Currency received'),
  fee: withDefault(amountField('Fee in the currency given, besides the amount', 'not_negative', 'FEE'), '0'),
  ...eventFields,
  ...matchFields,
};

/** Money of one currency became money of another. Two amounts are stated; the rate follows from them. */
export const convertCurrency = defineOperation({
  name: 'convert_currency',
  summary: 'Record money changed from one currency into another, with both amounts as stated.',
  fields,
  positional: ['amount', 'from', 'received', 'to'],
  refusals: eventRefusals,
  replay: 'by-key',
  check: ({ from, to }) =>
    from === to
      ? [{ field: 'to', found: to, message: `"to" is ${to}, the currency given. Name another one.` }]
      : [],
  reads: (input, _view, given) => readEvent(factOf(input, given)),
  decide: (input, view, given) => bookEvent(factOf(input, given), view, given, input),
  examples: [
    {
      title: 'A thousand dollars become 920 euros, fee 2 dollars',
      given: [{ operation: 'deposit', input: { amount: '2000', currency: 'USD', on: '2026-05-01' } }],
      input: { amount: '1000', from: 'USD', received: '920', to: 'EUR', fee: '2', on: '2026-05-02' },
      outcome: 'accepted',
      after: { cash: { USD: '998', EUR: '920' } },
    },
    {
      title: 'More than is there',
      given: [{ operation: 'deposit', input: { amount: '1001', currency: 'USD', on: '2026-05-01' } }],
      input: { amount: '1000', from: 'USD', received: '920', to: 'EUR', fee: '2', on: '2026-05-02' },
      outcome: 'insufficient_cash',
      after: { cash: { USD: '1001' } },
    },
  ],
});

function factOf(input: Values<typeof fields>, given: Given): ConversionFact {
  return {
    kind: 'conversion',
    amount: input.amount,
    currency: input.from,
    toAmount: input.received,
    toCurrency: input.to,
    fee: input.fee,
    ...momentOf(input, given),
  };
}
