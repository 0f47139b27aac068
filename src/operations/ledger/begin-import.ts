import { countField, textField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import { accept, defineOperation, unchanged } from '../../engine/operation.ts';

/** A door begins to book the rows of a file that it has read whole. Until `finish_import` the import is incomplete. */
export const beginImport = defineOperation({
  name: 'begin_import',
  summary: 'Note that the rows of a file are about to be booked.',
  exposure: 'internal',
  fields: {
    import: textField('The import, derived from file, format and account', {
      lengthMax: 64,
      placeholder: 'IMPORT',
    }),
    file: textField('Name of the file', { lengthMax: 300, placeholder: 'FILE' }),
    format: textField('Format it is in', { lengthMax: 64, placeholder: 'FORMAT' }),
    account: optional(textField('Account it belongs to', { lengthMax: 64 })),
    rows: countField('Rows in it', { min: 0, max: 10_000_000 }),
  },
  positional: [],
  refusals: [],
  replay: 'by-state',
  reads: (input) => [{ kind: 'record', record: 'import', id: input.import }],
  decide: (input, view, given) => {
    const before = view.get({ kind: 'record', record: 'import', id: input.import });
    if (before !== undefined && before['state'] !== 'reversed') return unchanged('already_begun', before);
    const value = {
      ...before,
      state: 'incomplete',
      file: input.file,
      format: input.format,
      ...(input.account === undefined ? {} : { account: input.account }),
      rows: input.rows,
      begun_at: before?.['begun_at'] ?? given.at,
      ...(before === undefined ? {} : { was_reversed: true, again_at: given.at }),
      actor: given.actor,
    };
    return accept([], { records: [{ kind: 'import', id: input.import, value }], result: value });
  },
  examples: [
    {
      title: 'A file of fourteen rows',
      input: { import: 'imp_1', file: 'year.csv', format: 'utrade', rows: 14 },
      outcome: 'accepted',
    },
  ],
});
