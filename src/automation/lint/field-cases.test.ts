// Faults that people reported in public, as small look-alikes. The numbers are those of the list that the rules were
// made against; 25 and 27 stand in the tests of the loop map.

import { describe, expect, it } from 'vitest';
import { commentWorkflow, findingsOf } from '../../../test/support/lint-text.ts';

const scheduled = (cron: string, comment = '') =>
  `on:\n  schedule:\n    - cron: '${cron}'${comment}\njobs:\n  a:\n    steps:\n      - run: make\n`;

describe('field cases', () => {
  it.each([
    ['*/50 20 * * *', ['FX18 3:13']],
    ['* 10 * * *', ['FX18 3:13']],
    ['*/30 20 * * *', []],
    ['0 10 * * *', []],
    ['* * * * *', []],
  ])('12: "%s" fires more often than it reads', (cron, findings) => {
    expect(findingsOf(scheduled(cron))).toEqual(findings);
  });

  it.each([
    ['0 0 * * 1', ' # every Monday', []],
    ['0 0 * * 0', ' # every Monday', ['FX18 3:13']],
    ['0 0 * * 7', ' # Sundays', []],
    ['0 0 * * SUN', ' # every Sunday', []],
    ['0 22 * * 0', ' # Monday morning in Tokyo', []],
    ['30 4 * * *', ' # 04:30 UTC', []],
    ['30 4 * * *', ' # 05:30 UTC', ['FX18 3:13']],
    ['30 4 * * *', ' # 05:30 CET, 04:30 UTC', []],
    ['0 4 * * *', ' # weekly', ['FX18 3:13']],
    ['0 4 * * 1-5', ' # daily on weekdays', []],
    ['0 */6 * * *', ' # every 6 hours', []],
    ['0 */6 * * *', ' # every 4 hours', ['FX18 3:13']],
  ])('"%s"%s is compared in words that are plain', (cron, comment, findings) => {
    expect(findingsOf(scheduled(cron, comment))).toEqual(findings);
  });

  const upsert = (list: string) => `on: pull_request
jobs:
  a:
    steps:
      - uses: actions/github-script@v7
        with:
          script: |
            const comments = await ${list}
            const old = comments.find((c) => c.body.includes('<!-- size -->'))
            if (!old) await github.rest.issues.createComment({ ...context.repo, issue_number: 1, body: '<!-- size -->' })
`;

  it('23: a sticky comment is looked for on one page of thirty', () => {
    expect(
      findingsOf(upsert('github.rest.issues.listComments({ ...context.repo, issue_number: 1 }).data')),
    ).toEqual(['FX12 8:48']);
    expect(
      findingsOf(
        upsert('github.paginate(github.rest.issues.listComments, { ...context.repo, issue_number: 1 })'),
      ),
    ).toEqual([]);
  });

  it('22: an issue older than the first page is not found', () => {
    const text = upsert('github.rest.issues.listForRepo({ ...context.repo }).data').replace(
      'issues.createComment',
      'issues.create',
    );
    expect(findingsOf(text.replace('pull_request', 'workflow_dispatch'))).toEqual(['FX12 8:48']);
  });

  const help = (
    body: string,
    token = 'secrets.BOT_PAT',
  ) => `      - run: gh issue comment "$N" --body "${body}"
        env: { GH_TOKEN: '\${{ ${token} }}' }
`;
  const rebase = "contains(github.event.comment.body, '@helper rebase')";

  it('24: a bot summons itself by its own help text', () => {
    const text = help('Write @helper rebase to rebase this.');
    expect(findingsOf(commentWorkflow(rebase, text))).toEqual(['FX01 6:9', 'FX02 9:14']);
    expect(findingsOf(commentWorkflow(rebase, help('Rebased.')), ['FX02'])).toEqual([]);
  });

  it('24: upper and lower case are the same to the guard', () => {
    expect(findingsOf(commentWorkflow(rebase, help('Write @Helper REBASE.')), ['FX02'])).toEqual([
      'FX02 9:14',
    ]);
  });

  it('24: the title of an issue that the workflow opens summons it too', () => {
    const text = commentWorkflow(
      "contains(github.event.issue.title, '@helper')",
      `      - run: gh issue create --title "Ask @helper" --body "text"\n        env: { GH_TOKEN: '\${{ secrets.BOT_PAT }}' }\n`,
      'issues',
    ).replace('created', 'opened');
    expect(findingsOf(text, ['FX02'])).toEqual(['FX02 9:14']);
  });

  it('24: only the default token keeps it from happening, which is a note', () => {
    expect(
      findingsOf(commentWorkflow(rebase, help('Write @helper rebase.', 'github.token')), ['FX02']),
    ).toEqual(['FX02 9:14']);
  });

  it('29: a command is the beginning of another one in another file too', () => {
    const test = commentWorkflow("startsWith(github.event.comment.body, '/test')");
    expect(findingsOf(test)).toEqual([]);
    const both = test.replace(
      'jobs:\n',
      "jobs:\n  back:\n    if: startsWith(github.event.comment.body, '/test-backport')\n    steps: []\n",
    );
    expect(findingsOf(both)).toEqual(['FX03 9:9']);
    const excluded = both.replace(
      "'/test')",
      "'/test') && !startsWith(github.event.comment.body, '/test-backport')",
    );
    expect(findingsOf(excluded)).toEqual([]);
  });

  it('a short command begins many words', () => {
    expect(findingsOf(commentWorkflow("startsWith(github.event.comment.body, '/ac')"))).toEqual(['FX03 6:9']);
    expect(findingsOf(commentWorkflow("startsWith(github.event.comment.body, '/ac ')"))).toEqual([]);
  });

  it.each([
    ['date +%Y-%V', ['FX10 7:20']],
    ['date +%Y-W%W', ['FX10 7:20']],
    ['date +%Y%U', ['FX10 7:20']],
    ["echo dayjs().format('YYYY-[W]WW')", ['FX10 7:35']],
    ['date +%G-W%V', []],
    ['date +%Y-%m-%d', []],
    ["echo dayjs().format('GGGG-[W]WW')", []],
  ])('a week by "%s"', (run, findings) => {
    expect(
      findingsOf(
        `on: push\njobs:\n  a:\n    steps:\n      - id: w\n        name: week\n        run: ${run}\n`,
      ),
    ).toEqual(findings);
  });
});
