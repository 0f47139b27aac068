import { amountField, currencyField, instrumentField } from '../../engine/field-kinds.ts';
import { optional, withDefault } from '../../engine/field.ts';
import { accept, defineOperation } from '../../engine/operation.ts';
import type { EntryDraft } from '../../ledger/entry.ts';
import { refuseShortfall } from './book-event.ts';
import { eventFields, momentOf, refuseFutureDate } from './event-fields.ts';
import { currencyOf, readInstrument, resolveInstrument } from './resolve-instrument.ts';

/** More or fewer units, relative to what is held. */
export const adjustHolding = defineOperation({
  name: 'adjust_holding',
  summary: 'Add units and cost to a holding, or take them away with negative numbers. No cash moves.',
  fields: {
    instrument: instrumentField('What is held'),
    units: amountField('Units to add; negative to take away', 'any', 'UNITS'),
    cost: withDefault(amountField('Cost to add; negative to take away', 'any', 'COST'), '0'),
    currency: optional(currencyField('Currency of the cost; as for the instrument when left out')),
    ...eventFields,
  },
  positional: ['instrument'],
  refusals: ['date_in_future', 'insufficient_units', 'insufficient_cash'],
  replay: 'by-key',
  check: ({ units, cost }) =>
    units.isZero() && cost.isZero()
      ? [{ field: 'units', found: '0', message: '"units" and "cost" are both 0. Give one of them.' }]
      : [],
  firstReads: ({ instrument, currency }) => readInstrument(instrument, currency),
  *reads(input, view) {
    yield { kind: 'units', instrument: resolveInstrument(view, input.instrument) };
  },
  decide: (input, view, given) => {
    const moment = momentOf(input, given);
    const future = refuseFutureDate(moment.date, given);
    if (future !== undefined) return future;
    const instrument = resolveInstrument(view, input.instrument);
    const currency = currencyOf(view, instrument, input.currency);
    const { units, cost } = input;
    const draft: EntryDraft = {
      kind: 'holding',
      ...moment,
      subject: instrument,
      postings: cost.isZero()
        ? []
        : [
            { account: 'equity:trading', currency, amount: cost },
            { account: 'equity:adjustment', currency, amount: cost.negated() },
          ],
      legs: [{ kind: 'adjust', instrument, currency, units, cost }],
      sets: [],
      flags: [],
    };
    return refuseShortfall(draft, view) ?? accept([draft]);
  },
  examples: [
    {
      title: 'Two units and 300 of cost are added',
      given: [
        {
          operation: 'add_holding',
          input: { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' },
        },
      ],
      input: { instrument: 'AAPL', units: '+2', cost: '300', currency: 'USD', on: '2026-05-02' },
      outcome: 'accepted',
      after: { cash: {}, holdings: { AAPL: { units: '12', cost: '1800' } } },
    },
    {
      title: 'More is taken away than is held',
      given: [
        {
          operation: 'add_holding',
          input: { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' },
        },
      ],
      input: { instrument: 'AAPL', units: '-11', cost: '-1500', currency: 'USD', on: '2026-05-02' },
      outcome: 'insufficient_units',
      after: { holdings: { AAPL: { units: '10', cost: '1500' } } },
    },
  ],
});
