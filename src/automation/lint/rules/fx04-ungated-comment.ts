import { makeContext } from '../../workflow/made-event.ts';
import { jobTruth, stepTruth } from '../../workflow/run-truth.ts';
import { listStepScripts } from '../../workflow/step-script.ts';
import { type Job, type Step, triggerOf, type Workflow } from '../../workflow/workflow.ts';
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
    for (const job of workflow.jobs) {
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

/** Runs for a comment that says thank you, and nothing in the job looks at what the comment says. */
function isUngated(workflow: Workflow, job: Job): boolean {
  if (readsText(workflow, job)) return false;
  // "Only on issues" and "only on pull requests" still let every comment through there.
  return [true, false].some((onPullRequest) => actsOnThanks(workflow, job, onPullRequest));
}

function actsOnThanks(workflow: Workflow, job: Job, onPullRequest: boolean): boolean {
  const { forge } = workflow;
  const context = makeContext({
    event: 'issue_comment',
    forge,
    action: 'created',
    text: 'Thank you.',
    onPullRequest,
  });
  const writes = findWrites(workflow).filter((write) => write.job === job && write.kind !== 'label');
  const scripts = listStepScripts(workflow, job);
  return job.steps.some((step) => {
    const truth = stepTruth(workflow, job, step, context);
    const isOpen = truth === 'yes' || (truth === 'maybe' && asksOwnScripts(job, step));
    if (!isOpen) return false;
    return (
      writes.some((write) => write.step === step) ||
      scripts.some((script) => script.step === step && changesThread.test(script.node.value)) ||
      (truth === 'yes' && handsTokenToMarker(step))
    );
  });
}

/** What changes an issue without being a comment or label of its own: assignees, labels taken away, a text put in place. */
const changesThread =
  /\b(?:add|remove)Assignees\b|--(?:add|remove)-assignee\b|\bissues\.update(?:Comment)?\(|-X\s+PATCH\b[\s\S]*\/issues\//;

/** A text that is only handed on (to an output, into another text) is not looked at; a test is. */
function readsText(workflow: Workflow, job: Job): boolean {
  const names = /comment\.body|COMMENT_BODY|payload\.comment\b(?!\.(?:id|user|author_association))/;
  const tests = /\bif\b|\bcase\b|\bgrep\b|\[\[|=~|\bmatch|\btest\(|startsWith|includes|={2,3}|\bswitch\b/;
  return job.steps.some((step) => {
    const inputs = [...step.with, ...step.env].filter(([name]) => name !== 'script');
    if (inputs.some(([, { value }]) => names.test(value))) return true;
    return listStepScripts(workflow, job).some(
      ({ step: own, node }) => own === step && names.test(node.value) && tests.test(node.value),
    );
  });
}

/** Asks only for outputs of scripts that stand in the file; an action may be the one that looks at the text. */
function asksOwnScripts(job: Job, { condition }: Step): boolean {
  if (job.condition !== undefined) return false;
  const ids = [...(condition?.text.value ?? '').matchAll(/\bsteps\.([\w-]+)/g)].map((match) => match[1]);
  return (
    ids.length > 0 && ids.every((id) => job.steps.some((step) => step.id === id && step.run !== undefined))
  );
}

/** An action whose name says that it marks, sorts or judges, and that was given a token to do it. */
function handsTokenToMarker({ uses, with: inputs, env }: Step): boolean {
  if (uses === undefined || !markingActions.test(actionName(uses.value))) return false;
  return [...inputs.values(), ...env.values()].some(({ value }) => namesToken.test(value));
}

const markingActions =
  /moderat|no-response|stale|label(?!.*command)|triage|assign|project|greet|welcome|first-interaction/i;
