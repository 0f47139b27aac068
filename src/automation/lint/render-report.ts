/** A report in the forms that people and other programs read. Texts come from files; a terminal is the caller's care. */
import type { Finding, LintReport } from './lint-files.ts';
import { toSarif } from './render-sarif.ts';
import { unreachable } from '../workflow/unreachable.ts';

export type ReportFormat = 'pretty' | 'json' | 'sarif' | 'github';

export const reportFormats: readonly ReportFormat[] = ['pretty', 'json', 'sarif', 'github'];

/** Lines without their line ends. */
export function renderReport(report: LintReport, format: ReportFormat, version: string): readonly string[] {
  switch (format) {
    case 'pretty':
      return renderPretty(report);
    case 'json':
      return [JSON.stringify(toJson(report))];
    case 'sarif':
      return [JSON.stringify(toSarif(report, version))];
    case 'github':
      return renderAnnotations(report);
    default:
      return unreachable(format);
  }
}

function renderPretty({ findings, problems, fileCount, ignoredCount }: LintReport): readonly string[] {
  const lines = problems.map(
    ({ path, at, message }) => `${path}:${at.line}:${at.column} unreadable: ${message}`,
  );
  for (const finding of findings) {
    const { path, at, severity, rule, name, message, fix } = finding;
    lines.push(`${path}:${at.line}:${at.column} ${severity} ${rule} ${name}: ${message}`, `    ${fix}`);
  }
  const counts = [
    `${fileCount} ${fileCount === 1 ? 'file' : 'files'}`,
    countWord(findings.length, 'finding'),
  ];
  if (problems.length > 0) counts.push(countWord(problems.length, 'problem'));
  if (ignoredCount > 0) counts.push(`${ignoredCount} ignored with a reason`);
  return [...lines, counts.join(', ')];
}

function countWord(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function toJson({ findings, problems, fileCount, ignoredCount }: LintReport): object {
  return {
    files: fileCount,
    ignored: ignoredCount,
    findings: findings.map(({ at, ...finding }) => ({ ...finding, line: at.line, column: at.column })),
    problems: problems.map(({ path, at, message }) => ({ path, line: at.line, column: at.column, message })),
  };
}

const commandOf: Readonly<Record<Finding['severity'], string>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
};

/** Workflow commands of the forge's runner: `::warning file=…,line=…,col=…,title=…::…`. */
function renderAnnotations({ findings, problems }: LintReport): readonly string[] {
  const annotate = (
    command: string,
    path: string,
    at: Finding['at'],
    title: string,
    message: string,
  ): string =>
    `::${command} file=${escapeProperty(path)},line=${at.line},col=${at.column},title=${escapeProperty(title)}::${escapeMessage(message)}`;
  return [
    ...problems.map(({ path, at, message }) => annotate('error', path, at, 'unreadable', message)),
    ...findings.map(({ severity, path, at, rule, name, message, fix }) =>
      annotate(commandOf[severity], path, at, `${rule} ${name}`, `${message}\n${fix}`),
    ),
  ];
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
