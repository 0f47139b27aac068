/**
 * Reads the commands of a shell script well enough to know which programs run with which words. It is no shell: it
 * does not know which branch is taken, and lists the commands of all of them, also those inside `$( … )`.
 *
 * 1. It ends on any text: every step moves forward, and substitutions are followed to a bounded depth.
 * 2. Variables, substitutions and `${{ … }}` stay in the words as written.
 */
export interface ShellWord {
  readonly text: string;
  readonly offset: number;
}

export interface ShellCommand {
  /** The words without leading assignments, keywords and `sudo`. Empty for a bare assignment. */
  readonly words: readonly ShellWord[];
  /** `NAME=value` before the program, or alone. */
  readonly assignments: readonly ShellAssignment[];
  readonly offset: number;
  /** Texts handed in by `<<EOF`. */
  readonly hereDocuments: readonly string[];
  /** What `>` or `>>` points at. */
  readonly output: string | undefined;
  /** What stood before the command: `||`, `&&`, `|`, `;` or nothing. */
  readonly joinedBy: string;
}

export interface ShellAssignment {
  readonly name: string;
  readonly value: string;
  readonly offset: number;
}

const substitutionDepthMax = 4;
const keywords = new Set('if then else elif do while until ! { } time sudo exec command nohup'.split(' '));
const declarations = new Set(['export', 'local', 'readonly', 'declare', 'typeset']);

export function listShellCommands(script: string, base = 0, depth = 0): readonly ShellCommand[] {
  return new ShellReader(script, base, depth).read();
}

class ShellReader {
  readonly #script: string;
  readonly #base: number;
  readonly #depth: number;
  readonly #commands: ShellCommand[] = [];
  #at = 0;
  #words: ShellWord[] = [];
  #hereDocuments: string[] = [];
  #output: string | undefined;
  #joinedBy = '';
  #pendingMarks: { readonly mark: string; readonly stripTabs: boolean }[] = [];

  constructor(script: string, base: number, depth: number) {
    this.#script = script;
    this.#base = base;
    this.#depth = depth;
  }

  read(): readonly ShellCommand[] {
    while (this.#at < this.#script.length) this.#readNext();
    this.#endCommand('');
    return this.#commands;
  }

  #readNext(): void {
    const script = this.#script;
    const character = script[this.#at] ?? '';
    if (character === '\\' && /^\\\r?\n/.test(script.slice(this.#at, this.#at + 3))) {
      this.#at = script.indexOf('\n', this.#at) + 1;
    } else if (character === '\n') {
      this.#at += 1;
      this.#readHereDocuments();
      this.#endCommand('');
    } else if (/\s/.test(character)) this.#at += 1;
    else if (character === '#') this.#at = endOfLine(script, this.#at);
    else if (script.startsWith('<<', this.#at) && script[this.#at + 2] !== '<') this.#readMark();
    else if (/^[0-9&]?>{1,2}/.test(script.slice(this.#at, this.#at + 3))) this.#readRedirection();
    else if (';|&()'.includes(character)) this.#readSeparator(character);
    else if (character === '<') this.#at += 1;
    else this.#readWord();
  }

  #readSeparator(character: string): void {
    const double = this.#script[this.#at + 1] === character && character !== '(' && character !== ')';
    this.#at += double ? 2 : 1;
    this.#endCommand(double ? character + character : character);
  }

  #readRedirection(): void {
    const operator = /^[0-9&]?>{1,2}/.exec(this.#script.slice(this.#at, this.#at + 3))?.[0] ?? '>';
    this.#at += operator.length;
    const rest = this.#script.slice(this.#at, this.#at + 12);
    const copied = /^&[0-9-]/.exec(rest);
    if (copied !== null) {
      this.#at += copied[0].length;
      return;
    }
    this.#at += /^[ \t]*/.exec(this.#script.slice(this.#at))?.[0].length ?? 0;
    const before = this.#words.length;
    if (this.#at < this.#script.length && this.#script[this.#at] !== '\n') this.#readWord();
    const target = this.#words.splice(before)[0]?.text;
    if (!operator.startsWith('2')) this.#output = target;
  }

  #readMark(): void {
    this.#at += 2;
    const stripTabs = this.#script[this.#at] === '-';
    if (stripTabs) this.#at += 1;
    const match = /^[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([\w.-]+))/.exec(
      this.#script.slice(this.#at, this.#at + 200),
    );
    if (match === null) return;
    this.#at += match[0].length;
    this.#pendingMarks.push({ mark: match[1] ?? match[2] ?? match[3] ?? '', stripTabs });
  }

  #readHereDocuments(): void {
    for (const { mark } of this.#pendingMarks) {
      const lines: string[] = [];
      while (this.#at < this.#script.length) {
        const end = endOfLine(this.#script, this.#at);
        const line = this.#script.slice(this.#at, end);
        this.#at = end + 1;
        if (line.trim() === mark) break;
        lines.push(line);
      }
      this.#hereDocuments.push(lines.join('\n'));
    }
    this.#pendingMarks = [];
  }

  #readWord(): void {
    const start = this.#at;
    let text = '';
    while (this.#at < this.#script.length) {
      const character = this.#script[this.#at] ?? '';
      if (/[\s;|&()<>]/.test(character)) break;
      text += this.#readPiece(character);
    }
    if (this.#at === start) this.#at += 1;
    else this.#words.push({ text, offset: this.#base + start });
  }

  #readPiece(character: string): string {
    if (character === "'") return this.#readQuoted("'");
    if (character === '"') return this.#readDoubleQuoted();
    if (character === '`') return `$(${this.#readQuoted('`')})`;
    if (character === '$') return this.#readDollar();
    if (character === '\\') {
      this.#at += 2;
      const escaped = this.#script[this.#at - 1] ?? '';
      return escaped === '\n' ? '' : escaped;
    }
    this.#at += 1;
    return character;
  }

  #readQuoted(quote: string): string {
    const end = this.#script.indexOf(quote, this.#at + 1);
    const stop = end === -1 ? this.#script.length : end;
    const text = this.#script.slice(this.#at + 1, stop);
    if (quote === '`') this.#follow(text, this.#at + 1);
    this.#at = stop + 1;
    return text;
  }

  #readDoubleQuoted(): string {
    this.#at += 1;
    let text = '';
    while (this.#at < this.#script.length && this.#script[this.#at] !== '"') {
      const character = this.#script[this.#at] ?? '';
      text += character === "'" ? this.#takeOne() : this.#readPiece(character);
    }
    this.#at += 1;
    return text;
  }

  #takeOne(): string {
    this.#at += 1;
    return this.#script[this.#at - 1] ?? '';
  }

  /** `$NAME`, `${…}`, `$(…)` and `${{ … }}` as written, so that quotes inside them end nothing. */
  #readDollar(): string {
    const start = this.#at;
    const rest = this.#script.slice(start, start + 3);
    if (rest === '${{') {
      const end = this.#script.indexOf('}}', start);
      this.#at = end === -1 ? this.#script.length : end + 2;
    } else if (rest.startsWith('$(')) {
      this.#at = closingOf(this.#script, start + 1, '(', ')');
      this.#follow(this.#script.slice(start + 2, this.#at - 1), start + 2);
    } else if (rest.startsWith('${')) this.#at = closingOf(this.#script, start + 1, '{', '}');
    else this.#at += 1;
    return this.#script.slice(start, this.#at);
  }

  #follow(text: string, offset: number): void {
    if (this.#depth >= substitutionDepthMax) return;
    this.#commands.push(...listShellCommands(text, this.#base + offset, this.#depth + 1));
  }

  #endCommand(separator: string): void {
    const words = this.#words;
    if (this.#pendingMarks.length > 0 && separator !== '') {
      // The text of `cat <<EOF | program` comes after the line; it belongs to the line, so it is read first.
      const resume = this.#at;
      const end = endOfLine(this.#script, resume);
      this.#at = end + 1;
      this.#readHereDocuments();
      const rest = this.#script.slice(resume, end);
      const next = this.#at;
      this.#pushCommand(words);
      const documents = this.#commands.at(-1)?.hereDocuments ?? [];
      for (const command of listShellCommands(rest, this.#base + resume, this.#depth)) {
        this.#commands.push({ ...command, hereDocuments: [...command.hereDocuments, ...documents] });
      }
      this.#at = next;
      this.#joinedBy = '';
      return;
    }
    this.#pushCommand(words);
    this.#joinedBy = separator;
  }

  #pushCommand(words: readonly ShellWord[]): void {
    const command = toCommand(words, this.#hereDocuments, this.#output, this.#joinedBy);
    if (command !== undefined) this.#commands.push(command);
    this.#words = [];
    this.#hereDocuments = [];
    this.#output = undefined;
  }
}

function toCommand(
  words: readonly ShellWord[],
  hereDocuments: readonly string[],
  output: string | undefined,
  joinedBy: string,
): ShellCommand | undefined {
  const first = words[0];
  if (first === undefined) return undefined;
  const assignments: ShellAssignment[] = [];
  let index = 0;
  for (; index < words.length; index += 1) {
    const { text, offset } = words[index] ?? first;
    const match = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/.exec(text);
    if (match !== null) assignments.push({ name: match[1] ?? '', value: match[2] ?? '', offset });
    else if (!keywords.has(text) && !declarations.has(text)) break;
  }
  const rest = words.slice(index);
  return { words: rest, assignments, offset: (rest[0] ?? first).offset, hereDocuments, output, joinedBy };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** The index after the bracket that closes the one at `at`; quotes are stepped over. */
export function closingOf(text: string, at: number, open: string, close: string): number {
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === open) depth += 1;
    else if (character === close) {
      depth -= 1;
      if (depth === 0) return index + 1;
    } else if (character === "'" || character === '"' || character === '`') {
      const end = endOfQuote(text, index, character);
      if (end !== -1) index = end;
    }
  }
  return text.length;
}

function endOfQuote(text: string, at: number, quote: string): number {
  for (let index = at + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index;
  }
  return -1;
}
