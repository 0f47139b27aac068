/** The event that one of a workflow's own writes would cause, as the workflow would see it. */
import type { Truth } from '../workflow/expression.ts';
import { commentEvents, makeContext, type EventAuthor } from '../workflow/made-event.ts';
import { jobTruth, stepTruth } from '../workflow/run-truth.ts';
import { triggerOf, type Workflow } from '../workflow/workflow.ts';
import type { Write } from '../workflow/write.ts';

/** The events that a write of this kind causes and that can carry its text back. */
export function echoEvents(workflow: Workflow, write: Write): readonly string[] {
  const caused = write.elsewhere === undefined ? (causedEvents[write.kind] ?? []) : [];
  return caused.filter((event) => {
    const trigger = triggerOf(workflow, event);
    if (trigger === undefined) return false;
    const wanted =
      event === 'issues' || event.startsWith('pull_request') ? ['opened'] : ['created', 'submitted'];
    return trigger.types === undefined || trigger.types.some(({ value }) => wanted.includes(value));
  });
}

const causedEvents: Partial<Readonly<Record<Write['kind'], readonly string[]>>> = {
  comment: ['issue_comment'],
  review: ['pull_request_review'],
  issue: ['issues'],
};

export interface Echo {
  readonly event: string;
  readonly truth: Truth;
}

/** A write and the job it may start: its own one and step, or another job of the workflow. */
export type EchoPlace = Omit<Write, 'step'> & { readonly step: Write['step'] | undefined };

/**
 * Whether the write's own event would reach the same write again. `text` is what the event carries; left out, it is
 * open, and only a condition that does not look at it can be certain.
 */
export function evaluateEcho(
  workflow: Workflow,
  write: EchoPlace,
  event: string,
  text: string | undefined,
): Truth {
  const truths = authorsOf(workflow, write).flatMap((author) =>
    [true, false].map((onPullRequest) => {
      const made = { event, forge: workflow.forge, author, action: actionOf(event), onPullRequest };
      const context = makeContext({ ...made, ...(text === undefined ? {} : { text, ...titleOf(write) }) });
      return write.step === undefined
        ? jobTruth(workflow, write.job, context)
        : stepTruth(workflow, write.job, write.step, context);
    }),
  );
  return truths.includes('yes') ? 'yes' : truths.includes('maybe') ? 'maybe' : 'no';
}

function titleOf(write: Pick<Write, 'kind' | 'title'>): { readonly title?: string } {
  return write.kind === 'issue' && write.title !== undefined ? { title: write.title } : {};
}

function actionOf(event: string): string {
  if (event === 'pull_request_review') return 'submitted';
  return commentEvents.includes(event) ? 'created' : 'opened';
}

/**
 * The default token writes as the forge's own bot. Whose account another token belongs to cannot be seen: the login
 * stays open, so a filter by login counts as one that may well exclude it.
 */
function authorsOf(workflow: Workflow, write: Pick<Write, 'token'>): readonly EventAuthor[] {
  if (write.token === 'default') {
    const login = workflow.forge === 'gitea' ? 'gitea-actions' : 'github-actions[bot]';
    return [{ login, type: 'Bot', association: 'NONE' }];
  }
  return ['MEMBER', 'OWNER', 'COLLABORATOR', 'NONE'].flatMap((association) =>
    accountTypes[write.token].map((type): EventAuthor => ({ login: undefined, type, association })),
  );
}

const accountTypes = {
  default: ['Bot'],
  own: ['User'],
  app: ['Bot'],
  unknown: ['User', 'Bot'],
} as const satisfies Record<Write['token'], readonly ('User' | 'Bot')[]>;

/** Whether the forge starts no run for what this write causes. */
export function isCutByToken(write: Write): boolean {
  return (
    write.token === 'default' && write.kind !== 'dispatch-workflow' && write.kind !== 'dispatch-repository'
  );
}

export function runsForNeutral(workflow: Workflow, write: Write, event: string): Truth {
  const context = makeContext({
    event,
    forge: workflow.forge,
    action: actionOf(event),
    text: 'Thank you.',
    title: 'Question',
  });
  return jobTruth(workflow, write.job, context);
}
