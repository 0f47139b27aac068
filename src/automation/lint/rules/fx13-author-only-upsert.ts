import { actionName } from '../../workflow/known-actions.ts';
import { closingOf } from '../../workflow/shell-commands.ts';
import { listStepScripts } from '../../workflow/step-script.ts';
import type { Job, Workflow } from '../../workflow/workflow.ts';
import type { Discovery, Rule } from '../rule.ts';

export const authorOnlyUpsert: Rule = {
  id: 'FX13',
  name: 'author-only-upsert',
  severity: 'warning',
  summary: 'The comment to change is found by its author alone.',
  why: 'All workflows of a repository that use the default token write as the same account. "The last comment of the bot" may be another workflow’s, which is then overwritten.',
  fix: 'Begin the comment with a marker of its own (<!-- name -->) and look for the marker.',
  example: {
    path: '.github/workflows/size.yml',
    bad: `on: pull_request
jobs:
  size:
    runs-on: ubuntu-latest
    steps:
      - uses: peter-evans/find-comment@v3
        id: found
        with:
          issue-number: \${{ github.event.pull_request.number }}
          comment-author: 'github-actions[bot]'
`,
    good: `on: pull_request
jobs:
  size:
    runs-on: ubuntu-latest
    steps:
      - uses: peter-evans/find-comment@v3
        id: found
        with:
          issue-number: \${{ github.event.pull_request.number }}
          comment-author: 'github-actions[bot]'
          body-includes: '<!-- bundle-size -->'
`,
  },
  check: (workflow) => workflow.jobs.flatMap((job) => [...checkActions(job), ...checkScripts(workflow, job)]),
};

function checkActions(job: Job): readonly Discovery[] {
  return job.steps.flatMap(({ uses, with: inputs }) => {
    if (uses === undefined || actionName(uses.value) !== 'peter-evans/find-comment') return [];
    if (!inputs.has('comment-author') || inputs.has('body-includes') || inputs.has('body-regex')) return [];
    return [
      { at: uses.at, message: 'find-comment asks for the author only; any comment of that account fits.' },
    ];
  });
}

function checkScripts(workflow: Workflow, job: Job): readonly Discovery[] {
  return listStepScripts(workflow, job).flatMap(({ node, commands, language }) => {
    if (language === 'shell') {
      return commands
        .filter(({ words }) => words[0]?.text === 'gh' && words.some(({ text }) => text === '--edit-last'))
        .map(({ offset }) => ({
          at: node.locate(offset),
          message: '--edit-last changes the last comment of the account, whatever it is about.',
        }));
    }
    // The text may be looked at in the lines that follow.
    if (/\.body\b[^\n]*\.(?:includes|startsWith|match)\(/.test(node.value)) return [];
    if (!/\.(?:updateComment|deleteComment)\b/.test(node.value)) return [];
    return [...node.value.matchAll(/\.(?:find|findLast|filter)\(/g)].flatMap((match) => {
      const open = match.index + match[0].length - 1;
      const test = node.value.slice(open, closingOf(node.value, open, '(', ')'));
      const asksAuthor = /=>/.test(test) && /user\??\.(?:login|type|id)\b|performed_via/.test(test);
      if (!asksAuthor || /body|includes|startsWith|marker|match\(/i.test(test)) return [];
      return [
        {
          at: node.locate(match.index + 1),
          message: 'The comment is found by its author only; any comment of that account fits.',
        },
      ];
    });
  });
}
