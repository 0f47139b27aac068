import { answered, defineQuery } from '../engine/query.ts';
import { loadFact } from '../engine/store-protocol.ts';
import { rowsSchema, textSchema } from './query-fields.ts';

/** Every portfolio of the store. */
export const portfolios = defineQuery({
  name: 'portfolios',
  summary: 'Every portfolio of this store with its settings and the number of its newest entry.',
  fields: {},
  positional: [],
  body: rowsSchema({
    portfolio: textSchema,
    base_currency: textSchema,
    cost_method: textSchema,
    overdraft: textSchema,
    shorts: textSchema,
    fees_in_cost: { type: 'boolean' },
    entries: { type: 'integer' },
  }),
  table: {
    columns: [
      { member: 'portfolio', title: 'Portfolio' },
      { member: 'base_currency', title: 'Currency' },
      { member: 'cost_method', title: 'Cost' },
      { member: 'overdraft', title: 'Overdraft' },
      { member: 'shorts', title: 'Shorts' },
      { member: 'entries', title: 'Entries', align: 'right' },
    ],
    whenEmpty: 'There is no portfolio yet. The first write makes one.',
  },
  *answer(_, { portfolio }) {
    const states = yield* loadFact(portfolio, { kind: 'portfolios' });
    return answered(
      states.map(({ name, settings, seq }) => ({
        portfolio: name,
        base_currency: settings.baseCurrency,
        cost_method: settings.costMethod,
        overdraft: settings.overdraft,
        shorts: settings.shorts,
        fees_in_cost: settings.feesInCost,
        entries: seq,
      })),
    );
  },
  examples: [{}],
});
