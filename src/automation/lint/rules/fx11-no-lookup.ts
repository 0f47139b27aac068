import { flagValue } from '../../workflow/flag-value.ts';
import { findWrites } from '../../workflow/find-writes.ts';
import { hasTrigger, type Workflow } from '../../workflow/workflow.ts';
import type { Write } from '../../workflow/write.ts';
import { makeContext } from '../../workflow/made-event.ts';
import { stepTruth } from '../../workflow/run-truth.ts';
import { expandShellText, listStepScripts } from '../../workflow/step-script.ts';
import { hasLookup } from '../lookups.ts';
import type { Rule } from '../rule.ts';

export const noLookup: Rule = {
  id: 'FX11',
  name: 'no-dedupe',
  severity: 'warning',
  summary:
    'A scheduled job creates an issue, a comment or a pull request of a new branch without looking whether it is there.',
  why: 'A schedule may fire late, twice or be started again by hand, and a failed run is repeated. Every run adds one more.',
  fix: 'Look for the open and closed ones by label and exact marker first, and change what is there; give the branch of a pull request one name per window.',
  example: {
    path: '.github/workflows/audit.yml',
    bad: `on:
  schedule:
    - cron: '0 6 * * 1'
jobs:
  audit:
    runs-on: ubuntu-latest
    steps:
      - run: gh issue create --title "Weekly audit" --body-file audit.md
`,
    good: `on:
  schedule:
    - cron: '0 6 * * 1'
jobs:
  audit:
    runs-on: ubuntu-latest
    steps:
      - run: |
          number=$(gh issue list --label audit --state all --limit 500 --json number,title --jq '.[] | select(.title == "Weekly audit") | .number')
          [ -n "$number" ] || gh issue create --title "Weekly audit" --label audit --body-file audit.md
`,
  },
  check: (workflow) => {
    if (!hasTrigger(workflow, 'schedule')) return [];
    return findWrites(workflow)
      .filter((write) => isRepeated(workflow, write) && !hasLookup(workflow, write.job))
      .map((write) => ({
        at: write.at,
        message: `${write.via} adds another one at every run; nothing looks for the last one.`,
      }));
  },
};

function isRepeated(workflow: Workflow, write: Write): boolean {
  if (write.kind === 'pull-request') return hasNewBranch(workflow, write) && runsBySchedule(workflow, write);
  if ((write.kind !== 'issue' && write.kind !== 'comment') || write.upserts) return false;
  // A comment on the pull request or issue that started the run is not the schedule's.
  const place = `${write.step.run?.value ?? ''}${write.step.with.get('script')?.value ?? ''}`;
  if (
    write.kind === 'comment' &&
    /context\.issue\.number|github\.event\.|\bfor\b|forEach|\.map\(/.test(place)
  )
    return false;
  // One per item of a list (stale branches, failed checks) is a list, not a repetition.
  if (write.kind === 'issue' && /\bfor\b[^\n]*\b(?:in|of)\b|while read|forEach/.test(place)) return false;
  return runsBySchedule(workflow, write);
}

function runsBySchedule(workflow: Workflow, { job, step }: Write): boolean {
  const context = makeContext({ event: 'schedule', forge: workflow.forge });
  return stepTruth(workflow, job, step, context) !== 'no';
}

/** A pull request is the same one again as long as its branch is; a name that every run makes anew opens another. */
function hasNewBranch(workflow: Workflow, { job, step, target }: Write): boolean {
  const suffix = step.with.get('branch-suffix')?.value.trim() ?? '';
  if (/^(?:timestamp|random)$/.test(suffix)) return true;
  if (target !== undefined && newEveryRun.test(target)) return true;
  const scripts = listStepScripts(workflow, job);
  const until = job.steps.indexOf(step);
  return scripts
    .filter((script) => job.steps.indexOf(script.step) <= until)
    .some((script) =>
      script.commands.some(({ words }) => {
        const name = branchMade(words.map(({ text }) => text));
        return name !== undefined && newEveryRun.test(expandShellText(name, script));
      }),
    );
}

/** The branch that `git checkout -b name` makes. */
function branchMade(words: readonly string[]): string | undefined {
  const makes = words[0] === 'git' && (words[1] === 'checkout' || words[1] === 'switch');
  return makes ? flagValue(words, '-b', '-B', '-c', '-C', '--create') : undefined;
}

const newEveryRun =
  /\$\{?RANDOM\b|\buuidgen\b|\bdate\b[^)]*\+["']?[^)"']*%-?\d*[sSMHN]|run_id|run_number|GITHUB_RUN_/;
