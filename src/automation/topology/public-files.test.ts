// What the maps of three public repositories had wrong, as small look-alikes.

import { describe, expect, it } from 'vitest';
import { buildTopology } from './build-topology.ts';

const tests = (on: string) => ({
  path: 'app/.github/workflows/tests.yml',
  text: `on:\n${on}jobs:\n  test:\n    steps:\n      - run: make test\n`,
});

const update = (steps: string, condition = '') => ({
  path: 'app/.github/workflows/update.yml',
  text: `on: workflow_dispatch\njobs:\n  update:\n${condition}    steps:\n${steps}`,
});

function linksOf(...files: Parameters<typeof buildTopology>[0]) {
  return buildTopology(files).topology.links.map(({ state, event }) => `${state} ${event}`);
}

const pullRequest = (base: string) => `      - run: gh pr create --head next ${base} --title t --body b
        env: { GH_TOKEN: '\${{ secrets.BOT_PAT }}' }
`;

describe('a pull request', () => {
  it.each([
    ['--base main', '  pull_request:\n    branches: [main]\n', ['live pull_request']],
    ['', '  pull_request:\n    branches: [main]\n', ['live pull_request']],
    ['--base next', '  pull_request:\n    branches: [main]\n', []],
    ['--base "$BASE"', '  pull_request:\n    branches: [main]\n', ['latent pull_request']],
    ['', "  pull_request:\n    paths: ['docs/**']\n", ['latent pull_request']],
    ['', '  pull_request:\n', ['live pull_request']],
  ])('made with "%s" passes the filters of its base, and its files are not known', (base, on, links) => {
    expect(linksOf(update(pullRequest(base)), tests(on))).toEqual(links);
  });

  it('is made where its folder was checked out from', () => {
    const steps = (repository: string) => `      - uses: actions/checkout@v4
        with: { ${repository}path: other, token: '\${{ secrets.BOT_PAT }}' }
      - uses: peter-evans/create-pull-request@v7
        with: { path: other, token: '\${{ secrets.BOT_PAT }}' }
`;
    const on = tests('  pull_request:\n');
    expect(linksOf(update(steps('')), on)).toEqual(['live pull_request']);
    expect(linksOf(update(steps('repository: someone/skills, ')), on)).toEqual([]);
  });
});

describe('a push', () => {
  it('goes where the folder of its step was checked out from', () => {
    const steps = (repository: string) => `      - uses: actions/checkout@v4
      - uses: actions/checkout@v4
        with: { ${repository}path: tap, token: '\${{ secrets.BOT_PAT }}' }
      - run: git push origin HEAD:main
        working-directory: tap
`;
    const on = tests('  push:\n    branches: [main]\n');
    expect(linksOf(update(steps('')), on)).toEqual(['live push']);
    expect(linksOf(update(steps('repository: someone/tap, ')), on)).toEqual([]);
  });

  it('goes where the last cd of its script leads', () => {
    const steps = (place: string) => `      - uses: actions/checkout@v4
        with: { repository: '\${{ env.CHARTS }}', path: '\${{ env.FOLDER }}', token: '\${{ secrets.BOT_PAT }}' }
        env: { CHARTS: someone/charts, FOLDER: charts }
      - uses: actions/checkout@v4
        with: { token: '\${{ secrets.BOT_PAT }}' }
      - run: |
          ${place}
          git push origin HEAD:main
`;
    const on = tests('  push:\n    branches: [main]\n');
    expect(linksOf(update(steps('cd $GITHUB_WORKSPACE/charts')), on)).toEqual([]);
    expect(linksOf(update(steps('make')), on)).toEqual(['live push']);
  });

  it('of a site goes to gh-pages when nothing else is said', () => {
    const site = (branch: string) =>
      update(`      - uses: peaceiris/actions-gh-pages@v4
        with: { personal_token: '\${{ secrets.BOT_PAT }}'${branch} }
`);
    expect(linksOf(site(''), tests('  push:\n    branches: [main]\n'))).toEqual([]);
    expect(linksOf(site(', publish_branch: main'), tests('  push:\n    branches: [main]\n'))).toEqual([
      'live push',
    ]);
  });
});

describe('a label', () => {
  it('on a pull request is no event of issues', () => {
    const label = (verb: string) =>
      update(`      - run: gh ${verb} edit 1 --add-label next
        env: { GH_TOKEN: '\${{ secrets.BOT_PAT }}' }
`);
    const issues = tests('  issues:\n    types: [labeled]\n');
    expect(linksOf(label('pr'), issues)).toEqual([]);
    expect(linksOf(label('issue'), issues)).toEqual(['live issues']);
  });
});

describe('a circle', () => {
  const release = (event: string) => ({
    path: 'app/.github/workflows/release.yml',
    text: `on:
  push:
    branches: [main]
  release:
    types: [published]
jobs:
  create:
    if: github.event_name == '${event}'
    steps:
      - run: gh release create "$V" --generate-notes
        env: { GH_TOKEN: '\${{ secrets.BOT_PAT }}' }
  publish:
    if: github.event_name == 'release'
    steps:
      - run: npm publish
`,
  });

  it('is one between jobs: a release that starts another job of its workflow makes none', () => {
    const { links, cycles } = buildTopology([release('push')]).topology;
    expect(links.map(({ state, event }) => `${state} ${event}`)).toEqual(['live release']);
    expect(cycles).toEqual([]);
    expect(buildTopology([release('release')]).topology.cycles).toMatchObject([{ state: 'convergent' }]);
  });
});

describe('a condition that names the repository', () => {
  it('holds in it, so that a guard against forks hides no circle', () => {
    const guarded = (condition: string) =>
      linksOf(
        update(
          `      - run: gh workflow run tests.yml\n        env: { GH_TOKEN: '\${{ secrets.BOT_PAT }}' }\n`,
        ),
        {
          path: 'app/.github/workflows/tests.yml',
          text: `on: workflow_dispatch\njobs:\n  test:\n    if: ${condition}\n    steps:\n      - run: make test\n`,
        },
      );
    expect(guarded("github.repository == 'someone/app'")).toEqual(['live workflow_dispatch']);
    expect(guarded("github.repository_owner == 'someone'")).toEqual(['live workflow_dispatch']);
    expect(guarded("github.repository != 'someone/app'")).toEqual(['latent workflow_dispatch']);
    expect(guarded("github.repository == ''")).toEqual(['latent workflow_dispatch']);
  });
});
