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

/** Units were bought for cash. */
export const buy = defineOperation({
  name: 'buy',
  summary: 'Record a purchase: units come in, cash goes out.',
  fields: tradeFields,
  positional: ['instrument', 'units'],
  refusals: eventRefusals,
  replay: 'by-key',
  check: (input) => checkTradeInput('buy', input),
  firstReads: readTradedInstrument,
  reads: (input, view, given) => readTrade('buy', input, view, given),
  decide: (input, view, given) =>
    bookEvent(tradeFactOf('buy', input, view, given), view, given, {
      ...input,
      flags: flagPriceMismatch('buy', input),
    }),
  examples: [
    {
      title: 'Ten shares at 190 with a fee of 1',
      given: [{ operation: 'deposit', input: { amount: '5000', currency: 'USD', on: '2026-05-01' } }],
      input: { instrument: 'AAPL', units: '10', price: '190', fee: '1', currency: 'USD', on: '2026-05-01' },
      outcome: 'accepted',
      after: { cash: { USD: '3099' }, holdings: { AAPL: { units: '10', cost: '1901' } } },
    },
    {
      title: "The broker's amount wins over units × price",
      given: [{ operation: 'deposit', input: { amount: '1000', currency: 'AUD', on: '2026-01-05' } }],
      input: {
        instrument: 'NDQ',
        units: '17',
        price: '55.72',
        fee: '4.99',
        amount: '952.23',
        currency: 'AUD',
        on: '2026-01-05',
      },
      outcome: 'accepted',
      after: { cash: { AUD: '47.77' }, holdings: { NDQ: { units: '17', cost: '952.23' } } },
    },
    {
      title: 'More than the cash that is there',
      given: [{ operation: 'deposit', input: { amount: '100', currency: 'USD', on: '2026-05-01' } }],
      input: { instrument: 'AAPL', units: '10', price: '190', currency: 'USD', on: '2026-05-01' },
      outcome: 'insufficient_cash',
      after: { cash: { USD: '100' }, holdings: {} },
    },
    {
      title: 'Neither price nor amount',
      input: { instrument: 'AAPL', units: '10' },
      outcome: 'invalid_input',
    },
  ],
});
