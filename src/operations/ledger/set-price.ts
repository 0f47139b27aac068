import { amountField, currencyField, instrumentField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import { defineOperation } from '../../engine/operation.ts';
import { eventFields, momentOf, refuseFutureDate } from './event-fields.ts';
import { currencyOf, readInstrument, resolveInstrument } from './resolve-instrument.ts';
import { stateValue } from './state-value.ts';

const { on, note } = eventFields;

/** What one unit was worth at the close of a day. */
export const setPrice = defineOperation({
  name: 'set_price',
  summary: 'State the price of one unit at the close of a day.',
  fields: {
    instrument: instrumentField('What is priced'),
    price: amountField('Price of one unit', 'not_negative', 'PRICE'),
    currency: optional(currencyField('Currency of the price; as for the instrument when left out')),
    on,
    note,
  },
  positional: ['instrument', 'price'],
  refusals: ['date_in_future'],
  replay: 'by-value',
  firstReads: ({ instrument, currency }) => readInstrument(instrument, currency),
  *reads(input, view, given) {
    const instrument = resolveInstrument(view, input.instrument);
    const currency = currencyOf(view, instrument, input.currency);
    yield { kind: 'record', record: 'price', id: `${instrument} ${currency} ${momentOf(input, given).date}` };
  },
  decide: (input, view, given) => {
    const { date } = momentOf(input, given);
    const future = refuseFutureDate(date, given);
    if (future !== undefined) return future;
    const instrument = resolveInstrument(view, input.instrument);
    const currency = currencyOf(view, instrument, input.currency);
    return stateValue(view, {
      kind: 'price',
      date,
      subject: instrument,
      record: 'price',
      id: `${instrument} ${currency} ${date}`,
      value: { instrument, currency, date, price: input.price.toString() },
    });
  },
  examples: [
    {
      title: 'A closing price',
      input: { instrument: 'AAPL', price: '201.2', currency: 'USD', on: '2026-05-01' },
      outcome: 'accepted',
    },
    {
      title: 'The price that is set already',
      given: [
        {
          operation: 'set_price',
          input: { instrument: 'AAPL', price: '201.2', currency: 'USD', on: '2026-05-01' },
        },
      ],
      input: { instrument: 'AAPL', price: '201.20', currency: 'USD', on: '2026-05-01' },
      outcome: 'unchanged',
    },
  ],
});
