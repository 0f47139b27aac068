import { walkParts } from '../../workflow/expression-parts.ts';
import type { CompareExpression } from '../../workflow/expression.ts';
import type { Position } from '../../workflow/position.ts';
import { hasTrigger, type Workflow } from '../../workflow/workflow.ts';
import { listConditions } from '../command-tests.ts';
import type { Discovery, Rule } from '../rule.ts';

export const deadGuard: Rule = {
  id: 'FX06',
  name: 'dead-guard',
  severity: 'warning',
  summary: 'A condition asks for an event that does not start this workflow.',
  why: 'The workflow does not list the event under on:, so the comparison is decided before anything happens: == is never true, != always. What it was meant to allow or keep out does not happen.',
  fix: 'Add the event to on:, or remove the comparison.',
  example: {
    path: '.github/workflows/build.yml',
    bad: `on: [push, pull_request]
jobs:
  publish:
    if: github.event_name == 'release'
    runs-on: ubuntu-latest
    steps:
      - run: make publish
`,
    good: `on: [push, pull_request, release]
jobs:
  publish:
    if: github.event_name == 'release'
    runs-on: ubuntu-latest
    steps:
      - run: make publish
`,
  },
  // Nobody mends a condition in a file that a tool writes anew.
  check: (workflow) =>
    isGenerated(workflow) ? [] : listDeadComparisons(workflow).map(({ discovery }) => discovery),
};

/** Whether the comments at its head say that a tool made it and that it is not to be edited. */
function isGenerated({ source }: Workflow): boolean {
  const head = source
    .slice(0, 4_000)
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .join(' ');
  return /\bgenerated\b[^]*\bdo not edit\b/i.test(head);
}

export interface DeadComparison {
  readonly condition: object;
  readonly discovery: Discovery;
}

export function listDeadComparisons(workflow: Workflow): readonly DeadComparison[] {
  // A called workflow sees the event of whoever calls it.
  if (workflow.triggers.length === 0 || hasTrigger(workflow, 'workflow_call')) return [];
  return listConditions(workflow).flatMap(({ condition, expression }) =>
    [...walkParts(expression)].flatMap(({ expression: part }) => {
      const discovery =
        part.kind === 'compare' ? checkComparison(part, condition.locate, workflow) : undefined;
      return discovery === undefined ? [] : [{ condition, discovery }];
    }),
  );
}

function checkComparison(
  { operator, left, right, offset }: CompareExpression,
  locate: (offset: number) => Position,
  workflow: Workflow,
): Discovery | undefined {
  const [subject, object] = left.kind === 'literal' ? [right, left] : [left, right];
  if (subject.kind !== 'path' || !/^(?:github|gitea|forgejo)\.event_name$/.test(subject.path))
    return undefined;
  if (object.kind !== 'literal' || typeof object.value !== 'string') return undefined;
  if (operator !== '==' && operator !== '!=') return undefined;
  const event = object.value.toLowerCase();
  if (workflow.triggers.some((trigger) => trigger.event.toLowerCase() === event)) return undefined;
  const always = operator === '==' ? 'never true' : 'always true';
  const message = `github.event_name ${operator} '${object.value}' is ${always}: the workflow has no trigger "${object.value}".`;
  return { at: locate(offset), message, ...(operator === '!=' ? { severity: 'note' as const } : {}) };
}
