import { parseArgs } from 'node:util';
import { lintFiles, type LintReport } from '../automation/lint/lint-files.ts';
import { rules } from '../automation/lint/registry.ts';
import { type ReportFormat, renderReport, reportFormats } from '../automation/lint/render-report.ts';
import { type Severity, severities } from '../automation/lint/rule.ts';
import type { Forge } from '../automation/workflow/workflow.ts';
import type { CliWorld } from '../surfaces/cli/cli-world.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';
import { toVisibleText } from '../surfaces/cli/visible-text.ts';
import { readWorkflowFiles } from './read-workflow-files.ts';

/** `fixpoint lint [PATH…]`: 0 nothing found, 1 findings, 2 a file cannot be read as a workflow. */
export async function runLint(args: readonly string[], world: CliWorld): Promise<number> {
  const { positionals, values } = readFlags(args);
  const format = oneOf<ReportFormat>(
    '--format',
    values.json === true ? 'json' : (values.format ?? 'pretty'),
    reportFormats,
  );
  const wanted = (values.rule ?? [])
    .flatMap((text) => text.split(','))
    .map((text) => text.trim().toUpperCase());
  const known = rules.map(({ id }) => id);
  for (const id of wanted) oneOf('--rule', id, known);
  const files = await readWorkflowFiles(positionals);
  if (files.length === 0)
    throw new UsageError('There are no workflow files here. Name a file or the folder of a repository.');
  const report = lintFiles(files, {
    forge:
      values.forge === undefined ? undefined : oneOf<Forge>('--forge', values.forge, ['github', 'gitea']),
    rules: wanted.length === 0 ? undefined : wanted,
    severity:
      values.severity === undefined ? undefined : oneOf<Severity>('--severity', values.severity, severities),
    isComplete: true,
  });
  for (const line of renderReport(report, format, world.version)) {
    world.stdout.write(`${format === 'json' || format === 'sarif' ? line : toVisibleText(line)}\n`);
  }
  return exitOf(report);
}

function exitOf({ findings, problems }: LintReport): number {
  if (problems.length > 0) return 2;
  return findings.length > 0 ? 1 : 0;
}

export function oneOf<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found === undefined)
    throw new UsageError(`${flag} is "${text}"; it must be one of ${choices.join(', ')}.`);
  return found;
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        forge: { type: 'string' },
        severity: { type: 'string' },
        rule: { type: 'string', multiple: true },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
