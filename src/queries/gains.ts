import { optional } from '../engine/field.ts';
import { dateField } from '../engine/field-kinds.ts';
import { answered, defineQuery } from '../engine/query.ts';
import { toEntryId } from '../ledger/entry.ts';
import type { RealizedGain } from '../ledger/position.ts';
import { shownUnits } from './holdings.ts';
import { foldHistory, loadInstruments } from './load-positions.ts';
import { loadSettings } from './load-settings.ts';
import { amountSchema, instrumentFilter, rowsSchema, textSchema, timeFields } from './query-fields.ts';

/** Realised gains, one row for each sale, derived from the whole history. */
export const gains = defineQuery({
  name: 'gains',
  summary: 'Realised gains and losses, one row for each sale, with proceeds and the cost that was released.',
  fields: {
    instrument: instrumentFilter,
    from: optional(dateField('Gains from this day on')),
    ...timeFields,
  },
  positional: ['instrument'],
  body: rowsSchema({
    date: textSchema,
    instrument: textSchema,
    currency: textSchema,
    units: amountSchema,
    proceeds: amountSchema,
    cost: amountSchema,
    gain: amountSchema,
    reason: textSchema,
    entry_id: textSchema,
  }),
  table: {
    columns: [
      { member: 'date', title: 'Date' },
      { member: 'instrument', title: 'Instrument' },
      { member: 'units', title: 'Units', align: 'right' },
      { member: 'proceeds', title: 'Proceeds', align: 'right' },
      { member: 'cost', title: 'Cost', align: 'right' },
      { member: 'gain', title: 'Gain', align: 'right' },
      { member: 'currency', title: 'Currency' },
      { member: 'reason', title: 'Reason' },
    ],
    whenEmpty: 'No gain has been realised.',
  },
  *answer({ instrument, from, as_of: asOf, known_at: knownAt }, { portfolio, today }) {
    const settings = yield* loadSettings(portfolio);
    const bounds = { asOf: asOf ?? today, knownAt };
    const realized: RealizedGain[] = [];
    for (const known of yield* loadInstruments(portfolio, instrument)) {
      realized.push(...(yield* foldHistory({ portfolio, settings, bounds }, known.instrument)).gains);
    }
    const wanted = realized.filter(({ date }) => from === undefined || date >= from);
    return answered(wanted.toSorted((left, right) => (left.date < right.date ? -1 : 1)).map(describeGain));
  },
  examples: [{}],
});

function describeGain(gain: RealizedGain) {
  return {
    date: gain.date,
    instrument: gain.instrument,
    currency: gain.currency,
    units: gain.units.toDecimal(shownUnits).toString(),
    proceeds: gain.proceeds.toString(),
    cost: gain.cost.toString(),
    gain: gain.gain.toString(),
    reason: gain.reason,
    entry_id: toEntryId(gain.seq),
  };
}
