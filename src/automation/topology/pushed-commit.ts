/** What the files say about the commit that a job pushes: where to, which paths, what message, and whether it varies. */
import { flagValue } from '../workflow/flag-value.ts';
import { findKnownAction } from '../workflow/known-actions.ts';
import { expandShellText, listStepScripts } from '../workflow/step-script.ts';
import { hasTrigger, type Job, triggerOf, type Workflow } from '../workflow/workflow.ts';
import type { Write } from '../workflow/write.ts';
import type { PushTarget } from './branch-filter.ts';

export interface PushedCommit {
  readonly target: PushTarget;
  readonly files: readonly string[] | undefined;
  readonly message: string | undefined;
  /** The name that `git config user.name` gives its author. */
  readonly author: string | undefined;
  readonly isConvergent: boolean;
}

export function describePush(workflow: Workflow, write: Write): PushedCommit {
  const { job, step } = write;
  const commands = listGitCommands(workflow, job);
  const messages = commands.filter(([verb]) => verb === 'commit').map((words) => messageOf(words));
  const merges = commands.some(([verb]) => verb === 'merge');
  const message =
    write.body ??
    messages.find((text) => text !== undefined) ??
    (merges ? "Merge branch 'source'" : undefined);
  const names = commands.filter(([verb, ...rest]) => verb === 'config' && rest.includes('user.name'));
  return {
    target: targetOf(workflow, write, commands),
    files: filesOf(commands, step.with.get('file_pattern')?.value ?? step.with.get('add')?.value),
    message,
    author:
      step.with.get('commit_user_name')?.value ?? step.with.get('author_name')?.value ?? names[0]?.at(-1),
    isConvergent: isConvergent(workflow, write, commands),
  };
}

/** The words after `git` of every git command of a job. */
function listGitCommands(workflow: Workflow, job: Job): readonly (readonly string[])[] {
  return listStepScripts(workflow, job).flatMap((script) =>
    script.commands.flatMap(({ words }) => {
      if (words[0]?.text !== 'git') return [];
      const rest = words.slice(1).map(({ text }) => expandShellText(text, script));
      while (rest[0] === '-c' || rest[0] === '-C') rest.splice(0, 2);
      return [rest];
    }),
  );
}

function messageOf(words: readonly string[]): string | undefined {
  return flagValue(words, '-m', '--message', '-am', '-qm', '-aqm', '-sm');
}

function filesOf(
  commands: readonly (readonly string[])[],
  pattern: string | undefined,
): readonly string[] | undefined {
  if (pattern !== undefined) return pattern.split(/\s+/).map((file) => file.replace(/\*.*$/, ''));
  const adds = commands.filter(([verb]) => verb === 'add');
  if (
    adds.length === 0 ||
    commands.some(([verb, ...rest]) => verb === 'commit' && rest.some((word) => /^-\w*a|--all/.test(word)))
  ) {
    return undefined;
  }
  const files = adds.flatMap(([, ...rest]) => rest);
  if (
    files.some(
      (file) => file === '.' || file === '*' || /^(?:-A|-u|--all|--update)$/.test(file) || file.includes('$'),
    )
  )
    return undefined;
  return files.filter((file) => !file.startsWith('-'));
}

function targetOf(
  workflow: Workflow,
  { target, kind }: Write,
  commands: readonly (readonly string[])[],
): PushTarget {
  if (kind === 'merge') return { kind: 'default' };
  const push = triggerOf(workflow, 'push');
  if (target !== undefined && target !== '') {
    if (/github\.(?:ref_name|ref|head_ref)|GITHUB_REF|HEAD_REF|branch/i.test(target) && /\$/.test(target)) {
      return push === undefined ? { kind: 'unknown' } : { kind: 'pushed', trigger: push };
    }
    if (/default_branch/.test(target)) return { kind: 'default' };
    return /[$`]/.test(target) ? { kind: 'unknown' } : { kind: 'named', branch: target };
  }
  const switched = commands.findLast(([verb]) => verb === 'checkout' || verb === 'switch');
  const branch = switched?.slice(1).find((word) => !word.startsWith('-'));
  if (branch !== undefined) return /[$`]/.test(branch) ? { kind: 'unknown' } : { kind: 'named', branch };
  if (push !== undefined) return { kind: 'pushed', trigger: push };
  const ownBranch = hasTrigger(workflow, 'schedule') || hasTrigger(workflow, 'workflow_dispatch');
  return ownBranch ? { kind: 'default' } : { kind: 'unknown' };
}

const formatters =
  /\b(?:prettier|black|isort|ruff (?:format|check --fix)|eslint[^\n]*--fix|gofmt|goimports|rustfmt|cargo fmt|clang-format|terraform fmt|terraform-docs|biome (?:format|check)|dprint|shfmt|stylua|php-cs-fixer|pint|swiftformat|ktlint|autopep8|yapf|pre-commit|doctoc|all-contributors|npm install|yarn install|pnpm install|go mod tidy)\b/;
const differenceTests =
  /git diff[^\n]*--(?:quiet|exit-code)|git diff-index|git status[^\n]*(?:--porcelain|-s\b|--short)|nothing to commit|git commit[^\n]*\|\|/;
const varying =
  /--allow-empty|\bnpm version\b|\byarn version\b|\bpnpm version\b|bump2version|bumpversion|\bcz bump\b|standard-version|git commit[^\n]*--amend|>>?\s*[^\n]*\$\(date|date[^\n|;]*>>?\s*[\w./-]|RUN_(?:NUMBER|ID)[^\n]*>|\$\(date[^)\n]*\)[^\n]*>>?\s*[\w./-]/;

/**
 * A commit is convergent when a second run on its own result makes none: it asks for a difference, or a formatter made
 * it, and nothing in the job writes something new each time.
 */
function isConvergent(workflow: Workflow, write: Write, commands: readonly (readonly string[])[]): boolean {
  const texts = listStepScripts(workflow, write.job)
    .map(({ node }) => node.value)
    .join('\n');
  if (varying.test(texts)) return false;
  if (write.step.uses !== undefined && findKnownAction(write.step.uses.value)?.needsDifference === true)
    return true;
  if (commands.some(([verb, ...rest]) => verb === 'merge' && rest.includes('--no-ff'))) return false;
  if (
    commands.some(([verb]) => verb === 'merge' || verb === 'rebase') &&
    !commands.some(([verb]) => verb === 'commit')
  )
    return true;
  return differenceTests.test(texts) || formatters.test(texts);
}

/** Marks in a commit message that keep a forge from starting anything for the push. */
export function hasSkipMark(message: string | undefined): boolean {
  return (
    message !== undefined &&
    /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]|^skip-checks:\s*true$/m.test(message)
  );
}
