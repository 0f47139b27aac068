/** Lints texts that stand in a test, and tells findings in one line each. */
import { type LintChoices, lintFiles, type LintReport } from '../../src/automation/lint/lint-files.ts';

export interface LintedFile {
  readonly path: string;
  readonly text: string;
}

export const usualPath = '.github/workflows/test.yml';

export function lintTexts(files: readonly LintedFile[], choices: Partial<LintChoices> = {}): LintReport {
  return lintFiles(
    files.map((file) => ({ ...file, isReported: true })),
    { isComplete: true, ...choices },
  );
}

/** `FX01 6:9`, for one file; with `rules` only those. */
export function findingsOf(text: string, rules?: readonly string[], path = usualPath): readonly string[] {
  const { findings, problems } = lintTexts([{ path, text }], { rules });
  return [
    ...problems.map(({ at, message }) => `unreadable ${at.line}:${at.column} ${message}`),
    ...findings.map(({ rule, at }) => `${rule} ${at.line}:${at.column}`),
  ];
}

/** A workflow of one job that listens to new comments. */
export function commentWorkflow(
  condition: string,
  steps = '      - run: ./work.sh\n',
  on = 'issue_comment',
): string {
  return `on:\n  ${on}:\n    types: [created]\njobs:\n  work:\n    if: ${condition}\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
}
