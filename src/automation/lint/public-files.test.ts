// What a reading of public workflow files showed the rules to miss, as small look-alikes. docs/reference/lint-evaluation.md
// tells the whole comparison.

import { describe, expect, it } from 'vitest';
import { commentWorkflow, findingsOf } from '../../../test/support/lint-text.ts';

describe('commands in words', () => {
  const guard = "contains(github.event.comment.body, 'please rebuild snapshots')";

  it('are found anywhere in a comment, and again when it is edited', () => {
    expect(findingsOf(commentWorkflow(guard))).toEqual(['FX01 6:9']);
    const edited = commentWorkflow(guard).replace('[created]', '[created, edited]');
    expect(findingsOf(edited, ['FX19'])).toEqual(['FX19 3:22']);
    expect(
      findingsOf(commentWorkflow("startsWith(github.event.comment.body, 'please rebuild snapshots')")),
    ).toEqual([]);
  });

  it('are also those with an exclamation mark', () => {
    expect(findingsOf(commentWorkflow("contains(github.event.comment.body, '!bench')"))).toEqual([
      'FX01 6:9',
    ]);
  });

  it('are not meant in the report of one known account, nor in the text of an issue', () => {
    const report = "contains(github.event.comment.body, 'Preview ready')";
    expect(
      findingsOf(commentWorkflow(`github.event.comment.user.login == 'preview[bot]' && ${report}`)),
    ).toEqual([]);
    expect(
      findingsOf(
        commentWorkflow(
          "contains(github.event.issue.body, 'crash report')",
          '      - run: gh issue edit "$N" --add-label crash\n',
          'issues',
        ).replace('created', 'opened'),
      ),
    ).toEqual([]);
  });
});

describe('comments of every type', () => {
  const stale = (types: string, token = "repo-token: '${{ secrets.GITHUB_TOKEN }}'") => `on:
  issue_comment:${types}
jobs:
  stale:
    if: contains(github.event.issue.labels.*.name, 'stale')
    steps:
      - uses: actions/checkout@v4
      - uses: someone/stale-marker@v1
        with: { ${token} }
`;

  it('start an action that was given a token, though what it writes is not known', () => {
    expect(findingsOf(stale(''))).toEqual(['FX04 2:3']);
    expect(findingsOf(stale('\n    types: [created]'))).toEqual([]);
    expect(findingsOf(stale('', 'days: 30'))).toEqual([]);
  });

  it('do not matter to a token that only fetches the files', () => {
    const fetching = stale('').replace('someone/stale-marker@v1', 'actions/setup-node@v4');
    expect(findingsOf(fetching)).toEqual([]);
  });
});

describe('pull requests of a schedule', () => {
  const update = (branch: string, before = '') => `on:
  schedule:
    - cron: '0 0 * * 0'
jobs:
  update:
    steps:
      - uses: actions/checkout@v4
      - run: |
          ${before}
          BRANCH="${branch}"
          git checkout -b "$BRANCH"
          git commit -am "Update reports"
          git push origin "$BRANCH"
          gh pr create --title "Update reports" --body "" --head "$BRANCH"
`;

  it.each(['update-$(date +%s)', 'update-$(echo $RANDOM | md5sum)', 'update-$GITHUB_RUN_ID'])(
    'are new at every run on the branch "%s"',
    (branch) => {
      expect(findingsOf(update(branch))).toEqual(['FX11 14:11']);
    },
  );

  it('are one per window on a branch that is named by it, and none is new after a look', () => {
    expect(findingsOf(update('update-$(date +%G-W%V)'))).toEqual([]);
    expect(
      findingsOf(update('update-$RANDOM', 'gh pr list --state all --label reports --limit 500')),
    ).toEqual([]);
  });

  const action = (suffix: string) => `on:
  schedule:
    - cron: '0 0 * * 0'
jobs:
  update:
    steps:
      - uses: peter-evans/create-pull-request@v7
        with:
          branch: update${suffix}
`;

  it('are new with a suffix of the time', () => {
    expect(findingsOf(action('\n          branch-suffix: timestamp'))).toEqual(['FX11 7:15']);
    expect(findingsOf(action('\n          branch-suffix: short-commit-hash'))).toEqual([]);
    expect(findingsOf(action(''))).toEqual([]);
  });
});

describe('a group that every comment enters', () => {
  const recount = (condition: string) => `on:
  issue_comment:
    types: [created]
concurrency:
  group: count-\${{ github.event.issue.number }}
  cancel-in-progress: true
jobs:
  count:
    if: ${condition}
    steps:
      - run: ./count-approvals.sh
`;

  it('is no harm when every comment is work that starts anew', () => {
    expect(findingsOf(recount("github.event.issue.pull_request != ''"))).toEqual([]);
    expect(findingsOf(recount("github.event.comment.body == '/count'"))).toEqual(['FX14 6:23']);
    expect(findingsOf(recount("github.actor != 'helper'"))).toEqual(['FX14 6:23']);
  });
});

describe('a comment that asks for a command', () => {
  const ask = (guard: string) => `on:
  pull_request:
    types: [opened]
  issue_comment:
    types: [created]
jobs:
  ask:
    if: github.event_name == 'pull_request'
    steps:
      - run: gh pr comment "$N" --body "Please answer with /confirm to go on."
        env: { GH_TOKEN: '\${{ secrets.BOT_PAT }}' }
  confirm:
    if: github.event_name == 'issue_comment' && ${guard}
    steps:
      - run: ./confirm.sh
`;

  it('gives the command itself when another job of the workflow looks for it anywhere', () => {
    const anywhere = "contains(github.event.comment.body, '/confirm')";
    expect(findingsOf(ask(anywhere), ['FX02'])).toEqual(['FX02 10:14']);
    expect(findingsOf(ask("startsWith(github.event.comment.body, '/confirm')"))).toEqual([]);
  });
});

describe('what is published', () => {
  const onPush = (step: string) => `on:
  push:
    branches: [main]
concurrency:
  group: release
  cancel-in-progress: true
jobs:
  release:
    steps:
      - ${step}
`;

  it('is no draft, and is what changesets publish only when they are told how', () => {
    expect(findingsOf(onPush('run: gh release create "$V" --draft'))).toEqual([]);
    expect(findingsOf(onPush('run: gh release create "$V"'))).toEqual(['FX14 6:23']);
    expect(findingsOf(onPush('run: cargo release-tool publish --release crates'))).toEqual(['FX14 6:23']);
    expect(findingsOf(onPush('run: uv publish'))).toEqual(['FX14 6:23']);
    expect(findingsOf(onPush('run: cargo release-tool update'))).toEqual([]);
    const publish = 'uses: changesets/action@v1\n        with: { publish: npx changeset publish }';
    expect(findingsOf(onPush(publish))).toEqual(['FX14 6:23']);
    expect(findingsOf(onPush('uses: changesets/action@v1'))).toEqual([]);
  });
});

describe('smaller things', () => {
  it('a shell that looks on the first page only may miss the comment', () => {
    const upsert = (flag: string) => `on:
  issues:
    types: [labeled]
jobs:
  ask:
    steps:
      - run: |
          id=$(gh api ${flag}"repos/$GH_REPO/issues/$N/comments" \\
            --jq '[.[] | select(.body | contains("<!-- ask -->")) | .id] | first')
          if [ -z "$id" ]; then gh issue comment "$N" --body "<!-- ask --> Please tell more."; fi
`;
    expect(findingsOf(upsert(''))).toEqual(['FX12 8:19']);
    expect(findingsOf(upsert('--paginate '))).toEqual([]);
  });

  it('a team is meant wherever it is named', () => {
    const guard = (name: string) =>
      commentWorkflow(`contains(github.event.comment.body, '${name}')`, '      - run: ./notify.sh\n');
    expect(findingsOf(guard('@app/maintainers'))).toEqual([]);
    expect(findingsOf(guard('@helper'))).toEqual(['FX01 6:9']);
  });

  it('the id of the shared account finds any of its comments', () => {
    const upsert = (test: string) => `on: pull_request
jobs:
  report:
    steps:
      - uses: actions/github-script@v7
        with:
          script: |
            const comments = await github.paginate(github.rest.issues.listComments, { ...context.repo, issue_number: 1 })
            const old = comments.find((comment) => ${test})
            if (old) await github.rest.issues.updateComment({ ...context.repo, comment_id: old.id, body: 'x' })
`;
    expect(findingsOf(upsert('comment.user.id === 41898282'))).toEqual(['FX13 9:34']);
    expect(
      findingsOf(upsert("comment.user.id === 41898282 && comment.body.includes('<!-- size -->')")),
    ).toEqual([]);
  });

  it('nanoseconds exist in GNU date only', () => {
    const stamp = (format: string) =>
      `on: push\njobs:\n  a:\n    steps:\n      - run: echo "$(date +${format})" > stamp\n`;
    expect(findingsOf(stamp('%s%3N'))).toEqual(['FX22 5:22']);
    expect(findingsOf(stamp('%N'))).toEqual(['FX22 5:22']);
    expect(findingsOf(stamp('%s'))).toEqual([]);
  });
});
