import { documentField, textField } from '../../engine/field-kinds.ts';
import { accept, defineOperation, type PortfolioView, refuse, unchanged } from '../../engine/operation.ts';
import type { JsonObject } from '../../ledger/json-value.ts';

/** Did a file come again that was taken back, without any of it being booked again? */
function isStillReversed(record: JsonObject, importId: string, view: PortfolioView): boolean {
  if (record['was_reversed'] !== true) return false;
  return view
    .get({ kind: 'entries_of_import', importId })
    .every(({ entry, reversedBy }) => reversedBy !== undefined || entry.reverses !== undefined);
}

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
  *reads(input, view) {
    yield { kind: 'record', record: 'import', id: input.import };
    const before = view.get({ kind: 'record', record: 'import', id: input.import });
    if (before?.['was_reversed'] === true) yield { kind: 'entries_of_import', importId: input.import };
  },
  decide: (input, view, given) => {
    const before = view.get({ kind: 'record', record: 'import', id: input.import });
    if (before === undefined) {
      return refuse('import_not_found', `There is no import ${input.import} to finish.`, {
        import: input.import,
      });
    }
    if (before['state'] === 'complete') return unchanged('already_finished', before);
    const state = isStillReversed(before, input.import, view) ? 'reversed' : 'complete';
    const value = { ...before, state, report: input.report, finished_at: given.at };
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
