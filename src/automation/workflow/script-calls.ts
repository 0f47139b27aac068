/**
 * Finds calls and texts in the JavaScript (or Python) of a workflow without parsing the language: the argument between
 * balanced brackets, and the literals that a property or variable is made of. What it cannot follow it leaves out.
 */
import { closingOf } from './shell-commands.ts';

export interface ScriptCall {
  /** `issues.createComment`: the last two names of the call. */
  readonly name: string;
  readonly offset: number;
  readonly argument: string;
}

const callPattern = /\b([A-Za-z_$][\w$]*)\s*\.\s*([A-Za-z_$][\w$]*)\s*\(/g;
const expandDepthMax = 4;
/** Longer texts of a script are cut here; a comment of a forge has at most 65 536 characters. */
const textLengthMax = 20_000;

export function listScriptCalls(script: string): readonly ScriptCall[] {
  const calls: ScriptCall[] = [];
  for (const match of script.matchAll(callPattern)) {
    const open = match.index + match[0].length - 1;
    const name = `${match[1] ?? ''}.${match[2] ?? ''}`;
    if (!interestingCalls.test(name)) continue;
    const argument = script.slice(open + 1, closingOf(script, open, '(', ')') - 1);
    calls.push({ name, offset: match.index, argument });
  }
  return calls;
}

const interestingCalls =
  /^(?:issues|pulls|repos|actions|reactions|git|search|rest|teams)\.|\.(?:createComment|create_comment|create_issue|create_issue_comment|createDispatchEvent)$/;

/** The source of a property of an object literal: for `{ body: 'x' }` and `body`, `'x'`; for `{ body }`, `body`. */
export function findProperty(argument: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|[{,\\s])['"]?${name}['"]?\\s*(:|,|\\}|$|=(?!=))`).exec(argument);
  if (match === null) return undefined;
  const mark = match[1] ?? '';
  if (mark !== ':' && mark !== '=') return name;
  return readExpression(argument, match.index + match[0].length);
}

/** From `start` to the comma, semicolon or bracket that ends the expression. */
export function readExpression(text: string, start: number): string {
  let index = start;
  for (; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '\\') index += 1;
    else if (',;)}]'.includes(character)) break;
    else if ('([{'.includes(character)) {
      const close = character === '(' ? ')' : character === '[' ? ']' : '}';
      index = closingOf(text, index, character, close) - 1;
    } else if (`'"\``.includes(character)) index = endOfLiteral(text, index);
  }
  return text.slice(start, index).trim();
}

function endOfLiteral(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index;
  }
  return text.length;
}

/**
 * The texts an expression is made of, in order; names are replaced by what the script assigns to them. Parts that are
 * computed stay as `${…}`.
 */
export function expandScriptText(expression: string, script: string, depth = 0): string {
  let text = '';
  let index = 0;
  while (index < expression.length && text.length < textLengthMax) {
    const character = expression[index] ?? '';
    if (`'"\``.includes(character)) {
      const end = endOfLiteral(expression, index);
      const literal = unescapeLiteral(expression.slice(index + 1, end));
      text += character === '`' ? expandTemplate(literal, script, depth) : literal;
      if (/^\s*[,\]]/.test(expression.slice(end + 1, end + 12))) text += '\n';
      index = end + 1;
    } else if (/[A-Za-z_$]/.test(character)) {
      const name = /^[\w$]+/.exec(expression.slice(index))?.[0] ?? character;
      const rest =
        /^[\w$.]*(?:\([^()]*\))?(?:\.[\w$]+(?:\([^()]*\))?)*/.exec(expression.slice(index))?.[0] ?? name;
      const assigned =
        rest === name || rest.startsWith(`${name}.join`) ? expandName(name, script, depth) : undefined;
      text += assigned ?? `\${${rest}}`;
      index += Math.max(rest.length, 1);
    } else index += 1;
  }
  return text;
}

function expandTemplate(text: string, script: string, depth: number): string {
  return text.replace(/\$\{(\w+)\}/g, (whole, name: string) => expandName(name, script, depth) ?? whole);
}

/** All that is assigned or pushed to a name, in order; undefined when nothing is. */
function expandName(name: string, script: string, depth: number): string | undefined {
  if (depth >= expandDepthMax || !/^[A-Za-z_$][\w$]*$/.test(name)) return undefined;
  const escaped = name.replaceAll('$', '\\$');
  const pattern = new RegExp(`(?<![\\w$.])${escaped}(?:\\s*\\+?=(?![=>])|\\.push\\()`, 'g');
  const parts: string[] = [];
  for (const match of script.matchAll(pattern)) {
    const expression = readStatement(script, match.index + match[0].length);
    const isComputed = /^[^'"`]*$/.test(expression);
    parts.push(isComputed ? `\${${expression}}` : expandScriptText(expression, script, depth + 1));
    if (parts.length >= 20) break;
  }
  return parts.length === 0 ? undefined : parts.join('');
}

/** Like an expression, but a line that goes on after its end is part of it only when it starts with a dot or plus. */
function readStatement(script: string, start: number): string {
  const expression = readExpression(script, start);
  const lines = expression.split('\n');
  let end = 1;
  let open = bracketBalance(lines[0] ?? '');
  while (end < lines.length) {
    const line = lines[end] ?? '';
    const goesOn = open > 0 || /^\s*[.+?:]/.test(line) || /[+=(,]\s*$/.test(lines[end - 1] ?? '');
    const inTemplate = (lines.slice(0, end).join('\n').match(/`/g)?.length ?? 0) % 2 === 1;
    if (!goesOn && !inTemplate) break;
    open += bracketBalance(line);
    end += 1;
  }
  return lines.slice(0, end).join('\n');
}

function bracketBalance(line: string): number {
  return (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
}

function unescapeLiteral(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, letter: string) =>
    letter === 'n' ? '\n' : letter === 't' ? '\t' : letter,
  );
}
