import { evaluateTruth } from '../../workflow/expression.ts';
import { makeContext } from '../../workflow/made-event.ts';
import type { Workflow } from '../../workflow/workflow.ts';
import { type CommandTest, eventsWithText, listCommandLiterals, listCommandTests } from '../command-tests.ts';
import type { Discovery, Rule } from '../rule.ts';

/** Names up to this length begin so many words that a boundary is needed; longer ones are left alone. */
const shortNameMax = 3;

export const shortPrefix: Rule = {
  id: 'FX03',
  name: 'prefix-no-boundary',
  severity: 'warning',
  summary: 'A command is tested as a prefix that another command or word begins with.',
  why: "startsWith(body, '/test') is true for /test-backport as well, and '/ac' for /account; upper and lower case are the same. Both commands run when one was meant.",
  fix: "Ask for the boundary too: body == '/test' || startsWith(body, '/test '), or exclude the longer command.",
  example: {
    path: '.github/workflows/test.yml',
    bad: `on:
  issue_comment:
    types: [created]
jobs:
  test:
    if: startsWith(github.event.comment.body, '/test')
    runs-on: ubuntu-latest
    steps:
      - run: make test
  backport:
    if: startsWith(github.event.comment.body, '/test-backport')
    runs-on: ubuntu-latest
    steps:
      - run: make backport
`,
    good: `on:
  issue_comment:
    types: [created]
jobs:
  test:
    if: github.event.comment.body == '/test' || startsWith(github.event.comment.body, '/test ')
    runs-on: ubuntu-latest
    steps:
      - run: make test
  backport:
    if: startsWith(github.event.comment.body, '/test-backport')
    runs-on: ubuntu-latest
    steps:
      - run: make backport
`,
  },
  check: (workflow, { siblings }) => {
    const tests = listCommandTests(workflow).filter(
      ({ how, literal }) => how === 'startswith' && /\w$/.test(literal),
    );
    if (tests.length === 0) return [];
    const others = [...listCommandLiterals(siblings)];
    return tests.flatMap((test) => checkTest(test, others, workflow));
  },
};

function checkTest(test: CommandTest, others: readonly string[], workflow: Workflow): readonly Discovery[] {
  const { literal, at } = test;
  const longer = others.find(
    (other) =>
      other.length > literal.length &&
      other.toLowerCase().startsWith(literal.toLowerCase()) &&
      /^[\w-]/.test(other.slice(literal.length)) &&
      holdsFor(test, other, workflow),
  );
  if (longer !== undefined) {
    return [{ at, message: `startsWith "${literal}" also holds for the command "${longer}".` }];
  }
  const name = literal.replace(/^\s*[/@]/, '');
  const sample = `${literal}xyz`;
  if (name.length > shortNameMax || !holdsFor(test, sample, workflow)) return [];
  return [{ at, message: `startsWith "${literal}" also holds for every longer word, such as "${sample}".` }];
}

function holdsFor({ holder, placed }: CommandTest, text: string, workflow: Workflow): boolean {
  return eventsWithText(workflow, holder).some((event) => {
    const context = makeContext({ event, forge: workflow.forge, text, title: text });
    return evaluateTruth(placed.expression, context) !== 'no';
  });
}
