/** Reads the rows of a batch file into writes. A row that names no operation is refused by itself. */
import type { Operation } from '../../engine/operation.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';
import { parseStrictJson } from '../http/strict-json.ts';
import { UsageError } from './cli-world.ts';
import { listOperations, toCommandName } from './command-shape.ts';
import type { GlobalValues } from './global-flags.ts';
import type { TypedWish } from './ledger.ts';
import { refuseInput } from './refuse-input.ts';
import { suggestName } from '../suggest-name.ts';

export type BatchRow =
  | { readonly kind: 'wish'; readonly wish: TypedWish }
  | { readonly kind: 'refused'; readonly outcome: Outcome };

export interface BatchContext {
  readonly operations: readonly Operation[];
  readonly globals: Pick<GlobalValues, 'portfolio' | 'dryRun'>;
}

/** Throws `UsageError` when the text is not JSON, naming the line. */
export function readBatchRows(text: string, context: BatchContext): readonly BatchRow[] {
  const byName = new Map(
    listOperations(context.operations).map((operation) => [toCommandName(operation.name), operation]),
  );
  return parseRows(text).map((row) => readRow(row, byName, context.globals));
}

function parseRows(text: string): readonly JsonValue[] {
  const plain = text.replace(/^\ufeff/, '');
  if (plain.trimStart().startsWith('[')) {
    const value = parse(plain, 'The file');
    return isJsonArray(value) ? value : [value];
  }
  return plain
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parse(line, `Line ${index + 1}`)]));
}

function parse(text: string, place: string): JsonValue {
  const read = parseStrictJson(text);
  if (read.kind === 'json') return read.value;
  throw new UsageError(`${place} cannot be read, and nothing was booked. ${read.message}`);
}

type Globals = BatchContext['globals'];

function readRow(row: JsonValue, byName: ReadonlyMap<string, Operation>, globals: Globals): BatchRow {
  if (!isJsonObject(row)) return refuseRow({}, globals, 'row', row, 'A row must be a JSON object.');
  const {
    operation: name = null,
    portfolio = globals.portfolio,
    idempotency_key: key = null,
    dry_run: dry = false,
    ...rest
  } = row;
  const operation = typeof name === 'string' ? byName.get(toCommandName(name)) : undefined;
  if (operation === undefined) {
    const hint = typeof name === 'string' ? suggestName(name, [...byName.keys()]) : '';
    return refuseRow(
      row,
      globals,
      'operation',
      name,
      `"operation" is ${JSON.stringify(name)}. It must be the name of an operation.${hint}`,
    );
  }
  if (typeof portfolio !== 'string') {
    return refuseRow(row, globals, 'portfolio', portfolio, '"portfolio" must be text in quotes.');
  }
  if (key !== null && typeof key !== 'string') {
    return refuseRow(row, globals, 'idempotency_key', key, '"idempotency_key" must be text in quotes.');
  }
  if (typeof dry !== 'boolean')
    return refuseRow(row, globals, 'dry_run', dry, '"dry_run" must be true or false.');
  const input = readInput(operation, rest);
  if (input === undefined) {
    return refuseRow(
      row,
      globals,
      'input',
      rest['input'] ?? null,
      '"input" must be an object, and then no field may stand beside it.',
    );
  }
  const dryRun = dry || globals.dryRun;
  return { kind: 'wish', wish: { operation, portfolio, input, key: key ?? undefined, dryRun } };
}

/** Fields stand in the row itself or under `input`; undefined when they stand in both places. */
function readInput(operation: Operation, members: JsonObject): JsonObject | undefined {
  if (!Object.hasOwn(members, 'input') || Object.hasOwn(operation.fields, 'input')) return members;
  const { input = null, ...beside } = members;
  return isJsonObject(input) && Object.keys(beside).length === 0 ? input : undefined;
}

function refuseRow(
  row: JsonObject,
  globals: Globals,
  field: string,
  found: JsonValue,
  message: string,
): BatchRow {
  const textOr = (value: JsonValue | undefined, otherwise: string): string =>
    typeof value === 'string' ? value : otherwise;
  const key = row['idempotency_key'];
  const base = {
    operation: textOr(row['operation'], ''),
    portfolio: textOr(row['portfolio'], globals.portfolio),
    key: typeof key === 'string' ? key : undefined,
  };
  return { kind: 'refused', outcome: refuseInput(base, [{ field, found, message }]) };
}
