// Numbers in names are those of the field cases in the list of known loops that this map was made against.

import { describe, expect, it } from 'vitest';
import { buildTopology } from './build-topology.ts';
import { describeCycle, renderDot, renderMermaid, toTopologyJson } from './render-graph.ts';
import { renderSvg } from './render-svg.ts';

function mapOf(files: Readonly<Record<string, string>>) {
  return buildTopology(Object.entries(files).map(([path, text]) => ({ path, text }))).topology;
}

function statesOf(files: Readonly<Record<string, string>>): readonly string[] {
  return mapOf(files).cycles.map(({ state }) => state);
}

const bump = ({
  token = "'${{ secrets.PAT }}'",
  on = 'branches: [main]',
  commit = 'npm version patch',
  push = 'git push',
  guard = '',
} = {}) => `on:
  push:
    ${on}
jobs:
  bump:
    ${guard}
    steps:
      - uses: actions/checkout@v4
        with: { token: ${token} }
      - run: |
          ${commit}
          ${push}
`;
const path = '.github/workflows/bump.yml';

describe('a push that starts itself', () => {
  it('27: turns with a personal token and not with the default one', () => {
    expect(statesOf({ [path]: bump() })).toEqual(['live']);
    expect(statesOf({ [path]: bump({ token: "'${{ secrets.GITHUB_TOKEN }}'" }) })).toEqual(['latent']);
  });

  it('27: comes to rest when the commit is made only of a difference', () => {
    const commit = 'npx prettier --write . && git diff --quiet || git commit -am format';
    expect(statesOf({ [path]: bump({ commit }) })).toEqual(['convergent']);
    expect(
      statesOf({ [path]: bump({ commit: 'date > built.txt; git diff --quiet || git commit -am build' }) }),
    ).toEqual(['live']);
  });

  it.each([
    ['the branch filter', { on: 'branches: [release]', push: 'git push origin main' }],
    ['a filter of tags only', { on: "tags: ['v*']", push: 'git push origin HEAD:main' }],
    [
      'the paths that are committed',
      { on: "paths: ['src/**']", commit: 'git add docs/list.md; git commit -m list' },
    ],
    [
      'the paths that are ignored',
      { on: "paths-ignore: ['docs/**']", commit: 'git add docs; git commit -m list' },
    ],
    ['the mark in the message', { commit: 'git commit -am "bump [skip ci]"' }],
    [
      'the message',
      {
        commit: 'git commit -am "chore: bump"',
        guard: 'if: "!startsWith(github.event.head_commit.message, \'chore: bump\')"',
      },
    ],
    [
      'the author',
      {
        commit: 'git config user.name AIBot; git commit -am x',
        guard: "if: github.event.head_commit.author.name != 'AIBot'",
      },
    ],
  ])('is cut by %s', (_, parts) => {
    expect(mapOf({ [path]: bump(parts) }).cycles).toEqual([]);
  });

  it('is not cut by a filter that lets the commit through', () => {
    const guard = 'if: "!startsWith(github.event.head_commit.message, \'Merge\')"';
    expect(statesOf({ [path]: bump({ commit: 'git commit -am "chore: bump"', guard }) })).toEqual(['live']);
    expect(
      statesOf({ [path]: bump({ on: "paths: ['docs/**']", commit: 'git add docs/a.md; git commit -m x' }) }),
    ).toEqual(['live']);
  });

  it('is only latent when a filter looks at paths that are not in the file', () => {
    expect(statesOf({ [path]: bump({ on: "paths: ['src/**']", commit: 'make; git commit -am x' }) })).toEqual(
      ['latent'],
    );
  });
});

describe('other ways', () => {
  const answer = (token: string, guard = '') => `on:
  issue_comment:
    types: [created]
jobs:
  answer:
    ${guard}
    steps:
      - run: gh issue comment 1 --body "I am here."
        env: { GH_TOKEN: '\${{ ${token} }}' }
`;

  it('25: two automations that answer each other make a circle of two', () => {
    const topology = mapOf({
      '.github/workflows/a.yml': answer('secrets.A_PAT', "if: github.event.comment.user.login != 'a-bot'"),
      '.github/workflows/b.yml': answer('steps.app.outputs.token'),
    });
    const pair = topology.cycles.find(({ links }) => links.length === 2);
    expect(pair?.links.map(({ from }) => from)).toEqual([
      '.github/workflows/a.yml',
      '.github/workflows/b.yml',
    ]);
    expect(pair?.state).toBe('latent');
    expect(
      topology.cycles.find(({ links }) => links.length === 1 && links[0]?.from.endsWith('b.yml'))?.state,
    ).toBe('live');
  });

  it('a dispatch turns even with the default token', () => {
    const text =
      'on: workflow_dispatch\njobs:\n  a:\n    steps:\n      - run: gh workflow run again.yml\n        env: { GH_TOKEN: "${{ github.token }}" }\n';
    expect(statesOf({ '.github/workflows/again.yml': text })).toEqual(['live']);
    expect(statesOf({ '.github/workflows/again.yml': text.replace('again.yml', 'other.yml') })).toEqual([]);
  });

  it('on Gitea the Actions user starts nothing and a bot’s token does', () => {
    const file = (token: string) => ({ '.gitea/workflows/a.yml': answer(token) });
    expect(statesOf(file('secrets.GITEA_TOKEN'))).toEqual(['latent']);
    expect(statesOf(file('secrets.AIBOT'))).toEqual(['live']);
  });

  it('a called workflow is part of the way', () => {
    const topology = mapOf({
      'r/.github/workflows/ci.yml':
        'on: push\njobs:\n  call:\n    uses: ./.github/workflows/write.yml\n    secrets: inherit\n',
      'r/.github/workflows/write.yml': bump()
        .replace('push:\n    branches: [main]', 'workflow_call:')
        .replace('git push', 'git push origin main'),
    });
    expect(topology.cycles.map(({ links }) => links.map(({ through }) => through))).toEqual([
      ['a call', 'branch main'],
    ]);
  });
});

const dispatch = (repository: string, from: string) => `on:
  repository_dispatch:
    types: [${from}]
jobs:
  a:
    steps:
      - uses: peter-evans/repository-dispatch@v3
        with:
          token: \${{ secrets.PAT }}
          repository: acme/${repository}
          event-type: ${repository}-changed
`;

describe('two repositories', () => {
  const files = {
    'left/.github/workflows/a.yml': dispatch('right', 'left-changed'),
    'right/.github/workflows/b.yml': dispatch('left', 'right-changed'),
  };

  it('are joined where one names the other', () => {
    const { cycles } = mapOf(files);
    expect(cycles.map(({ state, links }) => [state, links.map(({ to }) => to)])).toEqual([
      ['live', ['right/.github/workflows/b.yml', 'left/.github/workflows/a.yml']],
    ]);
    expect(describeCycle(cycles[0] ?? fail())).toContain('In right/.github/workflows/b.yml add an if:');
  });

  it('are not joined when the type is another', () => {
    expect(
      mapOf({ ...files, 'right/.github/workflows/b.yml': dispatch('left', 'something-else') }).cycles,
    ).toEqual([]);
  });

  it('do not share branches of the same name', () => {
    const first = bump({ on: 'branches: [dev]', push: 'git push origin main' });
    expect(
      mapOf({ [`x/${path}`]: first, [`y/${path}`]: bump({ push: 'git push origin dev' }) }).links,
    ).toEqual([]);
  });
});

describe('the map is drawn', () => {
  const hostile = 'r/.github/workflows/a"<b>.yml';
  const topology = mapOf({ [hostile]: bump() });

  it('as Mermaid with places between', () => {
    expect(renderMermaid(topology).slice(0, 5)).toEqual([
      'flowchart LR',
      '  n0["r/.github/workflows/a#quot;#lt;b#gt;.yml"]',
      '  n1(["branch main"])',
      '  n0 -->|"git push"| n1',
      '  n1 -->|"push"| n0',
    ]);
  });

  it('as DOT with quoted names', () => {
    expect(renderDot(topology)[2]).toBe('  n0 [label="r/.github/workflows/a\\"<b>.yml", shape=box];');
  });

  it('as JSON with the place of the write', () => {
    expect(toTopologyJson(topology)).toMatchObject({
      cycles: [{ state: 'live', accepted: null, path: [hostile] }],
      links: [
        {
          from: hostile,
          to: hostile,
          through: 'branch main',
          event: 'push',
          state: 'live',
          convergent: false,
          line: 12,
          column: 11,
        },
      ],
    });
  });

  it('as a picture that stands alone and obeys nothing in a name', () => {
    const svg = renderSvg(topology).join('\n');
    expect(svg).toContain('a&quot;&lt;b&gt;.yml</text>');
    expect(svg.match(/<rect /g)).toHaveLength(3);
    expect(svg).not.toMatch(/<script|href=/);
  });

  it('also when there is nothing', () => {
    expect(renderSvg(mapOf({})).at(-1)).toBe('</svg>');
  });
});

function fail(): never {
  throw new Error('There is no circle.');
}
