// Files that are unusual, broken or made to do harm: an answer each, never a crash.

import { describe, expect, it } from 'vitest';
import { findingsOf, lintTexts } from '../../../test/support/lint-text.ts';
import { buildTopology } from '../topology/build-topology.ts';

const guard = "contains(github.event.comment.body, '/deploy')";
const comment = `on:
  issue_comment:
    types: [created]
jobs:
  deploy:
    if: ${guard}
    steps:
      - run: ./deploy.sh
`;

describe('odd files', () => {
  it.each([
    ['a byte order mark', `\ufeff${comment}`, ['FX01 6:9']],
    ['lines that end as on Windows', comment.replaceAll('\n', '\r\n'), ['FX01 6:9']],
    ['an event that nobody knows', comment.replace('jobs:', '  planet_aligned:\njobs:'), ['FX01 7:9']],
    [
      'a matrix and jobs made of it',
      comment.replace(
        '    steps:',
        '    strategy: { matrix: { os: [a, b] } }\n    runs-on: ${{ matrix.os }}\n    steps:',
      ),
      ['FX01 6:9'],
    ],
    [
      'a job that calls another workflow, which is not there',
      `on: push\njobs:\n  a:\n    uses: ./.github/workflows/gone.yml\n    secrets: inherit\n`,
      [],
    ],
    [
      'a workflow that is called, whose events are those of its caller',
      `on:\n  workflow_call:\njobs:\n  a:\n    if: github.event_name == 'release'\n    steps:\n      - run: make\n`,
      [],
    ],
    [
      'a condition behind an anchor and a merge key',
      comment
        .replace('  deploy:\n', '  deploy: &base\n')
        .concat('  again:\n    <<: *base\n    runs-on: ubuntu-latest\n'),
      ['FX01 6:9'],
    ],
    [
      'a condition that does not parse beside one that does',
      comment.concat('  other:\n    if: github.actor ==\n    steps: []\n'),
      ['unreadable 10:22', 'FX01 6:9'],
    ],
    ['a key that stands twice', comment.concat('on: push\n'), ['unreadable 9:1', 'FX01 6:9']],
  ])('%s', (_, text, findings) => {
    expect(findingsOf(text).map((found) => found.split(' ').slice(0, 2).join(' '))).toEqual(findings);
    expect(() => buildTopology([{ path: 'a/.github/workflows/x.yml', text }])).not.toThrow();
  });

  it('a tab makes a file unreadable, which is told', () => {
    expect(findingsOf(comment.replace('    if', '\tif'))[0]).toMatch(/^unreadable /);
  });

  it('a file of a megabyte is linted and mapped like a small one', () => {
    const text = comment.concat(
      '      - run: echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n'.repeat(17_000),
    );
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(findingsOf(text)).toEqual(['FX01 6:9']);
  });

  it('an action of the repository that cannot be read counts for nothing', () => {
    const files = [
      {
        path: 'a/.github/workflows/x.yml',
        text: 'on: push\njobs:\n  a:\n    steps:\n      - uses: ./.github/actions/odd\n',
      },
      { path: 'a/.github/actions/odd/action.yml', text: '[[[' },
    ];
    expect(lintTexts(files)).toMatchObject({ findings: [], fileCount: 1 });
  });
});
