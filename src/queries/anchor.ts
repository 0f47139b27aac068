import { answered, defineQuery } from '../engine/query.ts';
import { loadFact } from '../engine/store-protocol.ts';
import { chainStart } from '../ledger/chain.ts';
import { rowSchema, textSchema } from './query-fields.ts';

/** The head of the hash chain, to be kept where nobody who can write to the store can reach it. */
export const anchor = defineQuery({
  name: 'anchor',
  summary: 'The head of the hash chain, to be kept elsewhere and compared later with verify.',
  fields: {},
  positional: [],
  body: rowSchema({ portfolio: textSchema, entries: { type: 'integer' }, head: textSchema, at: textSchema }),
  *answer(_, { portfolio, at }) {
    const state = yield* loadFact(portfolio, { kind: 'portfolio' });
    return answered({ portfolio, entries: state?.seq ?? 0, head: state?.head ?? chainStart, at });
  },
  examples: [{}],
});
