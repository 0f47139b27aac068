/**
 * What a guard needs to know of an event of GitHub or Gitea, whichever of the two told it: who wrote which text, by
 * which action.
 */
export type Forge = 'github' | 'gitea';

export type EventName =
  | 'issue_comment'
  | 'pull_request_review'
  | 'pull_request_review_comment'
  | 'issues'
  | 'pull_request'
  | 'push';

/** What became of the text: only `new` and `edited` bring something to read. */
export type TextChange = 'new' | 'edited' | 'deleted' | 'none';

export interface EventText {
  readonly forge: Forge;
  readonly event: EventName;
  /** The payload's own word: `created`, `opened`, `reviewed`. */
  readonly action: string;
  readonly change: TextChange;
  readonly text: string;
  /** Who wrote the text. Undefined for an account that has been deleted. */
  readonly author: Account | undefined;
  /** Who caused the event; another than the author when somebody edits a text that is not theirs. */
  readonly sender: Account | undefined;
  /** A program wrote it in somebody's name. */
  readonly viaApp: boolean;
  /** What the author of the text is to the repository: `OWNER`, `MEMBER`. Undefined where the payload does not say. */
  readonly association: string | undefined;
  /** Head commit of the pull request or push, where the payload has it. */
  readonly head: string | undefined;
  /** Names of who made the commits of a push, one list for each commit; empty for every other event. */
  readonly committers: readonly (readonly string[])[];
}

export interface Account {
  readonly id: number;
  readonly login: string;
  /** `User`, `Bot`, `Organization`. Gitea does not say. */
  readonly type: string | undefined;
}

/** The payload is not what it should be. */
export interface EventProblem {
  readonly kind: 'problem';
  /** Path of the field, `comment.user.login`; empty for the whole payload. */
  readonly field: string;
  readonly message: string;
}
