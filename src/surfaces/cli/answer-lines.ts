/** The answer to a question as a person reads it: a table where the question describes one, else member by member. */
import type { QueryColumn, QueryTable } from '../../engine/query.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';
import { shortText } from './booked-lines.ts';
import type { TextLine } from './outcome-lines.ts';
import { type Column, tableLines } from './table-lines.ts';

export async function answerLines(
  body: JsonValue,
  table: QueryTable | undefined,
): Promise<readonly TextLine[]> {
  if (table === undefined) return valueLines(body, '');
  const { rows = null, rest } = splitRows(body, table.rows);
  if (!isJsonArray(rows)) return valueLines(body, '');
  return [
    ...(await rowLines(rows.filter(isJsonObject), table.columns, table.whenEmpty)),
    ...(await valueLines(rest, '')),
  ];
}

/** Depth at which nested data is put on one line. Deeper indentation reads worse than that. */
const depthMax = 3;

function splitRows(
  body: JsonValue,
  member: string | undefined,
): { readonly rows: JsonValue | undefined; readonly rest: JsonObject } {
  if (member === undefined || !isJsonObject(body)) return { rows: body, rest: {} };
  const { [member]: rows, ...rest } = body;
  return { rows, rest };
}

async function rowLines(
  rows: readonly JsonObject[],
  columns: readonly QueryColumn[],
  whenEmpty: string,
): Promise<readonly TextLine[]> {
  if (rows.length === 0) return [plain(whenEmpty)];
  const cells = rows.map((row) => columns.map(({ member }) => cellText(row[member] ?? null)));
  const [head = '', ...lines] = await tableLines(columns.map(toColumn), cells);
  return [{ text: head, emphasis: 'title' }, ...lines.map(plain)];
}

function toColumn({ title, align = 'left' }: QueryColumn): Column {
  return { title, align };
}

function cellText(value: JsonValue): string {
  return value === null ? '' : shortText(value);
}

/** Without a table: lists of objects become one all the same, objects are indented. */
async function valueLines(value: JsonValue, indent: string): Promise<readonly TextLine[]> {
  if (isJsonArray(value)) return listLines(value, indent);
  if (!isJsonObject(value)) return [plain(`${indent}${shortText(value)}`)];
  const lines: TextLine[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === null) continue;
    const title = `${indent}${name.replaceAll('_', ' ')}`;
    const nested = typeof member === 'object' && indent.length < depthMax * 2;
    if (!nested) lines.push(plain(`${title}: ${shortText(member)}`));
    else if (isEmpty(member)) lines.push(plain(`${title}: none`));
    else lines.push(plain(`${title}:`), ...(await valueLines(member, `${indent}  `)));
  }
  return lines;
}

async function listLines(list: readonly JsonValue[], indent: string): Promise<readonly TextLine[]> {
  const rows = list.filter(isJsonObject);
  if (rows.length === 0 || rows.length < list.length)
    return list.map((item) => plain(`${indent}${shortText(item)}`));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((member) => ({ member, title: member.replaceAll('_', ' ') }));
  const lines = await rowLines(rows, columns, '');
  return lines.map(({ text, emphasis }) => ({ text: `${indent}${text}`, emphasis }));
}

function isEmpty(value: JsonValue): boolean {
  return (
    (isJsonArray(value) && value.length === 0) || (isJsonObject(value) && Object.keys(value).length === 0)
  );
}

function plain(text: string): TextLine {
  return { text, emphasis: 'plain' };
}
