import { withDefault } from '../engine/field.ts';
import { choiceField } from '../engine/field-kinds.ts';
import { answered, defineQuery } from '../engine/query.ts';
import { loadFact } from '../engine/store-protocol.ts';
import { rowsSchema, textSchema } from './query-fields.ts';

/** Facts that wait for a person. */
export const review = defineQuery({
  name: 'review',
  summary:
    'Facts that wait for a decision: why they are held, what was told and which entries they resemble.',
  fields: { state: withDefault(choiceField('Which ones', ['open', 'all']), 'open') },
  positional: [],
  body: rowsSchema({
    review_id: textSchema,
    state: textSchema,
    reason: textSchema,
    source: textSchema,
    source_id: textSchema,
  }),
  table: {
    columns: [
      { member: 'review_id', title: 'Review' },
      { member: 'reason', title: 'Why' },
      { member: 'source', title: 'Source' },
      { member: 'source_id', title: 'Id' },
      { member: 'candidates', title: 'Resembles' },
      { member: 'state', title: 'State' },
    ],
    whenEmpty: 'Nothing waits for review.',
  },
  *answer({ state }, { portfolio }) {
    const records = yield* loadFact(portfolio, { kind: 'records', record: 'review' });
    const wanted = records.filter(({ value }) => state === 'all' || value['state'] === 'open');
    return answered(wanted.map(({ id, value }) => ({ review_id: id, ...value })));
  },
  examples: [{}, { state: 'all' }],
});
