import { choiceField, dateField, instantField, textField } from '../../engine/field-kinds.ts';
import { optional, type Values } from '../../engine/field.ts';
import { defineOperation, type Given, type PortfolioView } from '../../engine/operation.ts';
import type { TradeFact } from '../../ledger/fact.ts';
import { encodeFact } from '../../ledger/fact-codec.ts';
import { bookFact, readFact } from './book-fact.ts';
import { eventFields } from './event-fields.ts';
import type { Telling } from './fact-review.ts';
import { checkTradeInput, readTradedInstrument, tradeFactOf, tradeFields } from './trade-fact.ts';

const { instrument, units, price, fee, amount, currency } = tradeFields;
const fields = {
  side: choiceField('Whether units were bought or sold', ['buy', 'sell']),
  instrument,
  units,
  price,
  fee,
  amount,
  currency,
  source: textField('Who tells of it: a broker, statement or mailbox', {
    lengthMax: 100,
    placeholder: 'SOURCE',
  }),
  source_id: textField("The source's own id of the trade", { lengthMax: 200, placeholder: 'ID' }),
  at: optional(instantField('Moment of execution, where the source gives one')),
  ...eventFields,
  on: dateField('Trade date'),
};
type Input = Values<typeof fields>;

/** A settled trade that a broker reports. Recorded even when it is inconvenient; oddities are flagged. */
export const recordExternalTrade = defineOperation({
  name: 'record_external_trade',
  summary: 'Record a settled trade that a broker or statement reports.',
  fields,
  positional: ['side', 'instrument', 'units'],
  refusals: [],
  replay: 'by-source',
  check: (input) => checkTradeInput(input.side, { ...input, link: undefined, again: false }),
  firstReads: readTradedInstrument,
  *reads(input, view, given) {
    const fact = factOf(input, view, given);
    yield* readFact(fact, tellingOf(input, fact), options, view);
  },
  decide: (input, view, given) => {
    const fact = factOf(input, view, given);
    return bookFact(fact, tellingOf(input, fact), view, given, options);
  },
  examples: [
    {
      title: 'A broker reports ten shares bought for 1,906 in all',
      input: {
        side: 'buy',
        instrument: 'AAPL',
        units: '10',
        amount: '1906',
        currency: 'USD',
        source: 'commsec',
        source_id: 'C123',
        on: '2026-05-01',
      },
      outcome: 'accepted',
      after: { cash: { USD: '-1906' }, holdings: { AAPL: { units: '10', cost: '1906' } } },
    },
    {
      title: 'Another source tells of the same trade',
      given: [
        {
          operation: 'record_external_trade',
          input: {
            side: 'buy',
            instrument: 'AAPL',
            units: '10',
            amount: '1906',
            currency: 'USD',
            source: 'mail',
            source_id: 'm-1',
            on: '2026-05-01',
          },
        },
      ],
      input: {
        side: 'buy',
        instrument: 'AAPL',
        units: '10',
        amount: '1906',
        currency: 'USD',
        source: 'commsec',
        source_id: 'C123',
        on: '2026-05-01',
      },
      outcome: 'matched',
      after: { cash: { USD: '-1906' }, holdings: { AAPL: { units: '10', cost: '1906' } } },
    },
    {
      title: 'Another source tells of nearly the same trade',
      given: [
        {
          operation: 'record_external_trade',
          input: {
            side: 'buy',
            instrument: 'AAPL',
            units: '10',
            amount: '1906',
            currency: 'USD',
            source: 'mail',
            source_id: 'm-1',
            on: '2026-05-01',
          },
        },
      ],
      input: {
        side: 'buy',
        instrument: 'AAPL',
        units: '10',
        amount: '1905',
        currency: 'USD',
        source: 'commsec',
        source_id: 'C123',
        on: '2026-05-02',
      },
      outcome: 'held',
      after: { cash: { USD: '-1906' }, holdings: { AAPL: { units: '10', cost: '1906' } } },
    },
    {
      title: 'A sale of something that was never bought here',
      input: {
        side: 'sell',
        instrument: 'GONE',
        units: '2',
        price: '10',
        currency: 'USD',
        source: 'commsec',
        source_id: 'C9',
        on: '2026-05-01',
      },
      outcome: 'accepted',
      after: { cash: { USD: '20' }, holdings: { GONE: { units: '-2', cost: '-20' } } },
    },
  ],
});

const options = { funding: 'cash', rebook: false } as const;

function factOf(input: Input, view: PortfolioView, given: Given): TradeFact {
  const { instant: _now, ...trade } = tradeFactOf(
    input.side,
    { ...input, link: undefined, again: false },
    view,
    given,
  );
  return input.at === undefined ? trade : { ...trade, instant: input.at };
}

/** What is told is the trade, so that a note or another way of writing it is no change at the source. */
function tellingOf(input: Input, fact: TradeFact): Telling {
  return { source: input.source, sourceId: input.source_id, told: encodeFact(fact) };
}
