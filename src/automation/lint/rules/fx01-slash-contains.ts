import { evaluateTruth } from '../../workflow/expression.ts';
import { makeContext } from '../../workflow/made-event.ts';
import type { Workflow } from '../../workflow/workflow.ts';
import { type CommandTest, eventsWithText, listTextTests } from '../command-tests.ts';
import type { Rule } from '../rule.ts';

export const slashContains: Rule = {
  id: 'FX01',
  name: 'slash-contains',
  severity: 'warning',
  summary: 'A command is looked for anywhere in a text.',
  why: 'contains() is true for any text that has the command somewhere in it: a path such as scripts/deploy-notes.sh, a quotation of an earlier comment, a sentence about the command. Whoever writes such a text starts the workflow, and that includes the workflow itself.',
  fix: 'Use startsWith(github.event.comment.body, …), or compare the whole first word in the script.',
  example: {
    path: '.github/workflows/deploy.yml',
    bad: `on:
  issue_comment:
    types: [created]
jobs:
  deploy:
    if: contains(github.event.comment.body, '/deploy')
    runs-on: ubuntu-latest
    steps:
      - run: ./deploy.sh
`,
    good: `on:
  issue_comment:
    types: [created]
jobs:
  deploy:
    if: startsWith(github.event.comment.body, '/deploy')
    runs-on: ubuntu-latest
    steps:
      - run: ./deploy.sh
`,
  },
  check: (workflow) =>
    listTextTests(workflow)
      .filter((test) => test.how === 'contains' && isReachable(test, workflow))
      .map(({ literal, holder, at }) => ({
        at,
        message: `contains() finds "${literal.trim()}" anywhere in the ${holder} text, also in ${sampleText(literal)}.`,
      })),
};

/** The command where it is not meant: inside a path (or, for a mention, inside a sentence). */
function sampleText(literal: string): string {
  const command = literal.trim();
  if (/^\w/.test(command)) return `"nobody should write ${command} here"`;
  // A blank before the slash keeps paths out, and lets every sentence about the command in.
  if (/^\s/.test(literal)) return `"please do not write ${command} here"`;
  return command.startsWith('/')
    ? `"see scripts${command}-notes.md"`
    : `"thanks to ${command} for the report"`;
}

/** Whether what stands beside the test lets such a text through: `startsWith(…) && contains(…)` does not. */
function isReachable({ literal, holder, part }: CommandTest, workflow: Workflow): boolean {
  return eventsWithText(workflow, holder).some((event) => {
    const text = sampleText(literal).slice(1, -1);
    const context = makeContext({ event, forge: workflow.forge, text, title: text });
    return part.beside.every((other) => evaluateTruth(other, context) !== 'no');
  });
}
