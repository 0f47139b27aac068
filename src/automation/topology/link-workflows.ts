/** Finds the links between workflows. Each write is tried against every trigger of the repository that it writes to. */
import type { ContextValue, Truth } from '../workflow/expression.ts';
import { findWrites } from '../workflow/find-writes.ts';
import { type EventAuthor, makeContext, type MadeEvent } from '../workflow/made-event.ts';
import { jobTruth } from '../workflow/run-truth.ts';
import { unreachable } from '../workflow/unreachable.ts';
import { type Trigger, triggerOf, type Workflow } from '../workflow/workflow.ts';
import type { Write, WriteKind } from '../workflow/write.ts';
import { type PushTarget, passesBranches, passesPaths, weakest } from './branch-filter.ts';
import { passesPull, reachesLabel } from './event-filter.ts';
import { linkPulls } from './link-pull.ts';
import { describePush, hasSkipMark, type PushedCommit } from './pushed-commit.ts';
import type { Link, LinkState } from './topology.ts';

/** The workflows of each repository, by the folder they lie in. */
export type Repositories = ReadonlyMap<string, readonly Workflow[]>;

export function linkWorkflows(repositories: Repositories): readonly Link[] {
  return [...repositories.values()].flatMap((workflows) => [
    ...workflows.flatMap((from) =>
      findWrites(from).flatMap((write) => linkWrite(from, write, reachedBy(write, workflows, repositories))),
    ),
    ...workflows.flatMap(linkPulls),
    ...workflows.flatMap((to) => linkRuns(to, workflows)),
    ...workflows.flatMap((from) => linkCalls(from, workflows)),
  ]);
}

/** A write to `owner/name` reaches the repository whose folder is called `name`, if it is among those that are read. */
function reachedBy(
  { elsewhere }: Write,
  own: readonly Workflow[],
  repositories: Repositories,
): readonly Workflow[] {
  if (elsewhere === undefined) return own;
  const name = elsewhere.slice(elsewhere.lastIndexOf('/') + 1);
  const found = [...repositories].find(([folder]) => folder.replace(/\/$/, '').split('/').at(-1) === name);
  return found?.[1] ?? [];
}

interface Caused {
  readonly event: string;
  readonly actions: readonly string[];
  readonly through: string;
}

const causedBy: Partial<Readonly<Record<WriteKind, readonly Caused[]>>> = {
  comment: [{ event: 'issue_comment', actions: ['created'], through: 'comments' }],
  review: [{ event: 'pull_request_review', actions: ['submitted'], through: 'reviews' }],
  issue: [{ event: 'issues', actions: ['opened'], through: 'issues' }],
  label: [
    { event: 'issues', actions: ['labeled'], through: 'labels' },
    { event: 'pull_request', actions: ['labeled'], through: 'labels' },
    { event: 'pull_request_target', actions: ['labeled'], through: 'labels' },
  ],
  'pull-request': [
    { event: 'pull_request', actions: ['opened', 'synchronize'], through: 'pull requests' },
    { event: 'pull_request_target', actions: ['opened', 'synchronize'], through: 'pull requests' },
  ],
  release: [{ event: 'release', actions: ['published', 'created', 'released'], through: 'releases' }],
};

/** The types that count when a trigger does not say; other events come in all their types. */
const pullDefaults = ['opened', 'synchronize', 'reopened'];

function linkWrite(from: Workflow, write: Write, workflows: readonly Workflow[]): readonly Link[] {
  switch (write.kind) {
    case 'push':
    case 'merge':
    case 'tag':
      return linkPush(from, write, workflows);
    case 'dispatch-workflow':
    case 'dispatch-repository':
      return linkDispatch(from, write, workflows);
    case 'publish':
      return [];
    case 'comment':
    case 'review':
    case 'issue':
    case 'label':
    case 'pull-request':
    case 'release':
      return (causedBy[write.kind] ?? [])
        .filter(({ event }) => write.kind !== 'label' || reachesLabel(from, write, event))
        .flatMap((caused) => linkEvent(from, write, caused, workflows));
    default:
      return unreachable(write.kind);
  }
}

function linkEvent(
  from: Workflow,
  write: Write,
  caused: Caused,
  workflows: readonly Workflow[],
): readonly Link[] {
  return workflows.flatMap((to): readonly Link[] => {
    const trigger = triggerOf(to, caused.event);
    if (trigger === undefined || (write.kind === 'release' && write.isDraft)) return [];
    const types =
      trigger.types?.map(({ value }) => value) ??
      (caused.event.startsWith('pull_') && !caused.event.includes('review') ? pullDefaults : caused.actions);
    const action = caused.actions.find((known) => types.includes(known));
    if (action === undefined) return [];
    const made = {
      event: caused.event,
      action,
      ...(write.body === undefined ? {} : { text: write.body }),
      ...(write.title === undefined ? {} : { title: write.title }),
    };
    const filters = write.kind === 'pull-request' ? passesPull(trigger, write) : 'yes';
    if (filters === 'no') return [];
    const runs = runTruth(to, write, made);
    const truth = runs === 'no' ? runs : weakest([filters, runs]);
    const isConvergent = write.upserts || ['label', 'pull-request', 'release'].includes(write.kind);
    return [
      toLink({
        from,
        to,
        write,
        through: caused.through,
        event: caused.event,
        isConvergent,
        ...judge(write, truth),
      }),
    ];
  });
}

function linkPush(from: Workflow, write: Write, workflows: readonly Workflow[]): readonly Link[] {
  const commit = describePush(from, write);
  const isTag = write.kind === 'tag';
  return workflows.flatMap((to): readonly Link[] => {
    const trigger = triggerOf(to, 'push');
    if (trigger === undefined) return [];
    const passes = isTag ? passesTags(trigger) : passesBranches(trigger, commit.target);
    if (passes === 'no') return [];
    const through = isTag ? 'tags' : branchLabel(commit.target);
    const base = { from, to, write, through, event: 'push', isConvergent: commit.isConvergent };
    if (!isTag && hasSkipMark(commit.message))
      return [toLink({ ...base, state: 'cut', reason: 'the commit message skips it' })];
    const paths = isTag ? 'yes' : passesPaths(trigger, commit.files);
    if (paths === 'no')
      return [
        toLink({ ...base, state: 'cut', reason: 'its paths filter leaves the files out (separate path)' }),
      ];
    const runs = runTruth(to, write, pushEvent(commit));
    if (runs === 'no') return [toLink({ ...base, ...judge(write, runs) })];
    return [toLink({ ...base, ...judge(write, weakest([passes, paths, runs])) })];
  });
}

function passesTags({ tags, branches, branchesIgnore }: Trigger): Truth {
  if (tags !== undefined) return 'yes';
  return branches === undefined && branchesIgnore === undefined ? 'maybe' : 'no';
}

function pushEvent({ message, author, target }: PushedCommit): Omit<MadeEvent, 'forge'> {
  return {
    event: 'push',
    ...(message === undefined ? {} : { text: message }),
    ...(author === undefined ? {} : { author: { login: author, type: undefined, association: undefined } }),
    ...(target.kind === 'named' ? { ref: `refs/heads/${target.branch}` } : {}),
  };
}

export function branchLabel(target: PushTarget): string {
  switch (target.kind) {
    case 'named':
      return `branch ${target.branch}`;
    case 'default':
      return 'default branch';
    case 'pushed':
      return target.trigger.branches?.length === 1
        ? `branch ${target.trigger.branches[0] ?? ''}`
        : 'the pushed branch';
    case 'unknown':
      return 'a branch';
    default:
      return unreachable(target);
  }
}

function linkDispatch(from: Workflow, write: Write, workflows: readonly Workflow[]): readonly Link[] {
  const event = write.kind === 'dispatch-workflow' ? 'workflow_dispatch' : 'repository_dispatch';
  return workflows.flatMap((to): readonly Link[] => {
    const trigger = triggerOf(to, event);
    if (trigger === undefined) return [];
    const known = write.target !== undefined && !/[$]/.test(write.target) ? write.target : undefined;
    const isMeant =
      event === 'workflow_dispatch'
        ? known === to.name || to.path.endsWith(`/${known ?? ''}`)
        : trigger.types === undefined ||
          known === undefined ||
          trigger.types.some(({ value }) => value === known);
    if (!isMeant || (event === 'workflow_dispatch' && known === undefined)) return [];
    const truth = weakest([runTruth(to, write, { event }), known === undefined ? 'maybe' : 'yes']);
    return [toLink({ from, to, write, through: event, event, isConvergent: false, ...judge(write, truth) })];
  });
}

function linkRuns(to: Workflow, workflows: readonly Workflow[]): readonly Link[] {
  const names = triggerOf(to, 'workflow_run')?.workflows.map(({ value }) => value) ?? [];
  return workflows
    .filter(({ name }) => names.includes(name))
    .map((from) => ({
      from: from.path,
      to: to.path,
      through: 'workflow_run',
      event: 'workflow_run',
      state: 'live' as const,
      isConvergent: false,
      reason: '',
      at: { line: 1, column: 1 },
      via: 'completion',
    }));
}

function linkCalls(from: Workflow, workflows: readonly Workflow[]): readonly Link[] {
  return from.jobs.flatMap(({ uses }) => {
    const called = uses?.value.replace(/^\.\//, '');
    if (uses === undefined || called === undefined || !uses.value.startsWith('./')) return [];
    return workflows
      .filter(({ path, repository }) => path === `${repository}${called}`)
      .map((to) => ({
        from: from.path,
        to: to.path,
        through: 'a call',
        event: 'workflow_call',
        state: 'live' as const,
        isConvergent: false,
        reason: '',
        at: uses.at,
        via: 'uses',
      }));
  });
}

/** Whether any job of the workflow would run; a login that cannot be known stays open. */
function runTruth(to: Workflow, write: Write, made: Omit<MadeEvent, 'forge'>): Truth {
  // A job that asks for nothing runs for every event, so none has to be made.
  if (to.jobs.some(({ condition, needs }) => condition === undefined && needs.length === 0)) return 'yes';
  const context = contextOf(to, write, made);
  const truths = to.jobs.map((job) => jobTruth(to, job, context));
  return truths.includes('yes') ? 'yes' : truths.includes('maybe') ? 'maybe' : 'no';
}

const contexts = new WeakMap<Write, Map<string, ContextValue>>();

/** The event that a write causes is the same for every workflow that it is tried against. */
function contextOf(to: Workflow, write: Write, made: Omit<MadeEvent, 'forge'>): ContextValue {
  const known = contexts.get(write) ?? new Map<string, ContextValue>();
  contexts.set(write, known);
  const key = JSON.stringify([to.forge, made]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const context = makeContext({ author: authorOf(write, to), ...made, forge: to.forge });
  known.set(key, context);
  return context;
}

function authorOf({ token }: Write, { forge }: Workflow): EventAuthor {
  if (token !== 'default') {
    const type = token === 'app' ? 'Bot' : token === 'own' ? 'User' : undefined;
    return { login: undefined, type, association: undefined };
  }
  return {
    login: forge === 'gitea' ? 'gitea-actions' : 'github-actions[bot]',
    type: 'Bot',
    association: 'NONE',
  };
}

function judge({ token, kind }: Write, truth: Truth): { readonly state: LinkState; readonly reason: string } {
  if (truth === 'no')
    return { state: 'cut', reason: 'its condition, evaluated on this event, does not hold' };
  const isDispatch = kind === 'dispatch-workflow' || kind === 'dispatch-repository';
  if (token === 'default' && !isDispatch)
    return { state: 'latent', reason: 'the default token starts no workflow' };
  if (truth === 'maybe')
    return { state: 'latent', reason: 'whether a filter or condition lets it through is not in the files' };
  if (token === 'unknown' && !isDispatch)
    return { state: 'latent', reason: 'whose token writes is not in the file' };
  return { state: 'live', reason: '' };
}

interface LinkParts {
  readonly from: Workflow;
  readonly to: Workflow;
  readonly write: Write;
  readonly through: string;
  readonly event: string;
  readonly isConvergent: boolean;
  readonly state: LinkState;
  readonly reason: string;
}

function toLink({ from, to, write, ...rest }: LinkParts): Link {
  return { from: from.path, to: to.path, at: write.at, via: write.via, ...rest };
}
