import {
  amountField,
  choiceField,
  currencyField,
  instrumentField,
  switchField,
} from '../../engine/field-kinds.ts';
import { optional, type Values, withDefault } from '../../engine/field.ts';
import { defineOperation, type Given, type PortfolioView } from '../../engine/operation.ts';
import type { FeeFact } from '../../ledger/fact.ts';
import { bookEvent, eventRefusals, readEvent } from './book-event.ts';
import { eventFields, matchFields, momentOf } from './event-fields.ts';
import { resolveInstrument } from './resolve-instrument.ts';

const fields = {
  amount: amountField('What was charged, or given back with refund'),
  kind: withDefault(choiceField('What it was', ['fee', 'tax']), 'fee'),
  refund: withDefault(switchField('The amount came back'), false),
  instrument: optional(instrumentField('What it was charged for')),
  currency: optional(currencyField("Currency of the amount; the portfolio's base currency when left out")),
  ...eventFields,
  ...matchFields,
};

/** A fee or tax that is not part of a trade. */
export const recordFee = defineOperation({
  name: 'record_fee',
  summary: 'Record a fee or tax that left cash, or came back as a refund.',
  fields,
  positional: ['amount'],
  refusals: eventRefusals,
  replay: 'by-key',
  firstReads: ({ instrument }) =>
    instrument === undefined ? [] : [{ kind: 'record', record: 'alias', id: instrument }],
  reads: (input, view, given) => readEvent(factOf(input, view, given)),
  decide: (input, view, given) => bookEvent(factOf(input, view, given), view, given, input),
  examples: [
    {
      title: 'A fee of 5',
      given: [{ operation: 'deposit', input: { amount: '20', currency: 'USD', on: '2026-05-01' } }],
      input: { amount: '5', kind: 'fee', currency: 'USD', on: '2026-05-31' },
      outcome: 'accepted',
      after: { cash: { USD: '15' } },
    },
    {
      title: 'Tax that came back',
      input: { amount: '5', kind: 'tax', refund: true, currency: 'USD', on: '2026-05-31' },
      outcome: 'accepted',
      after: { cash: { USD: '5' } },
    },
    {
      title: 'A fee without the cash for it',
      input: { amount: '5', kind: 'fee', currency: 'USD', on: '2026-05-31' },
      outcome: 'insufficient_cash',
      after: { cash: {} },
    },
  ],
});

function factOf(input: Values<typeof fields>, view: PortfolioView, given: Given): FeeFact {
  return {
    kind: 'fee',
    feeKind: input.kind,
    amount: input.amount,
    refund: input.refund,
    currency: input.currency ?? view.settings.baseCurrency,
    ...(input.instrument === undefined ? {} : { instrument: resolveInstrument(view, input.instrument) }),
    ...momentOf(input, given),
  };
}
