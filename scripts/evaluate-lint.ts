/**
 * Compares what the linter finds in public workflow files with what a person said, before any run, that it should find.
 *
 *   npx tsx scripts/evaluate-lint.ts LABELS.json FOLDER
 *
 * LABELS.json is one of test/lint-evaluation/. FOLDER holds the repositories that it names, each in `owner__name` and
 * at the commit that it names. The files themselves belong to others and are not kept here.
 *
 * A label is a rule and the lines of one condition or step. One or several findings of that rule on those lines meet
 * it; a finding that meets no label is a false alarm, a label that no finding meets is a miss. Everything is counted
 * twice: by the labels as they were written, and with the corrections that a second reading made.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorkflowFiles } from '../src/app/read-workflow-files.ts';
import { type Finding, lintFiles } from '../src/automation/lint/lint-files.ts';
import { rules } from '../src/automation/lint/registry.ts';

interface Label {
  readonly rule: string;
  readonly lines: readonly [number, number];
  readonly why: string;
}

interface Correction extends Label {
  /** Whether the rule should fire there after all, or should be silent there after all. */
  readonly should: 'fire' | 'be silent';
}

interface LabelledFile {
  readonly path: string;
  readonly expected: readonly Label[];
  readonly corrections?: readonly Correction[];
}

interface LabelledRepository {
  readonly repository: string;
  readonly commit: string;
  readonly files: readonly LabelledFile[];
}

interface Comparison {
  readonly met: readonly string[];
  readonly missed: readonly { readonly rule: string; readonly text: string }[];
  readonly falseAlarms: readonly { readonly rule: string; readonly text: string }[];
}

const [labelsPath, folder] = process.argv.slice(2);
if (labelsPath === undefined || folder === undefined) {
  console.error('Give the labels and the folder: npx tsx scripts/evaluate-lint.ts LABELS.json FOLDER');
  process.exit(2);
}
const repositories = JSON.parse(readFileSync(labelsPath, 'utf8')) as readonly LabelledRepository[];
const compared = { asWritten: [] as Comparison[], corrected: [] as Comparison[] };
let fileCount = 0;
for (const { repository, files } of repositories) {
  const root = join(folder, repository.replace('/', '__'));
  const report = lintFiles(await readWorkflowFiles([root]), { isComplete: true });
  for (const file of files) {
    const found = report.findings.filter(({ path }) =>
      path.endsWith(`${root.replace(/^\.\//, '')}/${file.path}`),
    );
    if (report.problems.some(({ path }) => path.endsWith(file.path)))
      console.log(`unreadable: ${repository} ${file.path}`);
    const name = `${repository} ${file.path.replace('.github/workflows/', '')}`;
    compared.asWritten.push(compare(name, file.expected, found));
    compared.corrected.push(compare(name, correct(file), found));
    fileCount += 1;
  }
}
console.log(`${fileCount} files of ${repositories.length} repositories`);
for (const [title, comparisons] of [
  ['labels as written', compared.asWritten],
  ['labels after a second reading', compared.corrected],
] as const) {
  console.log(`\n## ${title}\n`);
  console.log(renderTable(comparisons));
  for (const { rule, text } of comparisons.flatMap(({ missed }) => missed))
    console.log(`missed      ${rule} ${text}`);
  for (const { rule, text } of comparisons.flatMap(({ falseAlarms }) => falseAlarms))
    console.log(`false alarm ${rule} ${text}`);
}

function correct({ expected, corrections = [] }: LabelledFile): readonly Label[] {
  const silenced = corrections.filter(({ should }) => should === 'be silent');
  return [
    ...expected.filter(
      (label) =>
        !silenced.some(
          ({ rule, lines }) =>
            rule === label.rule && lines[0] <= label.lines[1] && lines[1] >= label.lines[0],
        ),
    ),
    ...corrections.filter(({ should }) => should === 'fire'),
  ];
}

function compare(name: string, labels: readonly Label[], findings: readonly Finding[]): Comparison {
  const meets = (label: Label, { rule, at }: Finding): boolean =>
    rule === label.rule && at.line >= label.lines[0] && at.line <= label.lines[1];
  return {
    met: labels.filter((label) => findings.some((finding) => meets(label, finding))).map(({ rule }) => rule),
    missed: labels
      .filter((label) => !findings.some((finding) => meets(label, finding)))
      .map(({ rule, lines, why }) => ({ rule, text: `${name}:${lines.join('-')} ${why}` })),
    falseAlarms: findings
      .filter((finding) => !labels.some((label) => meets(label, finding)))
      .map(({ rule, at, message }) => ({ rule, text: `${name}:${at.line} ${message}` })),
  };
}

function renderTable(comparisons: readonly Comparison[]): string {
  const lines = [
    '| rule | labels | found | missed | false alarms | precision | recall |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
  ];
  const count = (id: string | undefined): readonly [number, number, number] => [
    comparisons.flatMap(({ met }) => met).filter((rule) => id === undefined || rule === id).length,
    comparisons.flatMap(({ missed }) => missed).filter(({ rule }) => id === undefined || rule === id).length,
    comparisons
      .flatMap(({ falseAlarms }) => falseAlarms)
      .filter(({ rule }) => id === undefined || rule === id).length,
  ];
  for (const id of [...rules.map((rule) => rule.id), undefined]) {
    const [met, missed, alarms] = count(id);
    if (id !== undefined && met + missed + alarms === 0) continue;
    lines.push(
      `| ${id ?? 'all'} | ${met + missed} | ${met} | ${missed} | ${alarms} | ${share(met, met + alarms)} | ${share(met, met + missed)} |`,
    );
  }
  return lines.join('\n');
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : (part / whole).toFixed(2);
}
