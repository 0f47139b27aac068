/** The tests of a comment's text that stand in conditions: `contains(github.event.comment.body, '/deploy')`. */
import { commentEvents, textHolders } from '../workflow/made-event.ts';
import type { Expression } from '../workflow/expression.ts';
import { type ExpressionPart, walkParts } from '../workflow/expression-parts.ts';
import type { Position } from '../workflow/position.ts';
import type { Condition, Job, Step, Workflow } from '../workflow/workflow.ts';

export interface PlacedCondition {
  readonly condition: Condition;
  readonly expression: Expression;
  readonly job: Job;
  readonly step: Step | undefined;
}

export function listConditions(workflow: Workflow): readonly PlacedCondition[] {
  return workflow.jobs.flatMap((job) => [
    ...place(job.condition, job, undefined),
    ...job.steps.flatMap((step) => place(step.condition, job, step)),
  ]);
}

function place(
  condition: Condition | undefined,
  job: Job,
  step: Step | undefined,
): readonly PlacedCondition[] {
  if (condition?.expression === undefined) return [];
  return [{ condition, expression: condition.expression, job, step }];
}

export interface CommandTest {
  readonly how: 'contains' | 'startswith' | 'equals';
  readonly literal: string;
  /** `phrase` when the command is words without a sign in front: "please update snapshots". */
  readonly form: 'signed' | 'phrase';
  /** `comment`, `review`, `issue`…: whose text is tested. */
  readonly holder: string;
  readonly at: Position;
  readonly part: ExpressionPart;
  readonly placed: PlacedCondition;
}

/** Tests that help their condition to hold and whose literal is a command (`/name`, `!name`) or a mention (`@name`). */
export function listCommandTests(workflow: Workflow): readonly CommandTest[] {
  return listTextTests(workflow).filter(({ form }) => form === 'signed');
}

/** These, and tests of a comment for words that somebody writes to start something: `please update snapshots`. */
export function listTextTests(workflow: Workflow): readonly CommandTest[] {
  return listConditions(workflow).flatMap((placed) =>
    [...walkParts(placed.expression)].flatMap((part) => {
      const test = toCommandTest(part, placed);
      return test === undefined ? [] : [test];
    }),
  );
}

function toCommandTest(part: ExpressionPart, placed: PlacedCondition): CommandTest | undefined {
  if (part.positive !== true) return undefined;
  const { expression } = part;
  const pair = textPair(expression);
  if (pair === undefined) return undefined;
  const [how, subject, object] = pair;
  const holder = bodyHolder(subject);
  if (holder === undefined || object.kind !== 'literal' || typeof object.value !== 'string') return undefined;
  const form = formOf(object.value, holder, part);
  if (form === undefined) return undefined;
  const at = placed.condition.locate(expression.offset);
  return { how, literal: object.value, form, holder, at, part, placed };
}

function textPair(expression: Expression): readonly [CommandTest['how'], Expression, Expression] | undefined {
  if (expression.kind === 'call') {
    const [subject, object] = expression.args;
    if (subject === undefined || object === undefined) return undefined;
    if (expression.name === 'contains' || expression.name === 'startswith')
      return [expression.name, subject, object];
    return undefined;
  }
  if (expression.kind !== 'compare' || expression.operator !== '==') return undefined;
  const isSwapped = expression.left.kind === 'literal';
  const [subject, object] = isSwapped
    ? [expression.right, expression.left]
    : [expression.left, expression.right];
  return ['equals', subject, object];
}

/** `comment` for `github.event.comment.body`; also through `toJSON(…)`, which only adds quotes. */
export function bodyHolder(expression: Expression): string | undefined {
  if (expression.kind === 'call' && expression.name === 'tojson') {
    return expression.args[0] === undefined ? undefined : bodyHolder(expression.args[0]);
  }
  if (expression.kind !== 'path') return undefined;
  const match =
    /^(?:github|gitea|forgejo)\.event\.(comment|review|issue|pull_request|discussion)\.(?:body|title)$/.exec(
      expression.path,
    );
  return match?.[1];
}

function formOf(text: string, holder: string, part: ExpressionPart): CommandTest['form'] | undefined {
  // Whoever names a team means all of it, wherever the name stands.
  if (/^\s*@[\w-]+\//.test(text)) return undefined;
  if (/^\s*[/@!][A-Za-z][\w-]*/.test(text)) return 'signed';
  // The text of an issue is looked at to sort it; words in a comment of one known account are its report.
  const isPhrase = holder === 'comment' && /^[A-Za-z][\w-]*(?: [\w-]+)*$/.test(text);
  return isPhrase && !part.beside.some(namesAuthor) ? 'phrase' : undefined;
}

/** `comment.user.login == 'name'`, also among other conditions. */
function namesAuthor(expression: Expression): boolean {
  return [...walkParts(expression)].some(({ expression: part, positive }) => {
    if (part.kind !== 'compare' || part.operator !== '==' || positive !== true) return false;
    const sides = [part.left, part.right];
    return (
      sides.some((side) => side.kind === 'literal') &&
      sides.some((side) => side.kind === 'path' && /\.(?:login|user\.id|actor)$/.test(side.path))
    );
  });
}

const literalCache = new WeakMap<readonly Workflow[], ReadonlySet<string>>();

/** Every command that any workflow of a repository asks for. */
export function listCommandLiterals(siblings: readonly Workflow[]): ReadonlySet<string> {
  const known = literalCache.get(siblings);
  if (known !== undefined) return known;
  const literals = new Set(siblings.flatMap(listCommandTests).map(({ literal }) => literal.trim()));
  literalCache.set(siblings, literals);
  return literals;
}

/** The events of a workflow whose text stands in this holder. */
export function eventsWithText(workflow: Workflow, holder: string): readonly string[] {
  return workflow.triggers.map(({ event }) => event).filter((event) => textHolders[event] === holder);
}

export function commentEventsOf(workflow: Workflow): readonly string[] {
  return workflow.triggers.map(({ event }) => event).filter((event) => commentEvents.includes(event));
}
