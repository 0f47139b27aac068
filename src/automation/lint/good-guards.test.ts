// What must stay silent: a linter that cries at good guards is switched off.

import { describe, expect, it } from 'vitest';
import { commentWorkflow, findingsOf } from '../../../test/support/lint-text.ts';

const answer = `      - run: gh issue comment "$N" --body "done"
        env:
          GH_TOKEN: \${{ secrets.BOT_PAT }}
`;

describe('good guards', () => {
  it.each([
    "startsWith(github.event.comment.body, '/command')",
    "github.event.comment.body == '/deploy'",
    "startsWith(github.event.comment.body, '/deploy') && contains(github.event.comment.body, '/deploy')",
    "startsWith(github.event.comment.body, '/deploy') && github.event.comment.user.login != 'helper'",
    "github.event.comment.user.login == 'octocat' && startsWith(github.event.comment.body, '/deploy')",
    'contains(fromJSON(\'["OWNER","MEMBER"]\'), github.event.comment.author_association) && startsWith(github.event.comment.body, \'/deploy\')',
    "github.event.issue.user.login == 'dependabot[bot]' && startsWith(github.event.comment.body, '/deploy')",
  ])('%s', (guard) => {
    expect(findingsOf(commentWorkflow(guard, answer))).toEqual([]);
  });

  it.each([
    "'!contains(github.event.comment.body, ''<!-- own-marker -->'')'",
    '"!contains(github.event.comment.body, \'/skip\')"',
  ])('a marker that is excluded is no command: %s', (guard) => {
    expect(findingsOf(commentWorkflow(guard))).toEqual([]);
  });

  it('weeks with their own year', () => {
    const text =
      'on: push\njobs:\n  a:\n    steps:\n      - run: date +%G-%V; date +%G-W%V; date +%Y-%m-%d\n';
    expect(findingsOf(text)).toEqual([]);
  });

  it('a formatter that pushes with the default token', () => {
    const text = `on: push
jobs:
  format:
    steps:
      - uses: actions/checkout@v4
      - run: npx prettier --write .
      - uses: stefanzweifel/git-auto-commit-action@v5
`;
    expect(findingsOf(text)).toEqual([]);
  });
});

describe('evaluation instead of text', () => {
  it('finds contains beside an unrelated or, and not below a boundary that refuses the path', () => {
    const open = "contains(github.event.comment.body, '/x-ray') || github.event.label.name == 'x'";
    expect(findingsOf(commentWorkflow(open), ['FX01'])).toEqual(['FX01 6:9']);
    const gated =
      "(startsWith(github.event.comment.body, '/x-ray ') || github.event.comment.body == '/x-ray') && contains(github.event.comment.body, '/x-ray')";
    expect(findingsOf(commentWorkflow(gated), ['FX01'])).toEqual([]);
  });

  it('knows that a comparison with true asks the same', () => {
    const guard = "contains(github.event.comment.body, '/x-ray') == true";
    expect(findingsOf(commentWorkflow(guard), ['FX01'])).toEqual(['FX01 6:9']);
    expect(
      findingsOf(commentWorkflow("contains(github.event.comment.body, '/x-ray') == false"), ['FX01']),
    ).toEqual([]);
  });

  it('points into a condition in braces and over several lines', () => {
    const guard =
      ">-\n      ${{ github.event.issue.pull_request &&\n          contains(github.event.comment.body, '/x-ray') }}";
    expect(findingsOf(commentWorkflow(guard), ['FX01'])).toEqual(['FX01 8:11']);
  });

  it('follows the guard of a job that is needed', () => {
    const text = `on:
  issue_comment:
    types: [created]
jobs:
  gate:
    if: startsWith(github.event.comment.body, '/go')
    steps:
      - run: ./check.sh
  work:
    needs: gate
    steps:
      - run: gh issue comment 1 --body "/go is done"
        env: { GH_TOKEN: '\${{ secrets.PAT }}' }
`;
    expect(findingsOf(text, ['FX02', 'FX05'])).toEqual(['FX02 12:14']);
    expect(findingsOf(text.replace('"/go is', '"It is'), ['FX02', 'FX05'])).toEqual([]);
  });
});

describe('the type of the account', () => {
  const guard = "github.event.comment.user.type != 'Bot'";
  const answerWith = (token: string) => commentWorkflow(guard, answer.replace('secrets.BOT_PAT', token));

  it('keeps out an App, which is a bot, and not a machine account, which is a user', () => {
    expect(findingsOf(answerWith('steps.app.outputs.token'), ['FX05'])).toEqual([]);
    expect(findingsOf(answerWith('secrets.BOT_PAT'), ['FX05'])).toEqual(['FX05 9:14']);
  });
});
