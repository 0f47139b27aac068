/**
 * Reads YAML text into source nodes. Nothing in the text may crash or stall the reader: size, depth and the number of
 * nodes that aliases unfold to are bounded, and what goes beyond is a problem with its place.
 */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { Position } from './position.ts';
import type { MapEntry, SourceNode, TextNode } from './source-node.ts';

export interface ReadProblem {
  readonly at: Position;
  readonly message: string;
}

export interface YamlRead {
  readonly root: SourceNode;
  readonly problems: readonly ReadProblem[];
}

/** Forges refuse workflow files far below this; a larger file is something else. */
const characterCountMax = 4 * 1024 * 1024;
/** What aliases may unfold to. A workflow of 1 MB has some 60 000 nodes; a chain of aliases reaches any number. */
const nodeCountMax = 300_000;
/** Deeper than any workflow, shallower than the stack. */
const depthMax = 60;
const problemCountMax = 20;

export function readYaml(text: string): YamlRead {
  const lineCounter = new LineCounter();
  const placeAt = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (text.length > characterCountMax) {
    return failedRead(
      { line: 1, column: 1 },
      `The file has ${text.length} characters; ${characterCountMax} are read.`,
    );
  }
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      lineCounter,
      uniqueKeys: false,
      strict: false,
      prettyErrors: false,
      keepSourceTokens: false,
      merge: true,
      logLevel: 'silent',
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failedRead({ line: 1, column: 1 }, `The file cannot be read as YAML: ${reason}`);
  }
  const problems = document.errors
    .slice(0, problemCountMax)
    .map(({ pos, message }) => ({ at: placeAt(pos[0]), message: firstLine(message) }));
  const converter = new Converter(text, placeAt);
  const root = converter.convert(document.contents, 0);
  return { root, problems: [...problems, ...converter.problems] };
}

function failedRead(at: Position, message: string): YamlRead {
  return { root: { kind: 'empty', at }, problems: [{ at, message }] };
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}

class Converter {
  readonly problems: ReadProblem[] = [];
  readonly #text: string;
  readonly #placeAt: (offset: number) => Position;
  readonly #anchors = new Map<string, Node>();
  #nodeCount = 0;
  #stopped = false;

  constructor(text: string, placeAt: (offset: number) => Position) {
    this.#text = text;
    this.#placeAt = placeAt;
  }

  convert(node: Node | null | undefined, depth: number): SourceNode {
    const at = this.#placeAt(node?.range?.[0] ?? 0);
    if (node === null || node === undefined || this.#stopped) return { kind: 'empty', at };
    this.#nodeCount += 1;
    if (depth > depthMax) return this.#stop(at, `Nodes are nested more than ${depthMax} deep.`);
    if (this.#nodeCount > nodeCountMax) {
      return this.#stop(at, `Aliases unfold to more than ${nodeCountMax} nodes.`);
    }
    if (isAlias(node)) return this.#followAlias(node, at, depth);
    if ('anchor' in node && typeof node.anchor === 'string') this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return this.#toText(node, at);
    if (isSeq(node)) {
      const items = node.items.map((item) => this.convert(asNode(item), depth + 1));
      return { kind: 'list', items, at };
    }
    return isMap(node) ? this.#toMap(node, at, depth) : { kind: 'empty', at };
  }

  #stop(at: Position, message: string): SourceNode {
    this.problems.push({ at, message });
    this.#stopped = true;
    return { kind: 'empty', at };
  }

  #followAlias(alias: Alias, at: Position, depth: number): SourceNode {
    const target = this.#anchors.get(alias.source);
    if (target !== undefined) return this.convert(target, depth + 1);
    this.problems.push({ at, message: `There is no anchor "${alias.source}" before this alias.` });
    return { kind: 'empty', at };
  }

  #toText(scalar: Scalar, at: Position): SourceNode {
    const plain = scalar.type === 'PLAIN' || scalar.type === undefined;
    if (plain && (scalar.source ?? '') === '') return { kind: 'empty', at };
    if (plain && scalar.value === null) return { kind: 'empty', at };
    const value = plain ? (scalar.source ?? String(scalar.value)) : String(scalar.value);
    const [start, end] = scalar.range ?? [0, 0];
    const isBlock = scalar.type === 'BLOCK_LITERAL' || scalar.type === 'BLOCK_FOLDED';
    const source = this.#text;
    const placeAt = this.#placeAt;
    const locate = (offset: number): Position =>
      placeAt(locateIn({ source, start, end, isBlock, isPlain: plain }, value, offset));
    return { kind: 'text', value, quoted: !plain, at, locate } satisfies TextNode;
  }

  #toMap(map: YAMLMap, at: Position, depth: number): SourceNode {
    const own = new Map<string, MapEntry>();
    const merged = new Map<string, MapEntry>();
    for (const pair of map.items) {
      const keyNode = asNode(pair.key);
      const keyAt = this.#placeAt(keyNode?.range?.[0] ?? 0);
      const key = isScalar(keyNode) ? (keyNode.source ?? String(keyNode.value)) : undefined;
      if (keyNode !== undefined && 'anchor' in keyNode && typeof keyNode.anchor === 'string') {
        this.#anchors.set(keyNode.anchor, keyNode);
      }
      if (key === undefined) {
        if (!this.#stopped) this.problems.push({ at: keyAt, message: 'A key must be a plain text.' });
        continue;
      }
      const value = this.convert(asNode(pair.value), depth + 1);
      if (key === '<<' && isScalar(keyNode) && keyNode.type === 'PLAIN') mergeInto(merged, value);
      else if (own.has(key)) this.#reportDuplicate(key, keyAt);
      else own.set(key, { key, keyAt, value: value.kind === 'empty' ? { kind: 'empty', at: keyAt } : value });
    }
    for (const [key, entry] of merged) if (!own.has(key)) own.set(key, entry);
    return { kind: 'map', entries: own, at };
  }

  #reportDuplicate(key: string, at: Position): void {
    if (this.problems.length >= problemCountMax) return;
    this.problems.push({
      at,
      message: `The key "${key}" stands here a second time; a forge refuses the file.`,
    });
  }
}

function mergeInto(merged: Map<string, MapEntry>, value: SourceNode): void {
  const maps = value.kind === 'list' ? value.items : [value];
  for (const map of maps) {
    if (map.kind !== 'map') continue;
    for (const [key, entry] of map.entries) if (!merged.has(key)) merged.set(key, entry);
  }
}

/** Items and keys that the parser made are nodes; anything else would come from values set by hand. */
function asNode(value: unknown): Node | undefined {
  return isScalar(value) || isMap(value) || isSeq(value) || isAlias(value) ? value : undefined;
}

interface ScalarSource {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly isBlock: boolean;
  readonly isPlain: boolean;
}

/**
 * The offset in the file of a character of a scalar's value. Folding, indentation and chomping only change blanks, so
 * the nth character that is no blank is the same in both; escapes of double quotes are stepped over.
 */
function locateIn(scalar: ScalarSource, value: string, offset: number): number {
  const { source, start, end, isBlock, isPlain } = scalar;
  let at = start;
  if (isBlock) at = Math.max(start, source.indexOf('\n', start) + 1);
  else if (!isPlain) at = start + 1;
  const target = countInk(value, Math.min(offset, value.length));
  let seen = 0;
  let last = at;
  for (; at < end; at += 1) {
    if (isBlank(source.charCodeAt(at))) continue;
    if (!isPlain && !isBlock && source[at] === '\\') {
      const letter = source[at + 1] ?? '';
      if ('ntr \n'.includes(letter)) {
        at += 1;
        continue;
      }
      at += 1;
    }
    if (seen === target) return at;
    seen += 1;
    last = at;
  }
  return last;
}

function countInk(text: string, end: number): number {
  let count = 0;
  for (let index = 0; index < end; index += 1) if (!isBlank(text.charCodeAt(index))) count += 1;
  return count;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
