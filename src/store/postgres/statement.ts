import { createHash } from 'node:crypto';

/** One statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** How many rows it must have written; any other number undoes the transaction. */
  readonly rows?: number;
}

/** A column of many rows, in the type that the database gives it. */
export interface ColumnOf<Item> {
  readonly name: string;
  readonly type: 'integer' | 'bigint' | 'text' | 'bytea' | 'numeric';
  readonly of: (item: Item) => unknown;
}

/**
 * Rows to select from: one array per column, so that a statement takes a thousand as well as one. `firstParameter` is
 * the number of its first parameter.
 */
export function rowSource<Item>(
  alias: string,
  columns: readonly ColumnOf<Item>[],
  firstParameter = 1,
): string {
  const arrays = columns.map(({ type }, index) => `$${firstParameter + index}::${type}[]`);
  return `unnest(${arrays.join(', ')}) AS ${alias}(${columns.map(({ name }) => name).join(', ')})`;
}

export function rowValues<Item>(
  columns: readonly ColumnOf<Item>[],
  items: readonly Item[],
): readonly (readonly unknown[])[] {
  return columns.map(({ of }) => items.map((item) => of(item) ?? null));
}

const names = new Map<string, string>();

/** The same text has the same name, and another text another, in every process and release. */
export function nameStatement(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `fx_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}
