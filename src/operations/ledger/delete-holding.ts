import { currencyField, instrumentField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import { accept, defineOperation, refuse } from '../../engine/operation.ts';
import { Decimal } from '../../money/decimal.ts';
import { eventFields, momentOf, refuseFutureDate } from './event-fields.ts';
import { draftTarget, heldAt } from './holding-target.ts';
import { currencyOf, readInstrument, resolveInstrument } from './resolve-instrument.ts';

/** Nothing of it is held any more. What was recorded before stays. */
export const deleteHolding = defineOperation({
  name: 'delete_holding',
  summary: 'State that nothing of an instrument is held any more. History stays; no cash moves.',
  fields: {
    instrument: instrumentField('What is no longer held'),
    currency: optional(currencyField('Currency of the holding; as for the instrument when left out')),
    ...eventFields,
  },
  positional: ['instrument'],
  refusals: ['date_in_future', 'not_found'],
  replay: 'by-presence',
  destructive: true,
  firstReads: ({ instrument, currency }) => readInstrument(instrument, currency),
  *reads(input, view) {
    yield { kind: 'history', instrument: resolveInstrument(view, input.instrument) };
    yield { kind: 'units', instrument: resolveInstrument(view, input.instrument) };
  },
  decide: (input, view, given) => {
    const moment = momentOf(input, given);
    const future = refuseFutureDate(moment.date, given);
    if (future !== undefined) return future;
    const instrument = resolveInstrument(view, input.instrument);
    const currency = currencyOf(view, instrument, input.currency);
    if (heldAt(view, { instrument, currency, date: moment.date }).units.isZero()) {
      const message = `No units of ${instrument} in ${currency} are held on ${moment.date}. Nothing was deleted.`;
      return refuse('not_found', message, { instrument, currency, date: moment.date });
    }
    return accept(
      draftTarget(view, { instrument, currency, units: Decimal.zero, cost: Decimal.zero }, moment),
    );
  },
  examples: [
    {
      title: 'A holding goes',
      given: [
        {
          operation: 'add_holding',
          input: { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' },
        },
      ],
      input: { instrument: 'AAPL', currency: 'USD', on: '2026-05-02' },
      outcome: 'accepted',
      after: { holdings: { AAPL: { units: '0', cost: '0' } } },
    },
    {
      title: 'Nothing to delete',
      input: { instrument: 'AAPL', currency: 'USD', on: '2026-05-02' },
      outcome: 'not_found',
    },
  ],
});
