// The three incidents that these rules grew from, each as it happened and mended.

import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../../test/support/lint-text.ts';
import { buildTopology } from '../topology/build-topology.ts';

const weekly = (title: string) => `on:
  schedule:
    - cron: '30 23 * * 6'
  workflow_dispatch:
jobs:
  retro:
    runs-on: ubuntu-latest
    steps:
      - run: |
          TITLE="${title}"
          number=$(gh issue list --label retro --state all --limit 500 --json number,title --jq ".[] | select(.title == \\"$TITLE\\") | .number")
          [ -n "$number" ] || gh issue create --title "$TITLE" --label retro --body-file review.md
`;

describe('the W19 title on two days', () => {
  it('is found: week and day range make another title on the next day', () => {
    const title = "Weekly $(date +%G-W%V) ($(date -d '7 days ago' '+%b %d') - $(date '+%b %d'))";
    expect(findingsOf(weekly(title))).toEqual(['FX09 12:31']);
  });

  it('is silent with the week alone', () => {
    expect(findingsOf(weekly('Weekly $(date +%G-W%V)'))).toEqual([]);
  });
});

const review = (guard: string, footer = 'Checked by scripts/ops/ai-review-runner.sh') => `on:
  issue_comment:
    types: [created]
jobs:
  review:
    if: ${guard}
    runs-on: ubuntu-latest
    steps:
      - run: |
          cat > review.md <<EOF
          ## Review
          ${footer}
          EOF
          curl -X POST -H "Authorization: token $TOKEN" "$GITHUB_SERVER_URL/api/v1/repos/$GITHUB_REPOSITORY/issues/$N/comments" -d "{\\"body\\": \\"$(cat review.md)\\"}"
        env:
          TOKEN: \${{ secrets.AIBOT_TOKEN }}
`;

describe('the path in the bot’s own comment', () => {
  const path = '.gitea/workflows/ai-review.yml';
  const contains = "contains(github.event.comment.body, '/ai-review')";

  it('is found twice: the guard by its form, the comment by its text', () => {
    expect(findingsOf(review(contains), undefined, path)).toEqual(['FX01 6:9', 'FX02 14:11']);
  });

  it.each([
    "startsWith(github.event.comment.body, '/ai-review')",
    "startsWith(github.event.comment.body, '/ai-review') && github.event.comment.user.login != 'AIBot'",
  ])('is silent with %s', (guard) => {
    expect(findingsOf(review(guard), undefined, path)).toEqual([]);
  });

  it('is no echo when the own marker is excluded, and the command is still found to match anywhere', () => {
    const guard = `${contains} && !contains(github.event.comment.body, 'ai-review-comment')`;
    const footer = '<!-- ai-review-comment --> scripts/ops/ai-review-runner.sh';
    expect(findingsOf(review(guard, footer), undefined, path)).toEqual(['FX01 6:9']);
  });

  it('is no echo when the text names no path', () => {
    expect(findingsOf(review(contains, 'Nothing found.'), ['FX02'], path)).toEqual([]);
  });
});

const syncBack = (filter = '', merge = 'git merge --no-ff origin/production') => [
  {
    path: 'app/.gitea/workflows/sync-back.yml',
    text: `on:
  push:
    branches: [production]
jobs:
  sync:
    steps:
      - uses: actions/checkout@v4
        with: { token: '\${{ secrets.BOT_TOKEN }}' }
      - run: |
          git checkout staging
          ${merge}
          git push origin staging
`,
  },
  {
    path: 'app/.gitea/workflows/promote.yml',
    text: `on:
  push:
    branches: [staging]
jobs:
  promote:
    ${filter}
    steps:
      - uses: actions/checkout@v4
        with: { token: '\${{ secrets.BOT_TOKEN }}' }
      - run: |
          git checkout production
          git merge --no-ff origin/staging
          git push origin production
`,
  },
  {
    path: 'app/.gitea/workflows/deploy-uat.yml',
    text: `on:
  push:
    branches: [staging]
    paths-ignore: ['docs/**']
jobs:
  deploy:
    steps:
      - run: ./deploy.sh
`,
  },
];

describe('the sync-back push', () => {
  it('is mapped: production, sync-back, staging, promote, production turns by itself', () => {
    const { cycles, links } = buildTopology(syncBack()).topology;
    expect(cycles.map(({ state, links: way }) => [state, way.map(({ through }) => through)])).toEqual([
      ['live', ['branch production', 'branch staging']],
    ]);
    const deploy = links.filter(({ to }) => to.endsWith('deploy-uat.yml'));
    expect(deploy.map(({ from, state }) => [from, state])).toEqual([
      ['app/.gitea/workflows/sync-back.yml', 'latent'],
    ]);
  });

  it('is cut by a filter on the merge message (defence A), evaluated on the made commit', () => {
    const filter = 'if: "!startsWith(github.event.head_commit.message, \'Merge branch\')"';
    const { cycles, links } = buildTopology(syncBack(filter)).topology;
    expect(cycles).toEqual([]);
    expect(links.find(({ to }) => to.endsWith('promote.yml'))).toMatchObject({
      state: 'cut',
      through: 'branch staging',
    });
  });

  it('stays listed and does not count when it is accepted (defence C)', () => {
    const [first, ...rest] = syncBack();
    const accepted = {
      path: first?.path ?? '',
      text: `# fixpoint: accepted-loop reason=empty diff ends at once max=10s\n${first?.text ?? ''}`,
    };
    expect(buildTopology([accepted, ...rest]).topology.cycles).toMatchObject([
      { state: 'live', accepted: 'empty diff ends at once' },
    ]);
  });

  it('comes to rest when one of the merges is a plain one, which makes no commit the second time', () => {
    const { cycles } = buildTopology(syncBack('', 'git merge origin/production')).topology;
    expect(cycles.map(({ state }) => state)).toEqual(['convergent']);
  });
});
