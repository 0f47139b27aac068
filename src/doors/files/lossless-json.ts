/**
 * Reads JSON without losing anything that matters to a ledger: numbers stay the digits that are written, every value
 * knows its line, and a member that is given twice is noticed.
 *
 * Invariants (tests refer to them by number):
 * 1. A text is accepted exactly when it is JSON by RFC 8259, of at most `depthMax` levels.
 * 2. No number passes through a JavaScript number.
 * 3. Reading is linear in the text and never throws.
 */
import { toPlainText } from './csv-table.ts';

export type LosslessJson = { readonly line: number } & (
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, LosslessJson> }
  | { readonly kind: 'array'; readonly items: readonly LosslessJson[] }
  | { readonly kind: 'string'; readonly text: string }
  /** The number as it is written, such as `1.50` or `1e-7`. */
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
);

export interface JsonProblem {
  readonly line: number;
  readonly code: 'not_json' | 'duplicate_member';
  readonly field?: string;
  readonly message: string;
}

/** `value` is undefined when the text is not JSON. Members that are given twice are problems, and the first one counts. */
export interface ReadJson {
  readonly value: LosslessJson | undefined;
  readonly problems: readonly JsonProblem[];
}

export function readLosslessJson(text: string): ReadJson {
  const reader = new JsonReader(toPlainText(text));
  try {
    return { value: reader.document(), problems: reader.duplicates };
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    return { value: undefined, problems: [{ line: error.line, code: 'not_json', message: error.message }] };
  }
}

/** Levels of objects and arrays inside each other. Files of ledgers have five; a thousand would exhaust the stack. */
export const depthMax = 100;

/** Never leaves this file. */
class NotJson extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainCharacters = /[^"\\]*/y;
const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class JsonReader {
  readonly duplicates: JsonProblem[] = [];
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  document(): LosslessJson {
    const value = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the file');
    return value;
  }

  #value(depth: number): LosslessJson {
    if (depth > depthMax)
      throw new NotJson(this.#line, `The file has more than ${depthMax} levels. Give a flatter one.`);
    this.#skipSpace();
    const line = this.#line;
    switch (this.#text.charAt(this.#at)) {
      case '{':
        return { kind: 'object', line, members: this.#members(depth) };
      case '[':
        return { kind: 'array', line, items: this.#items(depth) };
      case '"':
        return { kind: 'string', line, text: this.#string() };
      default:
        return this.#word(line);
    }
  }

  #members(depth: number): ReadonlyMap<string, LosslessJson> {
    const members = new Map<string, LosslessJson>();
    this.#at += 1;
    if (this.#accept('}')) return members;
    for (;;) {
      this.#skipSpace();
      const line = this.#line;
      if (this.#text[this.#at] !== '"') throw this.#unexpected('a member name in quotes');
      const name = this.#string();
      if (!this.#accept(':')) throw this.#unexpected('a colon');
      const value = this.#value(depth + 1);
      if (members.has(name)) this.#noteDuplicate(line, name);
      else members.set(name, value);
      if (this.#accept('}')) return members;
      if (!this.#accept(',')) throw this.#unexpected('a comma or the end of the object');
    }
  }

  #items(depth: number): readonly LosslessJson[] {
    const items: LosslessJson[] = [];
    this.#at += 1;
    if (this.#accept(']')) return items;
    for (;;) {
      items.push(this.#value(depth + 1));
      if (this.#accept(']')) return items;
      if (!this.#accept(',')) throw this.#unexpected('a comma or the end of the list');
    }
  }

  #string(): string {
    const parts: string[] = [];
    this.#at += 1;
    for (;;) {
      const plain = this.#match(plainCharacters);
      if (hasControlCharacter(plain))
        throw this.#unexpected('a text in quotes without raw control characters before');
      parts.push(plain);
      const next = this.#text[this.#at];
      if (next === '"') {
        this.#at += 1;
        return parts.join('');
      }
      if (next !== '\\') throw this.#unexpected('the end of the text in quotes');
      parts.push(this.#escape());
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    const code = /^[0-9a-fA-F]{4}$/.exec(this.#text.slice(this.#at + 2, this.#at + 6))?.[0];
    if (letter === 'u' && code !== undefined) {
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    const plain = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (plain === undefined) throw this.#unexpected('an escape such as \\n or \\u00e9');
    this.#at += 2;
    return plain;
  }

  #word(line: number): LosslessJson {
    for (const [word, value] of words) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value === null ? { kind: 'null', line } : { kind: 'boolean', line, value };
    }
    const digits = this.#match(numberPattern);
    if (digits === '') throw this.#unexpected('a value');
    return { kind: 'number', line, digits };
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #accept(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === '\n') this.#line += 1;
      else if (character !== ' ' && character !== '\t') return;
    }
  }

  #noteDuplicate(line: number, name: string): void {
    const message = `The member ${JSON.stringify(name.slice(0, 50))} is given twice in one object. Keep the one that is right.`;
    this.duplicates.push({ line, code: 'duplicate_member', field: name.slice(0, 50), message });
  }

  #unexpected(expected: string): NotJson {
    const found = this.#text.slice(this.#at, this.#at + 20);
    const what = found === '' ? 'the end of the file' : JSON.stringify(found);
    return new NotJson(this.#line, `This is not JSON: ${expected} was expected here, but ${what} was found.`);
  }
}

/** The characters below the space, which JSON wants escaped. */
function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < 0x20) return true;
  return false;
}
