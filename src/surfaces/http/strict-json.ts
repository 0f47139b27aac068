/**
 * Reads JSON that comes from outside and refuses what could be read in two ways.
 *
 * Invariants: (1) the text is JSON in UTF-8; (2) no object names a member twice, so every reader sees the same value;
 * (3) nothing is nested deeper than `depthMax`; (4) no member is called `__proto__`.
 *
 * The common case costs one `JSON.parse`, one pass that counts colons and one that counts members: when the two counts
 * agree, nothing was named twice. Only when they differ is the text scanned for the name.
 */
import { isUtf8 } from 'node:buffer';
import { isJsonArray, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';

/** Deeper text is refused; the deepest input of any operation has four levels. */
export const depthMax = 32;

export interface JsonProblem {
  readonly kind: 'json_problem';
  readonly message: string;
  readonly detail: JsonObject;
}

export type StrictJson = { readonly kind: 'json'; readonly value: JsonValue } | JsonProblem;

export function readStrictJson(bytes: Uint8Array): StrictJson {
  if (!isUtf8(bytes)) return jsonProblem('The body is not valid UTF-8. Send JSON encoded as UTF-8.');
  return parseStrictJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}

export function parseStrictJson(text: string): StrictJson {
  const members = countMembersAsWritten(text);
  if (members === undefined) return jsonProblem(`The body is nested deeper than ${depthMax} levels.`);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue; // brand: JSON.parse gives JSON data and nothing else
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, messageLengthMax) : 'it cannot be read';
    return jsonProblem(`The body is not JSON: ${reason}.`);
  }
  const membersKept = countMembersKept(value);
  if (membersKept === undefined) {
    return jsonProblem('A member may not be called "__proto__".', { field: '__proto__' });
  }
  return membersKept === members ? { kind: 'json', value } : refuseRepeatedName(text);
}

/** Enough of the parser's own words to find the place, and not a copy of the whole body. */
const messageLengthMax = 200;

function jsonProblem(message: string, detail: JsonObject = {}): JsonProblem {
  return { kind: 'json_problem', message, detail };
}

function refuseRepeatedName(text: string): JsonProblem {
  const { name, path } = findRepeatedName(text);
  const place = path === '' ? 'the body' : `"${path}"`;
  return jsonProblem(`The member ${JSON.stringify(name)} stands twice in ${place}. Send it once.`, {
    field: name,
    path: path === '' ? name : `${path}.${name}`,
  });
}

/** Members of the parsed value, at any depth; undefined when one is called `__proto__`. */
function countMembersKept(value: JsonValue): number | undefined {
  if (value === null || typeof value !== 'object') return 0;
  let count = 0;
  if (isJsonArray(value)) {
    for (const item of value) {
      const inside = countMembersKept(item);
      if (inside === undefined) return undefined;
      count += inside;
    }
    return count;
  }
  for (const name of Object.keys(value)) {
    if (name === '__proto__') return undefined;
    count += 1;
    const member = value[name];
    if (typeof member !== 'object' || member === null) continue;
    const inside = countMembersKept(member);
    if (inside === undefined) return undefined;
    count += inside;
  }
  return count;
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Colons outside strings, one for each member; undefined when brackets are nested too deep. It runs before the parser,
 * which takes seconds over a megabyte of open brackets, so the text need not be JSON.
 */
function countMembersAsWritten(text: string): number | undefined {
  let count = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = findClosingQuote(text, at);
    else if (code === colon) count += 1;
    else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > depthMax) return undefined;
    } else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return count;
}

/** The place of the quote that ends the string, or past the end when there is none. */
function findClosingQuote(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    at += code === backslash ? 2 : 1;
  }
  return at;
}

interface OpenContainer {
  /** The names seen so far in an object; undefined for an array. */
  readonly names: Set<string> | undefined;
  readonly path: string;
  /** Where the next value goes: the member's name, or the index in an array. */
  place: string;
  index: number;
  awaitsName: boolean;
}

/** The first name that its object holds twice. The text is JSON and is known to have one. */
function findRepeatedName(text: string): { readonly name: string; readonly path: string } {
  const open: OpenContainer[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const top = open.at(-1);
    const character = text.charAt(at);
    if (character === '{' || character === '[') open.push(openContainer(character, top));
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && top !== undefined) {
      top.index += 1;
      top.awaitsName = true;
    } else if (character === '"') {
      const close = findClosingQuote(text, at);
      if (top?.names !== undefined && top.awaitsName) {
        const name = String(JSON.parse(text.slice(at, close + 1)));
        if (top.names.has(name)) return { name, path: top.path };
        top.names.add(name);
        top.place = name;
        top.awaitsName = false;
      }
      at = close;
    }
  }
  throw new Error('The counts of members differ, yet no name stands twice');
}

function openContainer(character: '{' | '[', parent: OpenContainer | undefined): OpenContainer {
  const names = character === '{' ? new Set<string>() : undefined;
  return { names, path: pathInside(parent), place: '', index: 0, awaitsName: true };
}

function pathInside(parent: OpenContainer | undefined): string {
  if (parent === undefined) return '';
  if (parent.names === undefined) return `${parent.path}[${parent.index}]`;
  return parent.path === '' ? parent.place : `${parent.path}.${parent.place}`;
}
