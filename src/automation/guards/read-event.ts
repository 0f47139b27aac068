/**
 * Reads the payload of an event as GitHub and Gitea hand it to a workflow.
 *
 * The differences that matter: Gitea's accounts have no `type` and its comments no `author_association`; its reviews
 * have `content` and no author of their own; a deleted account is null at GitHub and has the id -1 at Gitea.
 */
import type { Account, EventName, EventProblem, EventText, Forge, TextChange } from './event-text.ts';
import {
  hasMember,
  openPayload,
  pathOf,
  type PayloadObject,
  readObject,
  readObjects,
  readOptionalObject,
  readOptionalText,
  readText,
  readWholeNumber,
  UnreadableField,
} from './payload-reader.ts';

export interface EventHints {
  /** Worked out from the payload when left out. */
  readonly forge?: Forge | undefined;
}

export type ReadEvent = { readonly kind: 'event'; readonly event: EventText } | EventProblem;

/** Never throws: what is odd about the payload comes back with the name of the field. */
export function readEvent(payload: unknown, hints: EventHints = {}): ReadEvent {
  try {
    const root = openPayload(payload);
    const name = recogniseEvent(root);
    const forge = hints.forge ?? recogniseForge(root);
    return { kind: 'event', event: readers[name](root, forge, name) };
  } catch (error) {
    if (!(error instanceof UnreadableField)) throw error;
    return { kind: 'problem', field: error.field, message: error.message };
  }
}

/** The payload does not name its event, but each has members that only it has, looked for in this order. */
function recogniseEvent(root: PayloadObject): EventName {
  if (hasMember(root, 'comment')) {
    if (hasMember(root, 'issue')) return 'issue_comment';
    if (hasMember(root, 'pull_request')) return 'pull_request_review_comment';
  }
  // Gitea writes `review: null` into payloads that are no review.
  if (hasMember(root, 'pull_request')) {
    return readOptionalObject(root, 'review') === undefined ? 'pull_request' : 'pull_request_review';
  }
  if (hasMember(root, 'issue')) return 'issues';
  if (hasMember(root, 'ref') && hasMember(root, 'after')) return 'push';
  throw new UnreadableField(
    '',
    'The payload has neither "comment", "review", "issue", "pull_request" nor "after". The guard reads issue_comment, pull_request_review, pull_request_review_comment, issues, pull_request and push events.',
  );
}

function recogniseForge(root: PayloadObject): Forge {
  if (hasMember(root, 'is_pull') || hasMember(root, 'commit_id')) return 'gitea';
  const sender = readOptionalObject(root, 'sender');
  if (sender === undefined || hasMember(sender, 'node_id') || hasMember(sender, 'type')) return 'github';
  return hasMember(sender, 'username') || hasMember(sender, 'login_name') ? 'gitea' : 'github';
}

type Reader = (root: PayloadObject, forge: Forge, event: EventName) => EventText;

const readers: Readonly<Record<EventName, Reader>> = {
  issue_comment: readTextEvent('comment'),
  pull_request_review_comment: readTextEvent('comment'),
  pull_request_review: (root, forge, event) =>
    forge === 'gitea' ? readGiteaReview(root, forge, event) : readTextEvent('review')(root, forge, event),
  issues: readTextEvent('issue'),
  pull_request: readTextEvent('pull_request'),
  push: readPush,
};

const changes: ReadonlyMap<string, TextChange> = new Map([
  ['created', 'new'],
  ['opened', 'new'],
  ['submitted', 'new'],
  ['reviewed', 'new'],
  ['edited', 'edited'],
  ['deleted', 'deleted'],
]);

function readTextEvent(holder: 'comment' | 'review' | 'issue' | 'pull_request'): Reader {
  return (root, forge, event) => {
    const action = readText(root, 'action');
    const held = readObject(root, holder);
    return {
      forge,
      event,
      action,
      change: changes.get(action) ?? 'none',
      // A review that only approves and an issue without description have no text.
      text: readOptionalText(held, 'body') ?? '',
      author: readAccount(held, 'user', forge),
      sender: readAccount(root, 'sender', forge),
      viaApp: readOptionalObject(held, 'performed_via_github_app') !== undefined,
      association: readOptionalText(held, 'author_association'),
      head: readHead(root),
      committers: [],
    };
  };
}

function readGiteaReview(root: PayloadObject, forge: Forge, event: EventName): EventText {
  const action = readText(root, 'action');
  const sender = readAccount(root, 'sender', forge);
  const text = readOptionalText(readObject(root, 'review'), 'content') ?? '';
  const plain = { viaApp: false, association: undefined, head: readHead(root), committers: [] };
  return {
    forge,
    event,
    action,
    change: changes.get(action) ?? 'none',
    text,
    author: sender,
    sender,
    ...plain,
  };
}

function readPush(root: PayloadObject, forge: Forge, event: EventName): EventText {
  const after = readText(root, 'after');
  const isDeletion = /^0+$/.test(after);
  const commits = readObjects(root, 'commits');
  const newest = readOptionalObject(root, 'head_commit') ?? commits.at(-1);
  const sender = readAccount(root, 'sender', forge);
  return {
    forge,
    event,
    action: isDeletion ? 'deleted' : 'pushed',
    change: isDeletion ? 'deleted' : 'new',
    text: newest === undefined ? '' : (readOptionalText(newest, 'message') ?? ''),
    author: sender,
    sender,
    viaApp: false,
    association: undefined,
    head: isDeletion ? undefined : after,
    committers: commits.map(readCommitter),
  };
}

/** The account's name if the forge knows one, and the name that git recorded. */
function readCommitter(commit: PayloadObject): readonly string[] {
  const author = readOptionalObject(commit, 'author');
  if (author === undefined) return [];
  return [readOptionalText(author, 'username'), readOptionalText(author, 'name')].filter(
    (name): name is string => name !== undefined && name !== '',
  );
}

function readHead(root: PayloadObject): string | undefined {
  const pull = readOptionalObject(root, 'pull_request');
  const head = pull === undefined ? undefined : readOptionalObject(pull, 'head');
  return head === undefined ? undefined : readOptionalText(head, 'sha');
}

const giteaGhostId = -1;

function readAccount(from: PayloadObject, name: string, forge: Forge): Account | undefined {
  const found = readOptionalObject(from, name);
  if (found === undefined) {
    // Null is a deleted account; nothing at all is a payload that was cut.
    if (hasMember(from, name)) return undefined;
    const field = pathOf(from, name);
    throw new UnreadableField(
      field,
      `"${field}" is missing. It must be an account, or null for a deleted one.`,
    );
  }
  const id = readWholeNumber(found, 'id');
  const login = readText(found, 'login');
  if (forge === 'gitea') return id === giteaGhostId ? undefined : { id, login, type: undefined };
  if (hasMember(found, 'type')) return { id, login, type: readText(found, 'type') };
  const field = pathOf(found, 'type');
  throw new UnreadableField(
    field,
    `"${field}" is missing, which GitHub always sends. If this is Gitea, say so.`,
  );
}
