/** Small CSV files with a mapping, made up row by row. */
import type { FileRow, FormatOptions, ParsedFile } from '../../src/doors/files/format.ts';
import { mappedCsv, parseColumnMapping } from '../../src/doors/files/formats/mapped-csv.ts';
import { currencyOf } from './file-fixture.ts';

export function parseMapped(
  text: string,
  mapping: unknown,
  options: Partial<FormatOptions> = {},
): ParsedFile {
  const parsed = parseColumnMapping(mapping);
  if (parsed.kind === 'problems') throw new Error(JSON.stringify(parsed.problems));
  return mappedCsv.parse(text, { currency: currencyOf('EUR'), mapping: parsed.mapping, ...options });
}

export function rowsOf(
  text: string,
  mapping: unknown,
  options: Partial<FormatOptions> = {},
): readonly FileRow[] {
  const parsed = parseMapped(text, mapping, options);
  if (parsed.kind === 'problems') throw new Error(JSON.stringify(parsed.problems));
  return parsed.rows;
}

export function toPlain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, member: unknown) =>
      typeof member === 'bigint' ? member.toString() : member,
    ),
  );
}

/** One column for everything, under its own name. */
const columns = {
  date: 'date',
  type: 'type',
  instrument: 'instrument',
  units: 'units',
  price: 'price',
  fee: 'fee',
  amount: 'amount',
  withheld: 'withheld',
  ratio: 'ratio',
  account: 'account',
  currency: 'currency',
  id: 'id',
};
export type MadeUpRow = Partial<Record<keyof typeof columns, string>>;
/** The mapping that names them all. */
export const plain = { columns };
const header = Object.keys(columns).join(',');

/** A row from its cells by name. */
function rowOf(cells: MadeUpRow): string {
  const all: Partial<Record<string, string>> = { date: '2022-01-03', ...cells };
  return Object.keys(columns)
    .map((name) => all[name] ?? '')
    .join(',');
}

export function fileOf(...rows: readonly MadeUpRow[]): string {
  return [header, ...rows.map(rowOf)].join('\n');
}

export function eventsOf(text: string, mapping: unknown = plain): readonly unknown[] {
  return rowsOf(text, mapping).map(({ event }) => toPlain(event.kind === 'fact' ? event.fact : event));
}

export function problemsOf(
  text: string,
  mapping: unknown = plain,
): readonly (readonly [number, string, string | undefined])[] {
  const parsed = parseMapped(text, mapping);
  return parsed.kind === 'problems'
    ? parsed.problems.map(({ line, code, field }) => [line, code, field] as const)
    : [];
}
