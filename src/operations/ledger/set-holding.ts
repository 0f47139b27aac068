import { amountField, currencyField, instrumentField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import { accept, defineOperation, unchanged } from '../../engine/operation.ts';
import { Rational } from '../../money/rational.ts';
import { eventFields, momentOf, refuseFutureDate } from './event-fields.ts';
import { draftTarget, heldAt } from './holding-target.ts';
import { currencyOf, readInstrument, resolveInstrument } from './resolve-instrument.ts';

/** From this day on exactly so many units are held, whatever is recorded before it later. */
export const setHolding = defineOperation({
  name: 'set_holding',
  summary: 'State how many units are held and what they had cost. History stays; no cash moves.',
  fields: {
    instrument: instrumentField('What is held'),
    units: amountField('Units held', 'not_negative', 'UNITS'),
    cost: amountField('What they had cost in all', 'not_negative', 'COST'),
    currency: optional(currencyField('Currency of the cost; as for the instrument when left out')),
    ...eventFields,
  },
  positional: ['instrument'],
  refusals: ['date_in_future'],
  replay: 'by-value',
  check: ({ units, cost }) =>
    units.isZero() && !cost.isZero()
      ? [
          {
            field: 'cost',
            found: cost.toString(),
            message: `"cost" is ${cost} for 0 units. Nothing held costs nothing.`,
          },
        ]
      : [],
  firstReads: ({ instrument, currency }) => readInstrument(instrument, currency),
  *reads(input, view) {
    yield { kind: 'history', instrument: resolveInstrument(view, input.instrument) };
    yield { kind: 'units', instrument: resolveInstrument(view, input.instrument) };
  },
  decide: (input, view, given) => {
    const moment = momentOf(input, given);
    const future = refuseFutureDate(moment.date, given);
    if (future !== undefined) return future;
    const { units, cost } = input;
    const instrument = resolveInstrument(view, input.instrument);
    const currency = currencyOf(view, instrument, input.currency);
    const held = heldAt(view, { instrument, currency, date: moment.date });
    if (held.units.equals(Rational.fromDecimal(units)) && held.cost.equals(cost)) {
      return unchanged('same_value', { instrument, currency, units: `${units}`, cost: `${cost}` }, true);
    }
    return accept(draftTarget(view, { instrument, currency, units, cost }, moment));
  },
  examples: [
    {
      title: 'Ten units that had cost 1,500',
      input: { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' },
      outcome: 'accepted',
      after: { cash: {}, holdings: { AAPL: { units: '10', cost: '1500' } } },
    },
    {
      title: 'The newer statement about one day replaces the older',
      given: [
        {
          operation: 'set_holding',
          input: { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' },
        },
      ],
      input: { instrument: 'AAPL', units: '9', cost: '1350', currency: 'USD', on: '2026-05-01' },
      outcome: 'accepted',
      after: { holdings: { AAPL: { units: '9', cost: '1350' } } },
    },
    {
      title: 'What is so already',
      given: [
        {
          operation: 'set_holding',
          input: { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' },
        },
      ],
      input: { instrument: 'AAPL', units: '10.0', cost: '1500', currency: 'USD', on: '2026-05-02' },
      outcome: 'unchanged',
    },
  ],
});
