/**
 * Reads a CSV file into a header and rows with their lines. Everything a file can do wrong on this level is a problem
 * with a line; nothing is guessed but the delimiter.
 */
import { parse } from 'csv-parse/sync';
import type { CsvError } from 'csv-parse/sync';
import { rowsMax } from './format.ts';
import type { RowProblem } from './format.ts';

export interface CsvRow {
  /** The line on which the row starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvTable {
  /** Undefined when there is none; a problem says so. */
  readonly header: CsvRow | undefined;
  /** Rows without any content are left out. Rows may still be longer or shorter than the header. */
  readonly rows: readonly CsvRow[];
  /** What is wrong with the text as CSV. The rows that could be read are there all the same, to be checked too. */
  readonly problems: readonly RowProblem[];
}

/** `rowLimit` is the number of rows below the header from which on one more is too many. */
export function readCsvTable(text: string, delimiters: readonly string[], rowLimit = rowsMax): CsvTable {
  const plain = toPlainText(text);
  const { rows, problems } = readRows(plain, findDelimiter(plain, delimiters), rowLimit);
  const [header, ...others] = rows;
  if (header === undefined && problems.length === 0) {
    const message = 'The file is empty. Give a file that starts with a header line.';
    return { header, rows: [], problems: [{ line: 1, code: 'empty_file', message }] };
  }
  const surplus = others[rowLimit];
  if (surplus !== undefined) {
    const message = `The file has more than ${rowLimit} rows. Split it.`;
    return { header, rows: [], problems: [{ line: surplus.line, code: 'too_many_rows', message }] };
  }
  return { header, rows: others, problems };
}

/** The header's cells by `columnKey`, for recognising a format; empty when there is no readable header. */
export function readHeader(text: string, delimiters: readonly string[]): readonly string[] {
  const plain = toPlainText(text.slice(0, headerLengthMax));
  const line = firstLine.exec(plain)?.[1] ?? '';
  return (readRows(line, findDelimiter(line, delimiters), 1).rows[0]?.cells ?? []).map(columnKey);
}

/** Column names are compared without regard to case, spaces, hyphens and underscores. */
export function columnKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/** Drops the byte order mark and makes every line end in a line feed. */
export function toPlainText(text: string): string {
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return unmarked.includes('\r') ? unmarked.replace(/\r\n?/g, '\n') : unmarked;
}

/** Characters within which a header line must end; the rest of a file is not looked at to recognise it. */
const headerLengthMax = 10_000;

/** Characters one row may have. A quote that is never closed would otherwise take in the rest of the file. */
const rowLengthMax = 100_000;

/** The first line with content, as far as it is looked at. */
const firstLine = /^\s*([^\n]{0,10000})/;

function readRows(text: string, delimiter: string, rowLimit: number): Pick<CsvTable, 'rows' | 'problems'> {
  const rows: CsvRow[] = [];
  const problems: RowProblem[] = [];
  let lastLine = 0;
  let isLost = false;
  parse(text, {
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: rowLengthMax,
    on_record: (cells, context) => {
      if (isLost) return null;
      lastLine = context.lines;
      // The header and one row above the bound are enough to see that there are too many.
      if (rows.length >= rowLimit + 2 || cells.every((cell) => cell.trim() === '')) return null;
      rows.push({ line: context.lines - countLineBreaks(cells), cells });
      return null;
    },
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error === undefined || isLost) return undefined;
      problems.push(describeCsvError(error, lastLine));
      // After a quote in the middle of an unquoted cell the next line can be read. Any other slip leaves it open where
      // cells end, and every line after it would only add problems that are not there.
      isLost = error.code !== 'INVALID_OPENING_QUOTE';
      return undefined;
    },
  });
  return { rows, problems };
}

/** The candidate that stands most often in the first line with content, outside quotes; the first one on a tie. */
function findDelimiter(text: string, candidates: readonly string[]): string {
  const line = (firstLine.exec(text)?.[1] ?? '').replace(/"[^"]*"/g, '');
  const counts = candidates.map((candidate) => line.split(candidate).length);
  return candidates[counts.indexOf(Math.max(...counts))] ?? ',';
}

function countLineBreaks(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  }
  return count;
}

function describeCsvError(error: CsvError, lastLine: number): RowProblem {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    const message = `The row that starts here does not end within ${rowLengthMax} characters. Close its quotes, and write "" for a quote inside a cell. The rows after it were not read.`;
    return { line: lastLine + 1, code: 'unclosed_quote', message };
  }
  const line = typeof error['lines'] === 'number' ? error['lines'] : lastLine + 1;
  const message =
    'A quote stands inside a cell. Put the whole cell in quotes and write "" for the quote inside it.' +
    (error.code === 'INVALID_OPENING_QUOTE' ? '' : ' The rows after it were not read.');
  return { line, code: 'stray_quote', message };
}
