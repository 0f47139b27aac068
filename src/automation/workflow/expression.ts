/**
 * Expressions of workflows (`${{ … }}` and `if:`). The only file that knows the package which lexes and parses them
 * and which has the rules of comparison (case is ignored, missing is null, null is 0 and '').
 *
 * 1. A text that does not parse is a problem with an offset, never a throw.
 * 2. What is not known stays unknown: `unknown && false` is false, `unknown || true` is true, all else is unknown.
 */
import { data, ExpressionError, Lexer, Parser, wellKnownFunctions } from '@actions/expressions';
import {
  Binary,
  ContextAccess,
  type Expr,
  FunctionCall,
  Grouping,
  IndexAccess,
  Literal,
  Logical,
  Unary,
} from '@actions/expressions/ast';
import { equals, falsy, greaterThan, lessThan } from '@actions/expressions/result';
import { namesRepository } from './repository-guard.ts';
import { unreachable } from './unreachable.ts';

export type Expression =
  | { readonly kind: 'literal'; readonly value: Scalar; readonly offset: number }
  | { readonly kind: 'path'; readonly path: string; readonly offset: number }
  | { readonly kind: 'dynamic'; readonly parts: readonly Expression[]; readonly offset: number }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Expression[];
      readonly offset: number;
    }
  | { readonly kind: 'not'; readonly of: Expression; readonly offset: number }
  | CompareExpression
  | {
      readonly kind: 'logic';
      readonly operator: '&&' | '||';
      readonly args: readonly Expression[];
      readonly offset: number;
    };

export interface CompareExpression {
  readonly kind: 'compare';
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
  readonly offset: number;
}

export type Scalar = string | number | boolean | null;

export type ExpressionRead =
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'problem'; readonly message: string; readonly offset: number };

export type Truth = 'yes' | 'no' | 'maybe';

/** Stands in a made-up context for a value that exists but that nobody can know beforehand. */
export const unknownValue: unique symbol = Symbol('unknown');

export type ContextValue =
  | Scalar
  | typeof unknownValue
  | readonly ContextValue[]
  | { readonly [key: string]: ContextValue };

const contextNames =
  'github gitea forgejo env vars secrets inputs needs steps matrix strategy runner job jobs'.split(' ');

const statusFunctions = ['success', 'failure', 'cancelled', 'always'];

const extraFunctions = [
  ...statusFunctions.map((name) => ({ name, minArgs: 0, maxArgs: 255 })),
  { name: 'hashfiles', minArgs: 1, maxArgs: 255 },
  { name: 'case', minArgs: 3, maxArgs: 255 },
];

export function parseExpression(text: string): ExpressionRead {
  try {
    const { tokens } = new Lexer(text).lex();
    const parsed: Expr | undefined = new Parser(tokens, contextNames, extraFunctions).parse();
    if (parsed === undefined) return { kind: 'problem', message: 'The expression is empty.', offset: 0 };
    return { kind: 'expression', expression: toExpression(parsed, lineStartsOf(text)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const starts = lineStartsOf(text);
    const offset = error instanceof ExpressionError ? (starts[error.pos.line] ?? 0) + error.pos.column : 0;
    return { kind: 'problem', message: reason, offset };
  }
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

interface TokenPlace {
  readonly range: { readonly start: { readonly line: number; readonly column: number } };
}

function toExpression(node: Expr, starts: readonly number[]): Expression {
  const offsetOf = ({ range }: TokenPlace): number => (starts[range.start.line] ?? 0) + range.start.column;
  const convert = (child: Expr): Expression => toExpression(child, starts);
  if (node instanceof Grouping) return convert(node.group);
  if (node instanceof Literal) {
    return { kind: 'literal', value: toScalar(node.literal), offset: offsetOf(node.token) };
  }
  if (node instanceof ContextAccess) {
    return { kind: 'path', path: node.name.lexeme.toLowerCase(), offset: offsetOf(node.name) };
  }
  if (node instanceof IndexAccess) return toPath(node, convert);
  if (node instanceof FunctionCall) {
    const name = node.functionName.lexeme.toLowerCase();
    return { kind: 'call', name, args: node.args.map(convert), offset: offsetOf(node.functionName) };
  }
  if (node instanceof Unary) return { kind: 'not', of: convert(node.expr), offset: offsetOf(node.operator) };
  if (node instanceof Binary) {
    const left = convert(node.left);
    return {
      kind: 'compare',
      operator: node.operator.lexeme,
      left,
      right: convert(node.right),
      offset: left.offset,
    };
  }
  if (node instanceof Logical) {
    const operator = node.operator.lexeme === '||' ? '||' : '&&';
    const args = node.args.map(convert);
    return { kind: 'logic', operator, args, offset: args[0]?.offset ?? 0 };
  }
  return { kind: 'dynamic', parts: [], offset: 0 };
}

/** `a.b['c']` is the path `a.b.c`; a star, a computed index or a call at its root keeps it from being known. */
function toPath(node: IndexAccess, convert: (child: Expr) => Expression): Expression {
  const of = convert(node.expr);
  const index = node.index instanceof Literal ? toScalar(node.index.literal) : undefined;
  if (of.kind === 'path' && (typeof index === 'string' || typeof index === 'number')) {
    return { kind: 'path', path: `${of.path}.${String(index).toLowerCase()}`, offset: of.offset };
  }
  const isComputed = !(node.index instanceof Literal) && node.index.constructor.name !== 'Star';
  const parts = isComputed ? [of, convert(node.index)] : [of];
  return { kind: 'dynamic', parts, offset: of.offset };
}

function toScalar(value: data.ExpressionData): Scalar {
  if (
    value instanceof data.StringData ||
    value instanceof data.NumberData ||
    value instanceof data.BooleanData
  ) {
    return value.value;
  }
  return null;
}

/** Whether a condition would hold in a context. A missing field is null, as on the forge. */
export function evaluateTruth(expression: Expression, context: ContextValue): Truth {
  const value = evaluate(expression, context);
  if (value.kind === 'known') return falsy(value.data) ? 'no' : 'yes';
  return value.truth;
}

/** The text a value would be printed as; undefined when it is not known. */
export function evaluateText(expression: Expression, context: ContextValue): string | undefined {
  const value = evaluate(expression, context);
  return value.kind === 'known' ? value.data.coerceString() : undefined;
}

type Value =
  | { readonly kind: 'known'; readonly data: data.ExpressionData }
  | { readonly kind: 'unknown'; readonly truth: Truth };

const unknown: Value = { kind: 'unknown', truth: 'maybe' };

function evaluate(expression: Expression, context: ContextValue): Value {
  switch (expression.kind) {
    case 'literal':
      return { kind: 'known', data: toData(expression.value) };
    case 'path':
      return toValue(lookUp(context, expression.path.split('.')));
    case 'dynamic':
      return unknown;
    case 'call':
      return evaluateCall(expression.name, expression.args, context);
    case 'not': {
      const truth = evaluateTruth(expression.of, context);
      return truth === 'maybe' ? unknown : known(truth === 'no');
    }
    case 'compare':
      return evaluateCompare(expression, context);
    case 'logic':
      return evaluateLogic(expression.operator, expression.args, context);
    default:
      return unreachable(expression);
  }
}

function evaluateCall(name: string, args: readonly Expression[], context: ContextValue): Value {
  if (name === 'success' || name === 'always') return known(true);
  if (name === 'failure' || name === 'cancelled') return unknown;
  const values = args.map((arg) => evaluate(arg, context));
  const inputs: data.ExpressionData[] = [];
  for (const value of values) {
    if (value.kind === 'unknown') return unknown;
    inputs.push(value.data);
  }
  const definition = wellKnownFunctions[name];
  if (definition === undefined) return unknown;
  try {
    return { kind: 'known', data: definition.call(...inputs) };
  } catch {
    return unknown;
  }
}

function evaluateCompare(expression: CompareExpression, context: ContextValue): Value {
  if (namesRepository(expression)) return known(true);
  const { operator, left, right } = expression;
  const first = evaluate(left, context);
  const second = evaluate(right, context);
  if (first.kind === 'unknown' || second.kind === 'unknown') return unknown;
  const [a, b] = [first.data, second.data];
  switch (operator) {
    case '==':
      return known(equals(a, b));
    case '!=':
      return known(!equals(a, b));
    case '>':
      return known(greaterThan(a, b));
    case '>=':
      return known(equals(a, b) || greaterThan(a, b));
    case '<':
      return known(lessThan(a, b));
    case '<=':
      return known(equals(a, b) || lessThan(a, b));
    default:
      return unknown;
  }
}

/** The first argument that decides; a known one that decides wins over unknown ones beside it. */
function evaluateLogic(operator: '&&' | '||', args: readonly Expression[], context: ContextValue): Value {
  const deciding: Truth = operator === '&&' ? 'no' : 'yes';
  let sawUnknown = false;
  let last: Value = known(operator === '&&');
  for (const arg of args) {
    last = evaluate(arg, context);
    const truth = last.kind === 'known' ? (falsy(last.data) ? 'no' : 'yes') : last.truth;
    if (truth === deciding) return sawUnknown ? { kind: 'unknown', truth: deciding } : last;
    if (truth === 'maybe') sawUnknown = true;
  }
  return sawUnknown ? unknown : last;
}

function known(value: boolean): Value {
  return { kind: 'known', data: new data.BooleanData(value) };
}

function lookUp(context: ContextValue, path: readonly string[]): ContextValue {
  let value = context;
  for (const segment of path) {
    if (value === unknownValue) return unknownValue;
    if (value === null || typeof value !== 'object') return null;
    if (isList(value)) value = value[Number(segment)] ?? null;
    else
      value = Object.hasOwn(value, segment)
        ? (value[segment] ?? null)
        : Object.hasOwn(value, '*')
          ? unknownValue
          : null;
  }
  return value;
}

function isList(value: ContextValue): value is readonly ContextValue[] {
  return Array.isArray(value);
}

function toValue(value: ContextValue): Value {
  if (value === unknownValue) return unknown;
  if (value === null || typeof value !== 'object') return { kind: 'known', data: toData(value) };
  if (isList(value)) {
    const items = value.map(toValue).flatMap((item) => (item.kind === 'known' ? [item.data] : []));
    return items.length === value.length ? { kind: 'known', data: new data.Array(...items) } : unknown;
  }
  return { kind: 'known', data: new data.Dictionary() };
}

function toData(value: Scalar): data.ExpressionData {
  if (value === null) return new data.Null();
  if (typeof value === 'string') return new data.StringData(value);
  return typeof value === 'number' ? new data.NumberData(value) : new data.BooleanData(value);
}
