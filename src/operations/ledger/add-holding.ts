import { amountField, currencyField, instrumentField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import { accept, defineOperation, refuse } from '../../engine/operation.ts';
import type { EntryDraft } from '../../ledger/entry.ts';
import { Decimal } from '../../money/decimal.ts';
import { eventFields, momentOf, refuseFutureDate } from './event-fields.ts';
import { currencyOf, readInstrument, resolveInstrument } from './resolve-instrument.ts';

/** A holding that is not there yet. */
export const addHolding = defineOperation({
  name: 'add_holding',
  summary: 'Add a holding that is not in the portfolio yet. No cash moves.',
  fields: {
    instrument: instrumentField('What is held'),
    units: amountField('Units held', 'positive', 'UNITS'),
    cost: amountField('What they had cost in all', 'not_negative', 'COST'),
    currency: optional(currencyField('Currency of the cost; as for the instrument when left out')),
    ...eventFields,
  },
  positional: ['instrument'],
  refusals: ['date_in_future', 'already_exists'],
  replay: 'by-absence',
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
    const held = view.get({ kind: 'units', instrument }).units.get(currency);
    if (held !== undefined && !held.isZero()) {
      const message = `${held} units of ${instrument} are held already. Use set_holding to state another number, or adjust_holding to add.`;
      return refuse('already_exists', message, { instrument, currency, units: held.toString() });
    }
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
      legs: [{ kind: 'acquire', instrument, currency, units, cost, fee: Decimal.zero }],
      sets: [],
      flags: [],
    };
    return accept([draft]);
  },
  examples: [
    {
      title: 'Ten units that had cost 1,500',
      input: { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' },
      outcome: 'accepted',
      after: { cash: {}, holdings: { AAPL: { units: '10', cost: '1500' } } },
    },
    {
      title: 'A holding that is there already',
      given: [
        {
          operation: 'add_holding',
          input: { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' },
        },
      ],
      input: { instrument: 'AAPL', units: '5', cost: '700', currency: 'USD', on: '2026-05-02' },
      outcome: 'already_exists',
      after: { holdings: { AAPL: { units: '10', cost: '1500' } } },
    },
  ],
});
