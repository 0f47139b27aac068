import { makeContext } from '../../workflow/made-event.ts';
import { jobTruth } from '../../workflow/run-truth.ts';
import { listTextTests } from '../command-tests.ts';
import type { Rule } from '../rule.ts';

export const editedRetrigger: Rule = {
  id: 'FX19',
  name: 'edited-retrigger',
  severity: 'warning',
  summary: 'Editing a comment gives its command again.',
  why: 'With types: edited the command runs once more for every correction of the comment, months later too, and a comment can be edited by others than its author.',
  fix: 'Listen to types: [created] for commands.',
  example: {
    path: '.github/workflows/command.yml',
    bad: `on:
  issue_comment:
    types: [created, edited]
jobs:
  deploy:
    if: startsWith(github.event.comment.body, '/deploy')
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
  check: (workflow) => {
    const tests = listTextTests(workflow).filter(({ holder }) => holder === 'comment' || holder === 'review');
    return workflow.triggers.flatMap(({ event, types }) => {
      const edited = types?.find(({ value }) => value === 'edited');
      if (edited === undefined || !/comment|review/.test(event)) return [];
      const again = tests.find(({ literal, placed }) => {
        const context = makeContext({ event, forge: workflow.forge, action: 'edited', text: literal });
        return jobTruth(workflow, placed.job, context) !== 'no';
      });
      if (again === undefined) return [];
      return [
        {
          at: edited.at,
          message: `The command "${again.literal.trim()}" runs again whenever its comment is edited.`,
        },
      ];
    });
  },
};
