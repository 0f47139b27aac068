import { documentField, textField } from '../../engine/field-kinds.ts';
import { accept, defineOperation, refuse, unchanged } from '../../engine/operation.ts';
import type { JsonObject } from '../../ledger/json-value.ts';

/** Every row of an import has been answered. */
export const finishImport = defineOperation({
  name: 'finish_import',
  summary: 'Note that every row of a file has been booked, matched or held.',
  exposure: 'internal',
  fields: {
    import: textField('The import', { lengthMax: 64, placeholder: 'IMPORT' }),
    report: documentField<JsonObject>('How many rows were new, there already, matched and held', {
      read: (raw) => raw,
      print: (value) => value,
    }),
  },
  positional: [],
  refusals: ['import_not_found'],
  replay: 'by-state',
  reads: (input) => [{ kind: 'record', record: 'import', id: input.import }],
  decide: (input, view, given) => {
    const before = view.get({ kind: 'record', record: 'import', id: input.import });
    if (before === undefined) {
      return refuse('import_not_found', `There is no import ${input.import} to finish.`, {
        import: input.import,
      });
    }
    if (before['state'] === 'complete') return unchanged('already_finished', before);
    const value = { ...before, state: 'complete', report: input.report, finished_at: given.at };
    return accept([], { records: [{ kind: 'import', id: input.import, value }], result: value });
  },
  examples: [
    {
      title: 'All fourteen rows were new',
      given: [
        {
          operation: 'begin_import',
          input: { import: 'imp_1', file: 'year.csv', format: 'utrade', rows: 14 },
        },
      ],
      input: { import: 'imp_1', report: { rows: 14, new: 14 } },
      outcome: 'accepted',
    },
    {
      title: 'An import that never began',
      input: { import: 'imp_2', report: {} },
      outcome: 'import_not_found',
    },
  ],
});
