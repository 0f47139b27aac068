/** A push to the branch of the pull request that started the workflow is an event of that pull request. */
import { findWrites } from '../workflow/find-writes.ts';
import type { Job, Workflow } from '../workflow/workflow.ts';
import type { Write } from '../workflow/write.ts';
import { describePush, hasSkipMark } from './pushed-commit.ts';
import type { Link } from './topology.ts';

const pullEvents = ['pull_request', 'pull_request_target'];

/**
 * Only the link from a workflow to itself: its filters and the conditions that look at the pull request held already
 * and hold again. One that looks at who acted may not, so it counts as a way out.
 */
export function linkPulls(workflow: Workflow): readonly Link[] {
  const { path } = workflow;
  const trigger = workflow.triggers.find(
    ({ event, types }) =>
      pullEvents.includes(event) &&
      (types === undefined || types.some(({ value }) => value === 'synchronize')),
  );
  if (trigger === undefined) return [];
  return findWrites(workflow)
    .filter((write) => write.kind === 'push' && write.elsewhere === undefined && pushesToPull(write))
    .filter((write) => !looksAtActor(write) && !hasSkipMark(describePush(workflow, write).message))
    .map((write): Link => {
      const state = write.token === 'own' || write.token === 'app' ? 'live' : 'latent';
      return {
        from: path,
        to: path,
        at: write.at,
        via: write.via,
        through: 'the pull request',
        event: trigger.event,
        isConvergent: describePush(workflow, write).isConvergent,
        state,
        reason:
          state === 'live'
            ? ''
            : write.token === 'default'
              ? 'the default token starts no workflow'
              : 'whose token writes is not in the file',
      };
    });
}

const headReference = /github\.head_ref|pull_request\.head\.ref|GITHUB_HEAD_REF/;

function pushesToPull({ target, job }: Write): boolean {
  if (target !== undefined && target !== '') return headReference.test(target);
  return checksOutHead(job);
}

function checksOutHead({ steps }: Job): boolean {
  return steps.some(
    ({ uses, with: inputs, run }) =>
      (uses?.value.startsWith('actions/checkout') === true &&
        headReference.test(inputs.get('ref')?.value ?? '')) ||
      /\bgh pr checkout\b/.test(run?.value ?? ''),
  );
}

function looksAtActor({ job, step }: Write): boolean {
  const conditions = [job.condition, step.condition].map((condition) => condition?.text.value ?? '');
  return conditions.some((text) =>
    /\b(?:github|gitea|forgejo)\.(?:actor|triggering_actor)\b|event\.(?:sender|action|before|after)\b/.test(
      text,
    ),
  );
}
