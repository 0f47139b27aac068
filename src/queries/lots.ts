import { answered, defineQuery } from '../engine/query.ts';
import { toEntryId } from '../ledger/entry.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import { shownUnits } from './holdings.ts';
import { foldCurrent, loadInstruments } from './load-positions.ts';
import { loadSettings } from './load-settings.ts';
import { amountSchema, instrumentFilter, rowsSchema, textSchema, timeFields } from './query-fields.ts';

/** What each position is made of. */
export const lots = defineQuery({
  name: 'lots',
  summary: 'The open lots of each position, oldest first, with their share of the cost.',
  fields: { instrument: instrumentFilter, ...timeFields },
  positional: ['instrument'],
  body: rowsSchema({
    instrument: textSchema,
    currency: textSchema,
    date: textSchema,
    entry_id: textSchema,
    units: amountSchema,
    cost: amountSchema,
  }),
  table: {
    columns: [
      { member: 'instrument', title: 'Instrument' },
      { member: 'date', title: 'Since' },
      { member: 'units', title: 'Units', align: 'right' },
      { member: 'cost', title: 'Cost', align: 'right' },
      { member: 'currency', title: 'Currency' },
      { member: 'entry_id', title: 'Entry' },
    ],
    whenEmpty: 'Nothing is held.',
  },
  *answer({ instrument, as_of: asOf, known_at: knownAt }, { portfolio, today }) {
    const settings = yield* loadSettings(portfolio);
    const bounds = { asOf: asOf ?? today, knownAt };
    const rows: JsonObject[] = [];
    for (const known of yield* loadInstruments(portfolio, instrument)) {
      for (const { currency, lots: open } of yield* foldCurrent({ portfolio, settings, bounds }, known)) {
        for (const lot of open) {
          const units = lot.units.toDecimal(shownUnits).toString();
          const { date, cost, seq } = lot;
          rows.push({
            instrument: known.instrument,
            currency,
            date,
            entry_id: toEntryId(seq),
            units,
            cost: `${cost}`,
          });
        }
      }
    }
    return answered(rows);
  },
  examples: [{}],
});
