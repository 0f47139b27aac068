/** What the command line reads off an operation or a question: the words and flags that it takes. */
import type { Field, Fields } from '../../engine/field.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Query } from '../../engine/query.ts';
import { type GlobalFlag, globalFlags } from './global-flags.ts';
import type { FlagKind } from './read-command-line.ts';

export interface CommandShape {
  /** As it is typed: `record-dividend`. */
  readonly name: string;
  readonly fields: Fields;
  /** Names of the fields that stand without a flag, in order. */
  readonly positional: readonly string[];
  /** A write without words of its own is about the portfolio itself: `create-portfolio savings`. */
  readonly namesPortfolio: boolean;
  readonly globals: readonly GlobalFlag[];
}

export function toCommandName(name: string): string {
  return name.replaceAll('_', '-');
}

/** The flag of a field, without its dashes. */
export function toFlagName(field: string): string {
  return field.replaceAll('_', '-');
}

export function shapeOfOperation(operation: Operation): CommandShape {
  const asks: readonly GlobalFlag[] = operation.destructive ? ['yes'] : [];
  return {
    name: toCommandName(operation.name),
    fields: operation.fields,
    positional: operation.positional,
    namesPortfolio: operation.positional.length === 0,
    globals: [
      'portfolio',
      'idempotency-key',
      'dry-run',
      ...asks,
      'json',
      'store',
      'config',
      'timeout',
      'retries',
      'help',
    ],
  };
}

export function shapeOfQuery(query: Query): CommandShape {
  return {
    name: toCommandName(query.name),
    fields: query.fields,
    positional: query.positional,
    namesPortfolio: false,
    globals: ['portfolio', 'json', 'store', 'config', 'timeout', 'retries', 'help'],
  };
}

/** Operations that a person may call. */
export function listOperations(operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(({ exposure }) => exposure === 'everywhere');
}

export function fieldOf(shape: CommandShape, name: string): Field<never> | Field<unknown> {
  const field = shape.fields[name];
  if (field === undefined) throw new Error(`${shape.name} has no field ${name}`);
  return field;
}

/** Every flag that the command takes. A field that stands without a flag may be given with one as well. */
export function flagKindsOf(shape: CommandShape): ReadonlyMap<string, FlagKind> {
  const kinds = new Map<string, FlagKind>();
  for (const [name, field] of Object.entries(shape.fields)) {
    kinds.set(toFlagName(name), field.isSwitch ? 'switch' : 'value');
  }
  for (const name of shape.globals) kinds.set(name, globalFlags[name].kind);
  return kinds;
}
