/**
 * A YAML document reduced to what a workflow needs: texts, lists and maps, each with its place. Aliases and merge keys
 * are followed, so whoever reads a workflow never meets them.
 *
 * 1. Every text can tell where each of its characters stands in the file.
 * 2. A map has no key twice: the first one counts, and the reader has reported the second.
 */
import type { Position } from './position.ts';

export interface TextNode {
  readonly kind: 'text';
  readonly value: string;
  /** Whether it was written in quotes or as a block, so that it can be nothing but a string. */
  readonly quoted: boolean;
  readonly at: Position;
  /** The place of a character of `value`, counted from 0. */
  readonly locate: (offset: number) => Position;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly SourceNode[];
  readonly at: Position;
}

export interface MapEntry {
  readonly key: string;
  readonly keyAt: Position;
  readonly value: SourceNode;
}

export interface MapNode {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, MapEntry>;
  readonly at: Position;
}

export interface EmptyNode {
  readonly kind: 'empty';
  readonly at: Position;
}

export type SourceNode = TextNode | ListNode | MapNode | EmptyNode;

export function childOf(node: SourceNode | undefined, key: string): SourceNode | undefined {
  return node?.kind === 'map' ? node.entries.get(key)?.value : undefined;
}

export function textOf(node: SourceNode | undefined): TextNode | undefined {
  return node?.kind === 'text' ? node : undefined;
}

export function mapOf(node: SourceNode | undefined): MapNode | undefined {
  return node?.kind === 'map' ? node : undefined;
}

/** The texts of a list, or the one text that stands where a list may stand. */
export function textsOf(node: SourceNode | undefined): readonly TextNode[] {
  if (node?.kind === 'text') return [node];
  if (node?.kind !== 'list') return [];
  return node.items.flatMap((item) => (item.kind === 'text' ? [item] : []));
}

/** The texts of a map by key; other values are left out. */
export function textMapOf(node: SourceNode | undefined): ReadonlyMap<string, TextNode> {
  const texts = new Map<string, TextNode>();
  if (node?.kind !== 'map') return texts;
  for (const { key, value } of node.entries.values()) if (value.kind === 'text') texts.set(key, value);
  return texts;
}

/** Every text below a node, in the order of the file. */
export function* walkTexts(node: SourceNode): Generator<TextNode> {
  if (node.kind === 'text') yield node;
  else if (node.kind === 'list') for (const item of node.items) yield* walkTexts(item);
  else if (node.kind === 'map') for (const { value } of node.entries.values()) yield* walkTexts(value);
}
