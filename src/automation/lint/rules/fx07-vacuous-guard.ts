import { walkParts } from '../../workflow/expression-parts.ts';
import type { Expression } from '../../workflow/expression.ts';
import { payloadFields } from '../../workflow/made-event.ts';
import { hasTrigger, type Trigger, type Workflow } from '../../workflow/workflow.ts';
import { listConditions, type PlacedCondition } from '../command-tests.ts';
import type { Discovery, Rule } from '../rule.ts';
import { listDeadComparisons } from './fx06-dead-guard.ts';

export const vacuousGuard: Rule = {
  id: 'FX07',
  name: 'vacuous-guard',
  severity: 'warning',
  summary: 'A condition reads a field that none of the workflow’s events carries.',
  why: "A missing field is null, and null != 'bot' is true: such a guard lets everything through, or nothing, and looks as if it decided something.",
  fix: 'Read a field that the event carries, or drop the condition.',
  example: {
    path: '.github/workflows/label.yml',
    bad: `on:
  issues:
    types: [opened]
jobs:
  label:
    if: github.event.comment.user.login != 'helper-bot'
    runs-on: ubuntu-latest
    steps:
      - run: gh issue edit "$NUMBER" --add-label triage
`,
    good: `on:
  issues:
    types: [opened]
jobs:
  label:
    if: github.event.issue.user.login != 'helper-bot'
    runs-on: ubuntu-latest
    steps:
      - run: gh issue edit "$NUMBER" --add-label triage
`,
  },
  check: (workflow) => {
    if (workflow.triggers.length === 0 || hasTrigger(workflow, 'workflow_call')) return [];
    const dead = new Set(listDeadComparisons(workflow).map(({ condition }) => condition));
    return listConditions(workflow)
      .filter(({ condition }) => !dead.has(condition))
      .flatMap((placed) => checkCondition(placed, workflow));
  },
};

/** Fields that come only with certain types of an event, though the event's page lists them. */
const boundToTypes: Readonly<Record<string, readonly string[]>> = {
  label: ['labeled', 'unlabeled'],
  assignee: ['assigned', 'unassigned'],
};

function checkCondition(
  { condition, expression }: PlacedCondition,
  workflow: Workflow,
): readonly Discovery[] {
  const found: Discovery[] = [];
  const reported = new Set<string>();
  const alternatives = new Set<Expression>();
  for (const { expression: part } of walkParts(expression)) {
    // `a.x || b.x` as an operand takes whichever is there, so a missing one is meant.
    if (part.kind === 'compare' || part.kind === 'call')
      for (const path of alternativePaths(part)) alternatives.add(path);
  }
  for (const { expression: part } of walkParts(expression)) {
    if (part.kind !== 'path' || alternatives.has(part)) continue;
    const [root, event, field, ...rest] = part.path.split('.');
    if (event !== 'event' || field === undefined || !/^(?:github|gitea|forgejo)$/.test(root ?? '')) continue;
    const reason = reasonFor(field, rest, workflow);
    if (reason === undefined || reported.has(field)) continue;
    reported.add(field);
    found.push({
      at: condition.locate(part.offset),
      message: `github.event.${[field, ...rest].join('.')} is always empty: ${reason}.`,
    });
  }
  return found;
}

function alternativePaths(part: Expression): readonly Expression[] {
  const operands = part.kind === 'compare' ? [part.left, part.right] : part.kind === 'call' ? part.args : [];
  return operands.flatMap((operand) => (operand.kind === 'logic' ? [...operand.args] : []));
}

function reasonFor(
  field: string,
  rest: readonly string[],
  { triggers, forge }: Workflow,
): string | undefined {
  const events = triggers.map(({ event }) => event).join(', ');
  if (triggers.every((trigger) => !mayCarry(trigger, field))) {
    return `none of the events (${events}) carries "${field}"`;
  }
  if (forge !== 'gitea') return undefined;
  const path = [field, ...rest].join('.');
  if (/\buser\.type$|^sender\.type$/.test(path)) return 'on Gitea a user has no type';
  return path.endsWith('author_association') ? 'on Gitea nothing has an author_association' : undefined;
}

function mayCarry({ event, types }: Trigger, field: string): boolean {
  const fields = payloadFields(event);
  if (fields === undefined) return true;
  if (!fields.has(field)) return false;
  const bound = boundToTypes[field];
  if (bound === undefined || !/^(?:issues|pull_request|pull_request_target)$/.test(event)) return true;
  // Without types: an issue's event comes in every type, a pull request's only as opened, synchronize and reopened.
  if (types === undefined) return event === 'issues';
  return types.some(({ value }) => bound.includes(value) || value.includes('$') || value.includes('*'));
}
