/** From an input back to the words of a command line that give it: for examples in help and for the command that retries. */
import type { JsonObject, JsonValue } from '../../ledger/json-value.ts';
import { type CommandShape, toFlagName } from './command-shape.ts';
import { looksLikeFlag } from './read-command-line.ts';

export interface NamedFlag {
  readonly name: string;
  readonly value: string | boolean;
}

/** `fixpoint`, the command, its words and its flags. `more` are flags that are not fields. */
export function writeArguments(
  shape: CommandShape,
  input: JsonObject,
  more: readonly NamedFlag[] = [],
): readonly string[] {
  const given = Object.keys(shape.fields).filter((name) => (input[name] ?? null) !== null);
  // Once a place is left empty, what comes after it needs its flag.
  const gap = shape.positional.findIndex((name) => !given.includes(name));
  const places = gap === -1 ? shape.positional : shape.positional.slice(0, gap);
  const words = places.map((name) => toText(input[name] ?? null));
  const fieldFlags = given
    .filter((name) => !places.includes(name))
    .map((name): NamedFlag => ({ name: toFlagName(name), value: toFlagValue(input[name] ?? null) }));
  const flags = [...fieldFlags, ...more].flatMap(writeFlag);
  const start = ['fixpoint', shape.name];
  // Flags come first when a word could be taken for one: nothing after `--` is a flag.
  return words.some(looksLikeFlag) || words.includes('--')
    ? [...start, ...flags, '--', ...words]
    : [...start, ...words, ...flags];
}

function writeFlag({ name, value }: NamedFlag): readonly string[] {
  if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  return looksLikeFlag(value) ? [`--${name}=${value}`] : [`--${name}`, value];
}

function toFlagValue(value: JsonValue): string | boolean {
  return typeof value === 'boolean' ? value : toText(value);
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
