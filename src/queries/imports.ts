import { answered, defineQuery } from '../engine/query.ts';
import { loadFact } from '../engine/store-protocol.ts';
import { rowsSchema, textSchema } from './query-fields.ts';

/** Files that were brought in. */
export const imports = defineQuery({
  name: 'imports',
  summary: 'Files that were imported, and whether each is complete, incomplete or taken back.',
  fields: {},
  positional: [],
  body: rowsSchema({ import_id: textSchema, state: textSchema, file: textSchema, format: textSchema }),
  table: {
    columns: [
      { member: 'import_id', title: 'Import' },
      { member: 'file', title: 'File' },
      { member: 'format', title: 'Format' },
      { member: 'rows', title: 'Rows', align: 'right' },
      { member: 'begun_at', title: 'Begun' },
      { member: 'state', title: 'State' },
    ],
    whenEmpty: 'Nothing has been imported.',
  },
  *answer(_, { portfolio }) {
    const records = yield* loadFact(portfolio, { kind: 'records', record: 'import' });
    return answered(records.map(({ id, value }) => ({ import_id: id, ...value })));
  },
  examples: [{}],
});
