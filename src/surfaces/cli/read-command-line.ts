/**
 * Splits the words of a command line into words and flags.
 *
 * A flag is `--name value`, `--name=value`, or, for switches, `--name`, `--name true|false`, `--name=true|false` and
 * `--no-name`. Negative numbers are words and values, not flags. `--` ends the flags.
 */
import type { InputProblem } from '../../engine/field.ts';
import { suggestName } from '../suggest-name.ts';

export type FlagKind = 'switch' | 'value';

export interface CommandLine {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, string | boolean>;
  readonly problems: readonly InputProblem[];
}

export function readCommandLine(args: readonly string[], kinds: ReadonlyMap<string, FlagKind>): CommandLine {
  const words: string[] = [];
  const flags = new Map<string, string | boolean>();
  const problems: InputProblem[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      words.push(...args.slice(at + 1));
      break;
    }
    if (!looksLikeFlag(arg)) {
      words.push(arg);
      continue;
    }
    const flag = readFlag(arg, args[at + 1], kinds);
    if ('message' in flag) {
      problems.push(flag);
      continue;
    }
    if (flag.tookNext) at += 1;
    if (flags.has(flag.name))
      problems.push(problemOf(flag.name, arg, `--${flag.name} is given twice. Give it once.`));
    flags.set(flag.name, flag.value);
  }
  return { words, flags, problems };
}

/** Whether a word would be taken for a flag: `--note`, `-h`, but not `-3.2` and not `-` (standard input). */
export function looksLikeFlag(word: string): boolean {
  return word.startsWith('-') && word.length > 1 && !/^-\.?\d/.test(word);
}

export interface ReadFlag {
  readonly name: string;
  readonly value: string | boolean;
  /** True when the value was the next word. */
  readonly tookNext: boolean;
}

/** Reads one flag. `next` is the word after it. */
export function readFlag(
  arg: string,
  next: string | undefined,
  kinds: ReadonlyMap<string, FlagKind>,
): ReadFlag | InputProblem {
  const { name, inline } = splitFlag(arg);
  const kind = kinds.get(name);
  if (kind === 'switch') return readSwitch(name, inline, next);
  if (kind === undefined)
    return readNegated(name, inline, kinds) ?? unknownFlag(arg, name, [...kinds.keys()]);
  if (inline !== undefined) return { name, value: inline, tookNext: false };
  if (next !== undefined && !looksLikeFlag(next)) return { name, value: next, tookNext: true };
  const hint = next === undefined ? '' : ` If "${next}" is the value, write --${name}=${next}`;
  return problemOf(name, arg, `--${name} needs a value.${hint}`);
}

function splitFlag(arg: string): { readonly name: string; readonly inline: string | undefined } {
  if (arg === '-h') return { name: 'help', inline: undefined };
  const match = /^--([^=]+)(?:=(.*))?$/s.exec(arg);
  return match === null ? { name: arg, inline: undefined } : { name: match[1] ?? '', inline: match[2] };
}

function readSwitch(
  name: string,
  inline: string | undefined,
  next: string | undefined,
): ReadFlag | InputProblem {
  if (inline === 'true' || inline === 'false') return { name, value: inline === 'true', tookNext: false };
  if (inline !== undefined) {
    return problemOf(name, inline, `--${name} is ${JSON.stringify(inline)}. It must be true or false.`);
  }
  if (next === 'true' || next === 'false') return { name, value: next === 'true', tookNext: true };
  return { name, value: true, tookNext: false };
}

function readNegated(
  name: string,
  inline: string | undefined,
  kinds: ReadonlyMap<string, FlagKind>,
): ReadFlag | undefined {
  const positive = name.startsWith('no-') ? name.slice('no-'.length) : '';
  if (inline !== undefined || kinds.get(positive) !== 'switch') return undefined;
  return { name: positive, value: false, tookNext: false };
}

function unknownFlag(arg: string, name: string, known: readonly string[]): InputProblem {
  const shown = name.startsWith('-') ? name : `--${name}`;
  const hint = suggestName(name, known)
    .replaceAll('"', '')
    .replaceAll(/(mean|or) /g, '$1 --');
  const words = name.startsWith('-') ? ' Put -- before words that start with a dash.' : '';
  return problemOf(shown, arg, `There is no flag ${shown} here.${hint}${words}`);
}

function problemOf(flag: string, found: string, message: string): InputProblem {
  return { field: flag.replaceAll(/(?<=\w)-/g, '_'), found, message };
}
