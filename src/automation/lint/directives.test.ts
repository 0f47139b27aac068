import { describe, expect, it } from 'vitest';
import { findingsOf, lintTexts, usualPath } from '../../../test/support/lint-text.ts';

const text = (before: string, after = '') =>
  `on: push\njobs:\n  a:\n    steps:\n      ${before}\n      - run: date +%Y-W%V${after}\n`;

describe('ignore comments', () => {
  it.each([
    ['on the line above', text('# fixpoint: ignore FX10 reason=the archive is named so')],
    ['on the line itself', text('', ' # fixpoint: ignore FX10 reason=the archive is named so')],
    ['for several rules', text('# fixpoint: ignore FX01, FX10 reason=both are meant')],
  ])('work %s', (_, source) => {
    expect(findingsOf(source)).toEqual([]);
    expect(lintTexts([{ path: usualPath, text: source }]).ignoredCount).toBe(1);
  });

  it.each([
    ['without a reason', '# fixpoint: ignore FX10', ['FX00 5:7', 'FX10 6:20']],
    ['with an empty reason', '# fixpoint: ignore FX10 reason=', ['FX00 5:7', 'FX10 6:20']],
    ['without a rule', '# fixpoint: ignore reason=why', ['FX00 5:7', 'FX10 6:20']],
    ['for another rule', '# fixpoint: ignore FX11 reason=why', ['FX10 6:20']],
    ['with another verb', '# fixpoint: silence FX10 reason=why', ['FX00 5:7', 'FX10 6:20']],
    ['for a loop without a reason', '# fixpoint: accepted-loop max=10s', ['FX00 5:7', 'FX10 6:20']],
  ])('have no effect %s', (_, comment, findings) => {
    expect(findingsOf(text(comment))).toEqual(findings);
  });

  it('do not reach two lines down', () => {
    expect(findingsOf(text('# fixpoint: ignore FX10 reason=why\n'))).toEqual(['FX10 7:20']);
  });
});

describe('choices', () => {
  it('keep only the rules and the weight that are asked for', () => {
    const file = { path: usualPath, text: text('') };
    expect(lintTexts([file], { rules: ['FX01'] }).findings).toEqual([]);
    expect(lintTexts([file], { severity: 'error' }).findings).toEqual([]);
    expect(lintTexts([file], { severity: 'warning' }).findings).toHaveLength(1);
  });

  it('let a forge be named against the folder', () => {
    const guard =
      "on:\n  issue_comment:\n    types: [created]\njobs:\n  a:\n    if: github.event.comment.user.type != 'Bot'\n    steps: []\n";
    expect(lintTexts([{ path: usualPath, text: guard }]).findings).toEqual([]);
    expect(
      lintTexts([{ path: usualPath, text: guard }], { forge: 'gitea' }).findings.map(({ rule }) => rule),
    ).toEqual(['FX07']);
  });
});
