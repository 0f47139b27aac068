import { amountField, currencyField } from '../../engine/field-kinds.ts';
import { defineOperation } from '../../engine/operation.ts';
import { eventFields, momentOf, refuseFutureDate } from './event-fields.ts';
import { stateValue } from './state-value.ts';

const { on, note } = eventFields;

/** What one unit of a currency was worth in another at the close of a day. */
export const setRate = defineOperation({
  name: 'set_rate',
  summary: 'State what one unit of a currency is worth in another at the close of a day.',
  fields: {
    from: currencyField('Currency of which one unit is valued'),
    to: currencyField('Currency in which it is valued'),
    rate: amountField('Units of the second currency for one of the first', 'positive', 'RATE'),
    on,
    note,
  },
  positional: ['from', 'to', 'rate'],
  refusals: ['date_in_future'],
  replay: 'by-value',
  check: ({ from, to }) =>
    from === to
      ? [{ field: 'to', found: to, message: `"to" is ${to}, the first currency. Name another one.` }]
      : [],
  reads: (input, _view, given) => [
    { kind: 'record', record: 'rate', id: `${input.from} ${input.to} ${momentOf(input, given).date}` },
  ],
  decide: (input, view, given) => {
    const { date } = momentOf(input, given);
    const future = refuseFutureDate(date, given);
    if (future !== undefined) return future;
    const { from, to } = input;
    return stateValue(view, {
      kind: 'rate',
      date,
      record: 'rate',
      id: `${from} ${to} ${date}`,
      value: { from, to, date, rate: input.rate.toString() },
    });
  },
  examples: [
    {
      title: 'One euro in dollars',
      input: { from: 'EUR', to: 'USD', rate: '1.08', on: '2026-05-01' },
      outcome: 'accepted',
    },
    {
      title: 'The rate that is set already',
      given: [{ operation: 'set_rate', input: { from: 'EUR', to: 'USD', rate: '1.08', on: '2026-05-01' } }],
      input: { from: 'EUR', to: 'USD', rate: '1.08', on: '2026-05-01' },
      outcome: 'unchanged',
    },
  ],
});
