/** The JSON export of Ghostfolio: an object whose member `activities` lists them; its other members are not read. */
import type { FileFormat, FileRow, FormatOptions, ParsedFile } from '../format.ts';
import { rowsMax } from '../format.ts';
import { readLosslessJson } from '../lossless-json.ts';
import type { LosslessJson } from '../lossless-json.ts';
import { ProblemList } from '../problem-list.ts';
import { RowReader } from '../row-reader.ts';
import type { Cell } from '../row-reader.ts';
import { GhostfolioActivities } from './ghostfolio-activity.ts';

export const ghostfolioJson: FileFormat = {
  name: 'ghostfolio-json',
  title: 'Ghostfolio export (JSON)',
  extensions: ['json'],
  detect: (text) => /^\uFEFF?\s*\{/.test(text) && /"activities"\s*:\s*\[/.test(text),
  parse,
};

function parse(text: string, options: FormatOptions): ParsedFile {
  const problems = new ProblemList();
  const document = readLosslessJson(text);
  for (const problem of document.problems) problems.add(problem);
  const items = document.value === undefined ? undefined : activitiesOf(document.value, problems);
  if (items === undefined) return problems.toParsedFile();

  const readers = items.map((item) => toReader(item, problems)).filter((reader) => reader !== undefined);
  const activities = new GhostfolioActivities(options, 'iso', readers);
  const rows: FileRow[] = [];
  for (const reader of readers) {
    const row = activities.readRow(reader);
    if (row !== undefined) rows.push(row);
  }
  return problems.isEmpty ? activities.complete({ kind: 'rows', rows }) : problems.toParsedFile();
}

function activitiesOf(document: LosslessJson, problems: ProblemList): readonly LosslessJson[] | undefined {
  const activities = document.kind === 'object' ? document.members.get('activities') : undefined;
  if (activities?.kind !== 'array') {
    const message =
      'This is no Ghostfolio export: an object with a list called "activities" was expected. Export the activities as JSON and give that file.';
    problems.add({
      line: activities?.line ?? document.line,
      code: 'no_activities',
      field: 'activities',
      message,
    });
    return undefined;
  }
  if (activities.items.length > rowsMax) {
    const message = `The file has more than ${rowsMax} activities. Split it.`;
    problems.add({
      line: activities.items[rowsMax]?.line ?? activities.line,
      code: 'too_many_rows',
      message,
    });
    return undefined;
  }
  return activities.items;
}

/** The members as Ghostfolio calls them, by the fields of `GhostfolioActivities`. */
const memberNames: ReadonlyMap<string, string> = new Map([
  ['date', 'date'],
  ['type', 'type'],
  ['symbol', 'symbol'],
  ['currency', 'currency'],
  ['quantity', 'quantity'],
  ['unitPrice', 'unitPrice'],
  ['fee', 'fee'],
  ['account', 'accountId'],
  ['id', 'id'],
]);

function toReader(item: LosslessJson, problems: ProblemList): RowReader | undefined {
  if (item.kind !== 'object') {
    problems.add({
      line: item.line,
      code: 'not_an_activity',
      message: 'Each of the activities must be an object with members.',
    });
    return undefined;
  }
  const cells = new Map<string, Cell>();
  for (const [field, name] of memberNames) {
    const value = item.members.get(name);
    if (value === undefined || value.kind === 'null') continue;
    if (value.kind === 'string')
      cells.set(field, { text: value.text, line: value.line, name, isNumber: false });
    else if (value.kind === 'number')
      cells.set(field, { text: value.digits, line: value.line, name, isNumber: true });
    else
      problems.add({
        line: value.line,
        code: 'bad_value',
        field: name,
        message: `${name} must be a text or a number; ${describeKind(value.kind)} was found.`,
      });
  }
  return new RowReader({
    line: item.line,
    problems,
    cellOf: (field) => cells.get(field),
    nameOf: (field) => memberNames.get(field) ?? field,
  });
}

function describeKind(kind: 'object' | 'array' | 'boolean'): string {
  return { object: 'an object', array: 'a list', boolean: 'true or false' }[kind];
}
