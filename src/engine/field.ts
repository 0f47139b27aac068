/**
 * The fields of an operation's input or a question's parameters. A field knows how outside text is read, what its
 * canonical form is, its JSON Schema, its place on the command line and an example of another value; parsing, the
 * OpenAPI document, MCP tools, help and the generated tests are all read off it.
 */
import type { JsonObject, JsonValue } from '../ledger/json-value.ts';

/** Why a value was not accepted; the caller adds the field's name. */
export interface FieldProblem {
  readonly kind: 'field_problem';
  /** What to write instead, as the end of "It must be …". */
  readonly expected: string;
}

export type FieldNeed = 'required' | 'optional' | 'defaulted';

export interface Field<T> {
  /** One line for help and schemas, without a full stop. */
  readonly about: string;
  readonly need: FieldNeed;
  /** The constant that stands for a missing value, in canonical form. Never from clock, configuration or state. */
  readonly constant: JsonValue | undefined;
  readonly read: (raw: JsonValue) => T | FieldProblem;
  /**
   * The canonical form, by which two inputs are compared and which receipts keep. Written as a method, so that fields
   * of any type fit into one list; a field only ever prints what it has read itself.
   */
  print(value: T): JsonValue;
  readonly schema: JsonObject;
  /** What stands for the value in help texts: `AMOUNT`, `YYYY-MM-DD`. */
  readonly placeholder: string;
  /** On the command line a flag without a value (`--again`). */
  readonly isSwitch: boolean;
}

export type Fields = { readonly [name: string]: Field<unknown> };

/** The typed record that a set of fields reads. Optional fields are present with `undefined`. */
export type Values<F> = { readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never };

export function fieldProblem(expected: string): FieldProblem {
  return { kind: 'field_problem', expected };
}

export function isFieldProblem(value: unknown): value is FieldProblem {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'field_problem';
}

/** A field that may be missing; then its value is `undefined` and it takes no part in comparisons. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return {
    ...field,
    need: 'optional',
    print: (value) => (value === undefined ? null : field.print(value)),
  };
}

/** A field whose missing value is a constant, which counts as given when inputs are compared. */
export function withDefault<T>(field: Field<T>, constant: JsonValue): Field<T> {
  return { ...field, need: 'defaulted', constant, schema: { ...field.schema, default: constant } };
}

/** One wrong field of an input, as callers see it. */
export interface InputProblem {
  readonly field: string;
  readonly found: JsonValue;
  readonly message: string;
}

export type ReadInput<F> =
  | { readonly kind: 'read'; readonly values: Values<F>; readonly canonical: JsonObject }
  | { readonly kind: 'problems'; readonly problems: readonly InputProblem[] };

/**
 * Reads outside data against the fields: unknown members, missing ones and bad values are all reported. The canonical
 * input holds the fields as given, after constant defaults.
 */
export function readFields<F extends Fields>(fields: F, raw: JsonObject): ReadInput<F> {
  const problems: InputProblem[] = [];
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(fields, name))
      problems.push(unknownField(name, raw[name] ?? null, Object.keys(fields)));
  }
  const values: Record<string, unknown> = {};
  const canonical: Record<string, JsonValue> = {};
  for (const name of namesInOrder(fields)) {
    const field = fields[name];
    if (field === undefined) continue;
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined;
    const present = given === undefined || given === null ? field.constant : given;
    if (present === undefined) {
      values[name] = undefined;
      if (field.need === 'required') problems.push(missingField(name, field));
      continue;
    }
    const value: unknown = field.read(present);
    if (isFieldProblem(value)) problems.push(badValue(name, present, value));
    else {
      values[name] = value;
      canonical[name] = field.print(value);
    }
  }
  if (problems.length > 0) return { kind: 'problems', problems };
  return { kind: 'read', values: values as Values<F>, canonical }; // each value was read by the field of its own name
}

/** Remembered for each set of fields, because every command is read by one of a few dozen. */
const orderedNames = new WeakMap<Fields, readonly string[]>();

function namesInOrder(fields: Fields): readonly string[] {
  let names = orderedNames.get(fields);
  if (names === undefined) {
    names = Object.keys(fields).sort();
    orderedNames.set(fields, names);
  }
  return names;
}

function unknownField(name: string, found: JsonValue, known: readonly string[]): InputProblem {
  return {
    field: name,
    found,
    message: `There is no field "${name}". Known fields: ${known.toSorted().join(', ')}.`,
  };
}

function missingField(name: string, field: Fields[string]): InputProblem {
  return { field: name, found: null, message: `"${name}" is missing. Give ${lowerFirst(field.about)}.` };
}

/** A longer value is not said in full. */
const shownMax = 100;

function badValue(name: string, found: JsonValue, problem: FieldProblem): InputProblem {
  const text = JSON.stringify(found);
  const shown = text.length <= shownMax ? text : `${text.slice(0, shownMax)}… (${text.length} characters)`;
  return { field: name, found, message: `"${name}" is ${shown}. It must be ${problem.expected}.` };
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
