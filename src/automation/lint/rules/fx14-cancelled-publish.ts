import { linksOf } from '../../topology/repository-links.ts';
import { findWrites } from '../../workflow/find-writes.ts';
import { comparePositions } from '../../workflow/position.ts';
import {
  cancelsAlways,
  type Concurrency,
  hasTrigger,
  type Job,
  type Workflow,
} from '../../workflow/workflow.ts';
import type { Discovery, Rule, Surroundings } from '../rule.ts';

export const cancelledPublish: Rule = {
  id: 'FX14',
  name: 'cancel-mid-publish',
  severity: 'warning',
  summary:
    'A newer run cancels one that is publishing, its own push cancels it, or any comment cancels one that works.',
  why: 'cancel-in-progress: true stops a job between two writes: the package is out, the release is not. In a workflow of comments the group is entered before any if: is looked at, so an ordinary comment cancels the command that is running.',
  fix: 'Write cancel-in-progress: false where something is published; put the group of a command on the job, after its if:.',
  example: {
    path: '.github/workflows/publish.yml',
    bad: `on:
  push:
    branches: [main]
concurrency:
  group: publish
  cancel-in-progress: true
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - run: npm publish
`,
    good: `on:
  push:
    branches: [main]
concurrency:
  group: publish
  cancel-in-progress: false
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - run: npm publish
`,
  },
  check: (workflow, surroundings) => {
    // Gitea up to 1.25 reads no concurrency, so nothing is cancelled there.
    if (workflow.forge === 'gitea') return [];
    return [
      ...checkPublish(workflow),
      ...checkOwnPush(workflow, surroundings),
      ...checkComments(workflow),
      ...checkCalls(workflow, surroundings),
    ];
  },
};

function checkPublish(workflow: Workflow): readonly Discovery[] {
  const found: Discovery[] = [];
  for (const job of workflow.jobs) {
    const concurrency = cancelsAlways(job.concurrency) ? job.concurrency : workflow.concurrency;
    const publishes = findWrites(workflow).find(
      (write) =>
        write.job === job && (write.kind === 'publish' || (write.kind === 'release' && !write.isDraft)),
    );
    if (publishes === undefined || concurrency === undefined || !cancelsAlways(concurrency)) continue;
    if (isAlone(workflow, job, concurrency)) continue;
    found.push({
      at: concurrency.cancel?.at ?? concurrency.at,
      message: `A newer run of the group cancels the job "${job.id}" while ${publishes.via} is under way.`,
    });
  }
  return found;
}

/** A group per run or tag holds one run, so nothing cancels it. */
function isAlone(workflow: Workflow, job: Job, { group }: Concurrency): boolean {
  const text = group?.value ?? '';
  if (/run_id|run_number|github\.sha/.test(text)) return true;
  const byReference = /github\.(?:ref|ref_name|head_ref|event\.release)\b/.test(text);
  if (!byReference) return false;
  const condition = job.condition?.text.value ?? '';
  if (/refs\/tags|ref_type\s*==\s*'tag'|event_name == 'release'/.test(condition)) return true;
  return workflow.triggers.every(
    ({ event, branches, tags }) =>
      event === 'release' ||
      event === 'workflow_dispatch' ||
      (event === 'push' && tags !== undefined && branches === undefined),
  );
}

/** The run that a job's own push starts enters the same group and cancels the job before its next write. */
function checkOwnPush(workflow: Workflow, { siblings }: Surroundings): readonly Discovery[] {
  const { concurrency } = workflow;
  if (concurrency === undefined || !cancelsAlways(concurrency)) return [];
  if (/run_id|run_number|github\.sha|event\./.test(concurrency.group?.value ?? '')) return [];
  const own = linksOf(workflow, siblings).links.find(
    ({ to, event, state }) => to === workflow.path && event === 'push' && state === 'live',
  );
  const writes = findWrites(workflow);
  const push = writes.find(({ at }) => at === own?.at);
  const next = writes.find(
    ({ job, at }) => push !== undefined && job === push.job && comparePositions(at, push.at) > 0,
  );
  if (push === undefined || next === undefined) return [];
  return [
    {
      at: concurrency.cancel?.at ?? concurrency.at,
      message: `The run that ${push.via} in line ${push.at.line} starts cancels this one, perhaps before ${next.via} in line ${next.at.line}.`,
    },
  ];
}

function checkComments(workflow: Workflow): readonly Discovery[] {
  const { concurrency, jobs } = workflow;
  if (concurrency === undefined || !cancelsAlways(concurrency) || !hasTrigger(workflow, 'issue_comment'))
    return [];
  const group = groupOfComments(concurrency);
  if (/run_id|comment\.id|github\.sha|comment\.body/.test(group)) return [];
  if (!jobs.every(({ condition, needs }) => condition !== undefined || needs.length > 0)) return [];
  // When no condition looks at the comment, every comment of the group is work, and the newer run does it anew.
  if (!jobs.some((job) => readsComment.test(job.condition?.text.value ?? '') || asksWhatItTakesAway(job)))
    return [];
  const message =
    'Any comment, also one that no job asks for, cancels the run that is under way in this group.';
  return [{ at: concurrency.cancel?.at ?? concurrency.at, message }];
}

/** A comment always has the number of its issue, so what stands after that number is never reached. */
function groupOfComments({ group }: Concurrency): string {
  return (group?.value ?? '').replace(/(\bissue\.number)\s*(?:\|\|\s*[\w.]+\s*)+/g, '$1 ');
}

/** A label that the cancelled run has taken away is missing to the newer one, which then does not do the rest. */
function asksWhatItTakesAway({ condition, steps }: Job): boolean {
  return (
    /\bevent\.issue\.labels\b/.test(condition?.text.value ?? '') &&
    steps.some(({ run, with: inputs }) =>
      /--remove-label|\bremoveLabel\b/.test(`${run?.value ?? ''}${inputs.get('script')?.value ?? ''}`),
    )
  );
}

const readsComment = /\bevent\.(?:comment|sender|action)\b|\b(?:github|gitea|forgejo)\.actor\b/;

/** github.workflow is the caller's name in a called workflow too, so both end up in one group. */
function checkCalls(workflow: Workflow, { siblings }: Surroundings): readonly Discovery[] {
  const group = workflow.concurrency?.group?.value.replace(/\s+/g, '');
  if (group === undefined || !group.includes('github.workflow')) return [];
  return workflow.jobs.flatMap(({ uses }) => {
    if (uses === undefined || !uses.value.startsWith('./')) return [];
    const called = siblings.find(({ path, repository }) => path === `${repository}${uses.value.slice(2)}`);
    if (called?.concurrency?.group?.value.replace(/\s+/g, '') !== group) return [];
    const message = `The called workflow has the same concurrency group, in which ${uses.value} cancels or blocks its own caller.`;
    return [{ at: uses.at, message }];
  });
}
