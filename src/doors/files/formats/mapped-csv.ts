/** Any CSV file whose columns a person has described. It is never recognised by itself: nothing in it says what it is. */
import { findAmountSigns } from '../amount-signs.ts';
import { mappedColumns } from '../column-mapping.ts';
import type { ColumnMapping } from '../column-mapping.ts';
import type { FileFormat, FormatOptions, ParsedFile } from '../format.ts';
import { parseCsvRows } from '../parse-csv-rows.ts';
import type { CsvLayout } from '../parse-csv-rows.ts';
import { readMappedRow } from './mapped-row.ts';

export { parseColumnMapping } from '../column-mapping.ts';

export const mappedCsv: FileFormat = {
  name: 'csv',
  title: 'Any CSV file, with a description of its columns',
  extensions: ['csv', 'tsv', 'txt'],
  detect: () => false,
  parse,
};

const delimiters = [',', ';', '\t', '|'];

function parse(text: string, options: FormatOptions): ParsedFile {
  const { mapping } = options;
  if (mapping === undefined) {
    const message = 'A CSV file of this format needs a mapping that says which column holds what. Give one.';
    return { kind: 'problems', problems: [{ line: 1, code: 'no_mapping', message }] };
  }
  const accounts = new Set<string>();
  const parsed = parseCsvRows(text, toLayout(mapping), (readers) => {
    const signs = findAmountSigns(readers, mapping);
    return (reader) => {
      const account = reader.peek('account');
      if (account !== '') accounts.add(account);
      return readMappedRow(reader, { mapping, signs, options });
    };
  });
  return parsed.kind === 'rows' && accounts.size > 0 ? { ...parsed, accounts: [...accounts] } : parsed;
}

/** Every column that the mapping names must be there: one that is not was misspelt. */
function toLayout(mapping: ColumnMapping): CsvLayout {
  return {
    delimiters: mapping.delimiter === undefined ? delimiters : [mapping.delimiter],
    columns: mappedColumns.flatMap((field) => {
      const header = mapping.columns.get(field);
      return header === undefined ? [] : [{ field, headers: [header], required: true }];
    }),
  };
}
