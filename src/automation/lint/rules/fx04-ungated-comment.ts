import { makeContext } from '../../workflow/made-event.ts';
import { jobTruth, stepTruth } from '../../workflow/run-truth.ts';
import { type Job, triggerOf, type Workflow } from '../../workflow/workflow.ts';
import { findWrites } from '../../workflow/find-writes.ts';
import { actionName } from '../../workflow/known-actions.ts';
import type { Discovery, Rule } from '../rule.ts';

export const ungatedComment: Rule = {
  id: 'FX04',
  name: 'ungated-comment',
  severity: 'warning',
  summary: 'Every comment, or also an edited or deleted one, starts the work.',
  why: 'Without a condition a job runs for each comment that anybody writes, also a bot. Without types: it runs again when a comment is edited, and even when it is deleted.',
  fix: 'Write types: [created] and give the job an if: that asks for the command.',
  example: {
    path: '.github/workflows/comment.yml',
    bad: `on: issue_comment
jobs:
  answer:
    if: startsWith(github.event.comment.body, '/help')
    runs-on: ubuntu-latest
    steps:
      - run: gh issue comment "$NUMBER" --body "See the manual."
`,
    good: `on:
  issue_comment:
    types: [created]
jobs:
  answer:
    if: startsWith(github.event.comment.body, '/help')
    runs-on: ubuntu-latest
    steps:
      - run: gh issue comment "$NUMBER" --body "See the manual."
`,
  },
  check: (workflow) => {
    const trigger = triggerOf(workflow, 'issue_comment');
    if (trigger === undefined) return [];
    const found: Discovery[] = [];
    if (
      trigger.types === undefined &&
      workflow.jobs.some((job) => mayAct(workflow, job) && runsOnDeletion(workflow, job))
    ) {
      found.push({
        at: trigger.at,
        message: 'issue_comment without types: also runs for edited and deleted comments.',
      });
    }
    for (const job of actingJobs(workflow)) {
      if (!isUngated(workflow, job)) continue;
      found.push({
        at: job.at,
        message: `The job "${job.id}" runs for every comment, whatever it says and whoever wrote it.`,
      });
    }
    return found;
  },
};

/** Jobs that write outside; a job that only looks may look at every comment. */
function actingJobs(workflow: Workflow): readonly Job[] {
  const writes = findWrites(workflow).filter(({ kind }) => kind !== 'label');
  return workflow.jobs.filter((job) => writes.some((write) => write.job === job));
}

/** Writes, or hands a token to an action that is not known to only prepare the job. */
function mayAct(workflow: Workflow, job: Job): boolean {
  if (actingJobs(workflow).includes(job)) return true;
  return job.steps.some(
    ({ uses, with: inputs, env }) =>
      uses !== undefined &&
      !preparingActions.test(actionName(uses.value)) &&
      [...inputs.values(), ...env.values()].some(({ value }) => namesToken.test(value)),
  );
}

const preparingActions =
  /^actions\/(?:checkout|cache|setup-|upload-|download-|create-github-app-token)|\/(?:setup-|create-github-app-token|checkout)/;
const namesToken = /\bsecrets\.\w*(?:TOKEN|PAT|KEY)\b|\b(?:github|gitea|forgejo)\.token\b/i;

function runsOnDeletion(workflow: Workflow, job: Job): boolean {
  const context = makeContext({ event: 'issue_comment', forge: workflow.forge, action: 'deleted' });
  return jobTruth(workflow, job, context) !== 'no';
}

function isUngated(workflow: Workflow, job: Job): boolean {
  const context = makeContext({
    event: 'issue_comment',
    forge: workflow.forge,
    action: 'created',
    text: 'Thank you.',
  });
  const writes = findWrites(workflow).filter((write) => write.job === job && write.kind !== 'label');
  const reads = job.steps.some(({ run, with: inputs, env }) =>
    [run, ...inputs.values(), ...env.values()].some((text) =>
      /comment\.body|COMMENT_BODY|payload\.comment/.test(text?.value ?? ''),
    ),
  );
  return !reads && writes.some(({ step }) => stepTruth(workflow, job, step, context) === 'yes');
}
