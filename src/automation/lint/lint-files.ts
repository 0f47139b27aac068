/** Runs the rules over files. The order of what it returns depends on the files' content and names only. */
import { comparePositions, type Position } from '../workflow/position.ts';
import {
  isLocalAction,
  parseWorkflow,
  readLocalActions,
  splitPath,
  type WorkflowFile,
} from '../workflow/parse-workflow.ts';
import type { Forge, Workflow } from '../workflow/workflow.ts';
import { readDirectives } from './directives.ts';
import type { Rule, Severity } from './rule.ts';
import { rules as allRules } from './registry.ts';

export interface LintInput extends WorkflowFile {
  /** False for a file that is read only because others need to know it. */
  readonly isReported: boolean;
}

export interface LintChoices {
  readonly forge?: Forge | undefined;
  /** Ids of rules; all when undefined. */
  readonly rules?: readonly string[] | undefined;
  /** Findings that weigh less are left out. */
  readonly severity?: Severity | undefined;
  /** Repositories of which every workflow file is among the input. */
  readonly isComplete: boolean;
}

export interface Finding {
  readonly path: string;
  readonly at: Position;
  readonly rule: string;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
}

export interface FileProblem {
  readonly path: string;
  readonly at: Position;
  readonly message: string;
}

export interface LintReport {
  readonly fileCount: number;
  readonly findings: readonly Finding[];
  readonly problems: readonly FileProblem[];
  /** How many findings a comment with a reason took back. */
  readonly ignoredCount: number;
}

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** The id under which the report tells that an ignore comment itself is wrong. */
export const directiveRuleId = 'FX00';

export function lintFiles(files: readonly LintInput[], choices: LintChoices): LintReport {
  const problems: FileProblem[] = [];
  const workflows: { readonly workflow: Workflow; readonly isReported: boolean }[] = [];
  const brokenRepositories = new Set<string>();
  const actions = readLocalActions(files);
  const workflowFiles = files.filter(({ path }) => !isLocalAction(path));
  for (const { path, text, isReported } of workflowFiles) {
    const { repository } = splitPath(path);
    const read = parseWorkflow({ path, text }, choices.forge, actions.get(repository));
    if (read.workflow !== undefined) workflows.push({ workflow: read.workflow, isReported });
    if (read.workflow === undefined || read.problems.length > 0) {
      brokenRepositories.add(repository);
    }
    if (isReported) for (const problem of read.problems) problems.push({ path, ...problem });
  }
  const byRepository = new Map<string, Workflow[]>();
  for (const { workflow } of workflows) {
    const others = byRepository.get(workflow.repository);
    if (others === undefined) byRepository.set(workflow.repository, [workflow]);
    else others.push(workflow);
  }
  const findings: Finding[] = [];
  let ignoredCount = 0;
  for (const { workflow, isReported } of workflows) {
    if (!isReported) continue;
    const siblings = byRepository.get(workflow.repository) ?? [workflow];
    const isComplete = choices.isComplete && !brokenRepositories.has(workflow.repository);
    const checked = checkWorkflow(workflow, { siblings, isComplete }, choices);
    findings.push(...checked.findings);
    ignoredCount += checked.ignoredCount;
  }
  return {
    fileCount: workflowFiles.filter(({ isReported }) => isReported).length,
    findings: findings.toSorted(compareFindings),
    problems: problems.toSorted((a, b) => compareTexts(a.path, b.path) || comparePositions(a.at, b.at)),
    ignoredCount,
  };
}

function checkWorkflow(
  workflow: Workflow,
  surroundings: Parameters<Rule['check']>[1],
  choices: LintChoices,
): { readonly findings: readonly Finding[]; readonly ignoredCount: number } {
  const { path } = workflow;
  const directives = readDirectives(workflow.source);
  const isWanted = ({ rule, severity }: Finding): boolean =>
    (choices.rules === undefined || choices.rules.includes(rule)) &&
    (choices.severity === undefined || ranks[severity] <= ranks[choices.severity]);
  const found: Finding[] = allRules.flatMap((rule) =>
    choices.rules !== undefined && !choices.rules.includes(rule.id)
      ? []
      : rule.check(workflow, surroundings).map(({ at, message, severity }) => ({
          path,
          at,
          rule: rule.id,
          name: rule.name,
          severity: severity ?? rule.severity,
          message,
          fix: rule.fix,
        })),
  );
  const wanted = found.filter(isWanted);
  const kept = wanted.filter(({ rule, at }) => !directives.ignores(rule, at.line));
  const faults = directives.faults.map(
    ({ at, message }): Finding => ({
      path,
      at,
      rule: directiveRuleId,
      name: 'directive',
      severity: 'warning',
      message,
      fix: 'Write "# fixpoint: ignore FX01 reason=…" on the line of the finding or on the line above.',
    }),
  );
  return {
    findings: dropRepeats([...kept, ...faults.filter(isWanted)]),
    ignoredCount: wanted.length - kept.length,
  };
}

/** A job that is reached by an alias twice would tell the same at the same place twice. */
function dropRepeats(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, at }) => {
    const key = `${rule}:${at.line}:${at.column}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function compareFindings(left: Finding, right: Finding): number {
  return (
    compareTexts(left.path, right.path) ||
    comparePositions(left.at, right.at) ||
    compareTexts(left.rule, right.rule)
  );
}

/** By code unit, so that the order is the same on every machine. */
function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
