/**
 * CSV files that people import into Ghostfolio. The columns go by several names and the dates are written in several
 * ways, even within one file. A column Amount is not read, as Ghostfolio does not read it either.
 */
import type { FileFormat, FormatOptions, ParsedFile } from '../format.ts';
import { hasLayout, parseCsvRows } from '../parse-csv-rows.ts';
import type { CsvLayout } from '../parse-csv-rows.ts';
import { GhostfolioActivities } from './ghostfolio-activity.ts';

export const ghostfolioCsv: FileFormat = {
  name: 'ghostfolio-csv',
  title: 'Ghostfolio import (CSV)',
  extensions: ['csv'],
  detect: (text) => hasLayout(text, layout),
  parse,
};

/** Header names are compared without regard to case, spaces and underscores, so `Unit Price` is there too. */
const layout: CsvLayout = {
  delimiters: [',', ';'],
  columns: [
    { field: 'date', headers: ['Date'], required: true },
    { field: 'symbol', headers: ['Code', 'Symbol'], required: true },
    { field: 'unitPrice', headers: ['Price', 'UnitPrice'], required: true },
    { field: 'quantity', headers: ['Quantity', 'Qty'], required: true },
    { field: 'type', headers: ['Action', 'Type'], required: true },
    { field: 'currency', headers: ['Currency', 'CCY'], required: false },
    { field: 'fee', headers: ['Fee'], required: false },
    { field: 'account', headers: ['Account', 'AccountId'], required: false },
  ],
};

function parse(text: string, options: FormatOptions): ParsedFile {
  let activities: GhostfolioActivities | undefined;
  const parsed = parseCsvRows(text, layout, (readers) => {
    const all = new GhostfolioActivities(options, 'day_first_or_iso', readers);
    activities = all;
    return (reader) => all.readRow(reader);
  });
  return activities?.complete(parsed) ?? parsed;
}
