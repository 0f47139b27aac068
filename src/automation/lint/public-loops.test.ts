// Look-alikes of public files about pushes and tokens, as in public-files.test.ts.

import { describe, expect, it } from 'vitest';
import { findingsOf, lintTexts } from '../../../test/support/lint-text.ts';

describe('the push of an action', () => {
  const publish = (key: string, cancel = 'true', group = 'publish-${{ github.ref }}') => `on:
  push:
    branches: [main]
concurrency:
  group: ${group}
  cancel-in-progress: ${cancel}
jobs:
  publish:
    steps:
      - uses: actions/checkout@v4
${key}      - run: npm run package
      - uses: EndBug/add-and-commit@v9
        with: { message: 'dist: build' }
      - run: |
          git tag v3 --force
          git push origin v3 --force
`;
  const key = "        with: { ssh-key: '${{ secrets.DEPLOY_KEY }}' }\n";

  it('uses what the checkout left behind, so a deploy key starts the workflow again and cancels it', () => {
    expect(findingsOf(publish(key))).toEqual(['FX14 6:23', 'FX16 13:15']);
    expect(findingsOf(publish(key, 'false'))).toEqual(['FX16 13:15']);
    expect(findingsOf(publish(key, 'true', '${{ github.sha }}'))).toEqual(['FX16 13:15']);
  });

  it('starts nothing with the default token', () => {
    expect(findingsOf(publish(''))).toEqual([]);
  });
});

describe('a push to the pull request that started the workflow', () => {
  const fix = (condition: string, token = 'secrets.BOT_PAT', types = '') => `on:
  pull_request_target:
    paths: [package-lock.json]
${types}jobs:
  fix:
    if: ${condition}
    steps:
      - uses: actions/checkout@v4
        with: { ref: '\${{ github.head_ref }}', token: '\${{ ${token} }}' }
      - run: |
          npm run fix
          git diff --exit-code || (git commit -am "Fix" && git push)
`;
  const byDependabot = "github.event.pull_request.user.login == 'dependabot[bot]'";

  it('starts it again, and comes to rest when there is no difference', () => {
    expect(findingsOf(fix(byDependabot))).toEqual(['FX16 12:60']);
  });

  it('does not with the default token, for an actor that it is not, or when only opening counts', () => {
    expect(findingsOf(fix(byDependabot, 'github.token'))).toEqual([]);
    expect(findingsOf(fix("github.actor == 'dependabot[bot]'"))).toEqual([]);
    expect(findingsOf(fix(byDependabot, 'secrets.BOT_PAT', '    types: [opened]\n'))).toEqual([]);
  });
});

describe('a rolling preview', () => {
  it('is not what a workflow of releases waits for', () => {
    const files = (flag: string) => [
      {
        path: 'app/.github/workflows/next.yml',
        text: `on: { schedule: [{ cron: '0 0 * * *' }] }\njobs:\n  next:\n    steps:\n      - run: gh release create next ${flag}\n`,
      },
      {
        path: 'app/.github/workflows/publish.yml',
        text: 'on: { release: { types: [published] } }\njobs:\n  publish:\n    steps:\n      - run: npm publish\n',
      },
    ];
    const rulesOf = (flag: string) => lintTexts(files(flag)).findings.map(({ rule }) => rule);
    expect(rulesOf('--generate-notes')).toEqual(['FX17']);
    expect(rulesOf('--prerelease')).toEqual([]);
  });
});
