import { parseExpression } from './expression.ts';
import type { ReadProblem } from './read-yaml.ts';
import { childOf, mapOf, type SourceNode, textOf } from './source-node.ts';
import type { Concurrency, Condition } from './workflow.ts';

/**
 * `if:` with or without `${{ }}` around the whole. Text beside the braces makes a string that is never empty, so such a
 * condition always holds; that is what it is read as.
 */
export function readCondition(
  node: SourceNode | undefined,
  report: (problem: ReadProblem) => void,
): Condition | undefined {
  const text = textOf(node);
  if (text === undefined) return undefined;
  const { value } = text;
  const whole = /^\s*\$\{\{([\s\S]*)\}\}\s*$/.exec(value);
  const isWhole = whole !== null && !/\}\}/.test(whole[1] ?? '');
  if (!isWhole && value.includes('${{')) {
    return {
      text,
      expression: { kind: 'literal', value: 'text beside an expression', offset: 0 },
      locate: text.locate,
    };
  }
  const inner = isWhole ? (whole[1] ?? '') : value;
  const start = isWhole ? value.indexOf('${{') + 3 : 0;
  const locate: Condition['locate'] = (offset) => text.locate(start + offset);
  const read = parseExpression(inner);
  if (read.kind === 'expression') return { text, expression: read.expression, locate };
  report({ at: locate(read.offset), message: `The condition does not parse: ${read.message}` });
  return { text, expression: undefined, locate };
}

export function readConcurrency(node: SourceNode | undefined): Concurrency | undefined {
  if (node === undefined || node.kind === 'empty') return undefined;
  if (node.kind === 'text') return { at: node.at, group: node, cancel: undefined };
  const map = mapOf(node);
  if (map === undefined) return undefined;
  return {
    at: map.at,
    group: textOf(childOf(map, 'group')),
    cancel: textOf(childOf(map, 'cancel-in-progress')),
  };
}
