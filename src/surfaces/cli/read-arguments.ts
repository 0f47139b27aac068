/** From the words of a command line to the input of an operation or the parameters of a question. */
import type { Field, InputProblem } from '../../engine/field.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';
import type { CliWorld } from './cli-world.ts';
import { type CommandShape, fieldOf, flagKindsOf, toFlagName } from './command-shape.ts';
import { type GlobalValues, readGlobalFlags } from './global-flags.ts';
import { readCommandLine } from './read-command-line.ts';

export interface Arguments {
  readonly input: JsonObject;
  readonly globals: GlobalValues;
  readonly problems: readonly InputProblem[];
}

/** Fields are not read here: amounts stay the text that was typed. */
export function readArguments(shape: CommandShape, args: readonly string[], env: CliWorld['env']): Arguments {
  const line = readCommandLine(args, flagKindsOf(shape));
  const input: Record<string, JsonValue> = {};
  for (const name of Object.keys(shape.fields)) {
    const value = line.flags.get(toFlagName(name));
    if (value !== undefined) input[name] = toRaw(fieldOf(shape, name), value);
  }
  const places = shape.positional.filter((name) => !Object.hasOwn(input, name));
  for (const [index, name] of places.entries()) {
    const word = line.words[index];
    if (word !== undefined) input[name] = toRaw(fieldOf(shape, name), word);
  }
  const portfolio = shape.namesPortfolio ? line.words[0] : undefined;
  const flags = portfolio === undefined ? line.flags : new Map([...line.flags, ['portfolio', portfolio]]);
  const { globals, problems } = readGlobalFlags(flags, env);
  const extra = line.words.slice(places.length + (shape.namesPortfolio ? 1 : 0)).map(extraWord);
  const twice = portfolio === undefined ? [] : namedTwice(portfolio, line.flags.get('portfolio'));
  // A flag that was not understood may have left its value among the words, so those are not complained about then.
  const found = line.problems.length > 0 ? line.problems : [...extra, ...twice];
  return { input, globals, problems: [...found, ...problems] };
}

/** The JSON that a typed value stands for. What does not fit stays text, and the field says what it expects. */
function toRaw(field: Field<never> | Field<unknown>, value: string | boolean): JsonValue {
  if (typeof value === 'boolean') return value;
  const { type } = field.schema;
  if (type === 'integer' && /^\d{1,15}$/.test(value)) return Number(value);
  if (type === 'object') return toDocument(value) ?? value;
  return value;
}

function toDocument(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function extraWord(word: string): InputProblem {
  const message = `"${word}" is one word too many. Quote a value that has blanks in it.`;
  return { field: 'command_line', found: word, message };
}

function namedTwice(word: string, flag: string | boolean | undefined): readonly InputProblem[] {
  if (flag === undefined || flag === word) return [];
  const message = `The portfolio is named twice: "${word}" and --portfolio ${flag}. Name it once.`;
  return [{ field: 'portfolio', found: word, message }];
}
