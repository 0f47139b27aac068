/** Made-up events: what the `github` context would hold when an event arrives, with the parts nobody can know marked. */
import { type ContextValue, unknownValue } from './expression.ts';
import type { Forge } from './workflow.ts';

/** Somebody who causes an event. `unknown` parts are left open. */
export interface EventAuthor {
  readonly login: string | undefined;
  readonly type: 'User' | 'Bot' | undefined;
  readonly association: string | undefined;
}

export const anyAuthor: EventAuthor = { login: undefined, type: undefined, association: undefined };

export interface MadeEvent {
  readonly event: string;
  readonly forge: Forge;
  readonly action?: string;
  readonly author?: EventAuthor;
  /** The text of the comment, review, issue or commit. */
  readonly text?: string;
  readonly title?: string;
  /** Whether a comment stands under a pull request; left open when not said. */
  readonly onPullRequest?: boolean;
  readonly ref?: string;
}

/** The whole context for an `if:`; contexts that depend on the run are unknown. */
export function makeContext(made: MadeEvent): ContextValue {
  const payload = makePayload(made);
  const login = made.author?.login ?? unknownValue;
  const github: ContextValue = {
    '*': null,
    event_name: made.event,
    event: payload,
    actor: login,
    triggering_actor: login,
    ref: made.ref ?? unknownValue,
    ref_name: made.ref?.replace(/^refs\/(?:heads|tags)\//, '') ?? unknownValue,
  };
  const open: ContextValue = { '*': null };
  return {
    github,
    gitea: github,
    forgejo: github,
    env: open,
    vars: open,
    secrets: open,
    inputs: open,
    needs: open,
    steps: open,
    matrix: open,
    strategy: open,
    runner: open,
    job: open,
  };
}

function makePayload(made: MadeEvent): ContextValue {
  const known = payloadFields(made.event);
  if (known === undefined) return unknownValue;
  const payload: Record<string, ContextValue> = {};
  for (const field of known) payload[field] = unknownValue;
  for (const field of everyPayload) payload[field] = unknownValue;
  payload['action'] = made.action ?? unknownValue;
  const holder = textHolders[made.event];
  const author = made.author ?? anyAuthor;
  const user = makeUser(author, made.forge);
  payload['sender'] = user;
  if (holder !== undefined) {
    const isIssue = holder === 'issue' || holder === 'pull_request' || holder === 'discussion';
    payload[holder] = {
      '*': null,
      body: made.text ?? unknownValue,
      ...(isIssue ? { title: made.title ?? unknownValue } : {}),
      user,
      ...(made.forge === 'github'
        ? { author_association: author.association ?? unknownValue }
        : { author_association: null }),
    };
  }
  if (made.event === 'issue_comment') {
    const under = made.onPullRequest === undefined ? unknownValue : made.onPullRequest ? { '*': null } : null;
    payload['issue'] = { '*': null, pull_request: under, title: made.title ?? unknownValue };
    if (made.forge === 'gitea') payload['is_pull'] = made.onPullRequest ?? unknownValue;
  }
  if (made.event === 'push') {
    const name: ContextValue = author.login ?? unknownValue;
    const message: ContextValue = made.text ?? unknownValue;
    const commit: ContextValue = { '*': null, message, author: { '*': null, name, username: name } };
    payload['head_commit'] = commit;
    payload['commits'] = [commit];
    payload['pusher'] = { '*': null, name: author.login ?? unknownValue };
    payload['ref'] = made.ref ?? unknownValue;
  }
  return payload;
}

function makeUser({ login, type }: EventAuthor, forge: Forge): ContextValue {
  return {
    '*': null,
    login: login ?? unknownValue,
    type: forge === 'gitea' ? null : (type ?? unknownValue),
  };
}

/** Which field of the payload carries the text that a person wrote. */
export const textHolders: Readonly<Record<string, string>> = {
  issue_comment: 'comment',
  pull_request_review_comment: 'comment',
  commit_comment: 'comment',
  discussion_comment: 'comment',
  pull_request_review: 'review',
  issues: 'issue',
  pull_request: 'pull_request',
  pull_request_target: 'pull_request',
  discussion: 'discussion',
};

export const commentEvents: readonly string[] = [
  'issue_comment',
  'pull_request_review_comment',
  'pull_request_review',
  'discussion_comment',
  'commit_comment',
];

/** Carried by every event, so that reading one of them is never a mistake. */
const everyPayload = [
  'action',
  'repository',
  'sender',
  'organization',
  'installation',
  'enterprise',
  'is_pull',
];

const pullFields =
  'number pull_request changes label assignee milestone requested_reviewer requested_team before after reason requested_action commit_id review';

/** What each event carries besides, after the forge's own list of webhook payloads. */
const fieldsByEvent: Readonly<Record<string, string>> = {
  branch_protection_rule: 'rule changes',
  check_run: 'check_run requested_action',
  check_suite: 'check_suite',
  commit_comment: 'comment',
  create: 'ref ref_type master_branch description pusher_type',
  delete: 'ref ref_type pusher_type',
  deployment: 'deployment workflow workflow_run',
  deployment_status: 'deployment deployment_status check_run workflow workflow_run',
  discussion: 'discussion answer label changes old_answer comment',
  discussion_comment: 'comment discussion changes',
  fork: 'forkee',
  gollum: 'pages',
  issue_comment: 'issue comment changes',
  issues: 'issue changes label assignee milestone type',
  label: 'label changes',
  merge_group: 'merge_group reason',
  milestone: 'milestone changes',
  page_build: 'id build',
  public: '',
  pull_request: pullFields,
  pull_request_target: pullFields,
  pull_request_review: 'review pull_request changes number',
  pull_request_review_comment: 'comment pull_request changes number',
  push: 'ref before after base_ref commits compare created deleted forced head_commit pusher',
  registry_package: 'registry_package package',
  release: 'release changes',
  repository_dispatch: 'branch client_payload',
  schedule: 'schedule workflow',
  status: 'id sha name target_url context description state commit branches created_at updated_at avatar_url',
  watch: '',
  workflow_dispatch: 'inputs ref workflow',
  workflow_run: 'workflow_run workflow',
};

/** The fields of an event's payload; undefined for an event that is not known here. */
export function payloadFields(event: string): ReadonlySet<string> | undefined {
  const fields = Object.hasOwn(fieldsByEvent, event) ? fieldsByEvent[event] : undefined;
  return fields === undefined
    ? undefined
    : new Set([...everyPayload, ...fields.split(' ').filter((field) => field !== '')]);
}
