import { columnKey, readCsvTable, readHeader } from './csv-table.ts';
import type { CsvRow } from './csv-table.ts';
import type { FileRow, ParsedFile } from './format.ts';
import { ProblemList } from './problem-list.ts';
import { RowReader } from './row-reader.ts';

export interface CsvColumn {
  /** What the format calls it. */
  readonly field: string;
  /** The headers under which it may stand, the usual one first; upper and lower case do not matter. */
  readonly headers: readonly string[];
  readonly required: boolean;
}

export interface CsvLayout {
  readonly delimiters: readonly string[];
  readonly columns: readonly CsvColumn[];
}

/** Reads one row; undefined for one that it refused, which the reader then has noted. */
export type ReadRow = (reader: RowReader) => FileRow | 'left_out' | undefined;

/**
 * Parses a CSV file row by row. `prepare` may look at all rows before the first one is read. Columns that the layout
 * does not name are not looked at. Readers are made anew wherever they are needed: keeping a million of them costs more
 * than making them.
 */
export function parseCsvRows(
  text: string,
  layout: CsvLayout,
  prepare: (readers: Iterable<RowReader>) => ReadRow,
): ParsedFile {
  const problems = new ProblemList();
  const table = readCsvTable(text, layout.delimiters);
  for (const problem of table.problems) problems.add(problem);
  if (table.header === undefined) return problems.toParsedFile();
  const columns = findColumns(table.header, layout, problems);
  if (columns === undefined) return problems.toParsedFile();

  const whole = table.rows.filter((row) => hasAllCells(row, table.header, problems));
  const readRow = prepare({
    *[Symbol.iterator]() {
      for (const row of whole) yield toReader(row, columns, layout, problems);
    },
  });
  const rows: FileRow[] = [];
  for (const row of whole) {
    const read = readRow(toReader(row, columns, layout, problems));
    if (read !== undefined && read !== 'left_out') rows.push(read);
  }
  return problems.isEmpty ? { kind: 'rows', rows } : problems.toParsedFile();
}

/** Whether the first line has all required columns of the layout. */
export function hasLayout(text: string, layout: CsvLayout): boolean {
  const found = new Set(readHeader(text, layout.delimiters));
  return layout.columns.every(
    (column) => !column.required || column.headers.some((header) => found.has(columnKey(header))),
  );
}

interface FoundColumn {
  readonly index: number;
  readonly name: string;
}

function findColumns(
  header: CsvRow,
  layout: CsvLayout,
  problems: ProblemList,
): ReadonlyMap<string, FoundColumn> | undefined {
  const { line, cells } = header;
  const found = new Map<string, FoundColumn>();
  let failed = false;
  for (const { field, headers, required } of layout.columns) {
    const keys = headers.map(columnKey);
    const matches = cells
      .map((cell, index) => ({ index, name: cell.trim() }))
      .filter(({ name }) => keys.includes(columnKey(name)));
    const [first, second] = matches;
    if (first !== undefined) found.set(field, first);
    if (second !== undefined) {
      failed = true;
      const names = matches.map(({ name }) => name).join(' and ');
      problems.add({
        line,
        code: 'duplicate_column',
        field: second.name,
        message: `${names} hold the same thing. Keep one of these columns.`,
      });
    } else if (first === undefined && required) {
      failed = true;
      const message = `There is no column ${headers.join(' or ')}. The header has: ${describeHeader(cells)}.`;
      problems.add({ line, code: 'missing_column', field: headers[0] ?? field, message });
    }
  }
  return failed ? undefined : found;
}

function hasAllCells(row: CsvRow, header: CsvRow | undefined, problems: ProblemList): boolean {
  const expected = header?.cells.length ?? 0;
  if (row.cells.length === expected) return true;
  const message = `The row has ${row.cells.length} cells and the header has ${expected}. Put cells that contain the delimiter in quotes, and leave missing ones blank.`;
  problems.add({ line: row.line, code: 'cell_count', message });
  return false;
}

function toReader(
  row: CsvRow,
  columns: ReadonlyMap<string, FoundColumn>,
  layout: CsvLayout,
  problems: ProblemList,
): RowReader {
  return new RowReader({
    line: row.line,
    problems,
    nameOf: (field) =>
      columns.get(field)?.name ??
      layout.columns.find((column) => column.field === field)?.headers[0] ??
      field,
    cellOf: (field) => {
      const column = columns.get(field);
      const text = column === undefined ? undefined : row.cells[column.index];
      return column === undefined || text === undefined
        ? undefined
        : { text, line: row.line, name: column.name, isNumber: false };
    },
  });
}

/** Characters of a header that a message repeats. */
const headerShownMax = 200;

function describeHeader(cells: readonly string[]): string {
  const text = cells.map((cell) => cell.trim()).join(', ');
  return text.length > headerShownMax ? `${text.slice(0, headerShownMax)}…` : text;
}
