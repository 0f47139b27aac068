import { defineOperation } from '../../engine/operation.ts';
import { bookEvent, eventRefusals } from './book-event.ts';
import {
  checkTradeInput,
  flagPriceMismatch,
  readTrade,
  readTradedInstrument,
  tradeFactOf,
  tradeFields,
} from './trade-fact.ts';

const twoLots = [
  { operation: 'deposit', input: { amount: '1000', currency: 'USD', on: '2026-01-01' } },
  {
    operation: 'buy',
    input: { instrument: 'ACME', units: '10', price: '40', currency: 'USD', on: '2026-01-02' },
  },
  {
    operation: 'buy',
    input: { instrument: 'ACME', units: '10', price: '60', currency: 'USD', on: '2026-01-03' },
  },
] as const;

/** Units were sold for cash. */
export const sell = defineOperation({
  name: 'sell',
  summary: 'Record a sale: units go out, cash comes in.',
  fields: tradeFields,
  positional: ['instrument', 'units'],
  refusals: eventRefusals,
  replay: 'by-key',
  check: (input) => checkTradeInput('sell', input),
  firstReads: readTradedInstrument,
  reads: (input, view, given) => readTrade('sell', input, view, given),
  decide: (input, view, given) =>
    bookEvent(tradeFactOf('sell', input, view, given), view, given, {
      ...input,
      flags: flagPriceMismatch('sell', input),
    }),
  examples: [
    {
      title: 'Two lots sold together at a gain',
      given: twoLots,
      input: { instrument: 'ACME', units: '20', price: '100', currency: 'USD', on: '2026-02-01' },
      outcome: 'accepted',
      after: { cash: { USD: '2000' }, holdings: { ACME: { units: '0', cost: '0', gain: '1000' } } },
    },
    {
      title: 'More units than are held',
      given: twoLots,
      input: { instrument: 'ACME', units: '21', price: '100', currency: 'USD', on: '2026-02-01' },
      outcome: 'insufficient_units',
      after: { cash: { USD: '0' }, holdings: { ACME: { units: '20', cost: '1000' } } },
    },
    {
      title: 'A back-dated sale that a later day cannot bear',
      given: [
        ...twoLots,
        {
          operation: 'sell',
          input: { instrument: 'ACME', units: '15', price: '50', currency: 'USD', on: '2026-01-20' },
        },
      ],
      input: { instrument: 'ACME', units: '10', price: '50', currency: 'USD', on: '2026-01-10' },
      outcome: 'insufficient_units',
      after: { holdings: { ACME: { units: '5', cost: '250' } } },
    },
    {
      title: 'Proceeds smaller than the fee',
      given: [
        { operation: 'deposit', input: { amount: '10', currency: 'USD', on: '2026-01-01' } },
        {
          operation: 'record_existing_position',
          input: { instrument: 'PENNY', units: '200', cost: '1', currency: 'USD', on: '2026-01-01' },
        },
      ],
      input: {
        instrument: 'PENNY',
        units: '200',
        price: '0.0005',
        fee: '6',
        currency: 'USD',
        on: '2026-01-02',
      },
      outcome: 'accepted',
      after: { cash: { USD: '4.1' }, holdings: { PENNY: { units: '0', cost: '0', gain: '-6.9' } } },
    },
  ],
});
