import type { CompareExpression, Expression } from './expression.ts';
import { unreachable } from './unreachable.ts';

/** A part of an expression with what surrounds it, for rules that look at single tests inside a condition. */
export interface ExpressionPart {
  readonly expression: Expression;
  /** Whether the part being true helps the whole to be true; undefined below a comparison or call. */
  readonly positive: boolean | undefined;
  /** What must hold besides: the other arguments of every `&&` above. */
  readonly beside: readonly Expression[];
}

export function* walkParts(
  expression: Expression,
  positive: boolean | undefined = true,
  beside: readonly Expression[] = [],
): Generator<ExpressionPart> {
  yield { expression, positive, beside };
  switch (expression.kind) {
    case 'literal':
    case 'path':
      return;
    case 'dynamic':
      for (const part of expression.parts) yield* walkParts(part, undefined, beside);
      return;
    case 'call':
      for (const arg of expression.args) yield* walkParts(arg, undefined, beside);
      return;
    case 'compare':
      yield* walkComparison(expression, positive, beside);
      return;
    case 'not':
      yield* walkParts(expression.of, positive === undefined ? undefined : !positive, beside);
      return;
    case 'logic':
      for (const arg of expression.args) {
        const others = expression.args.filter((other) => other !== arg);
        yield* walkParts(arg, positive, expression.operator === '&&' ? [...beside, ...others] : beside);
      }
      return;
    default:
      unreachable(expression);
  }
}

/** `contains(…) == true` asks the same as `contains(…)`, and `== false` the opposite. */
function* walkComparison(
  { operator, left, right }: CompareExpression,
  positive: boolean | undefined,
  beside: readonly Expression[],
): Generator<ExpressionPart> {
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const wanted = other.kind === 'literal' && typeof other.value === 'boolean' ? other.value : undefined;
    const isEqual = operator === '==' || operator === '!=';
    const same = wanted === undefined || !isEqual ? undefined : wanted === (operator === '==');
    yield* walkParts(
      side,
      same === undefined || positive === undefined ? undefined : same === positive,
      beside,
    );
  }
}
