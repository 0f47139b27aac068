// What the fourth set of public workflow files showed and was mended afterwards.

import { describe, expect, it } from 'vitest';
import { lintTexts } from '../../../test/support/lint-text.ts';

describe('a name in workflow_run', () => {
  const waitFor = (name: string) =>
    lintTexts([
      {
        path: '.github/workflows/again.yml',
        text: `on:\n  workflow_run:\n    workflows: ['${name}']\n    types: [completed]\njobs: {}\n`,
      },
      { path: '.github/workflows/checks.yml', text: 'name: Scans + checks\non: push\njobs: {}\n' },
    ]).findings.map(({ rule }) => rule);

  it('is a pattern, in which a sign that means something is escaped', () => {
    expect(waitFor('Scans \\+ checks')).toEqual([]);
    expect(waitFor('Scans \\+ check')).toEqual(['FX08']);
  });
});
