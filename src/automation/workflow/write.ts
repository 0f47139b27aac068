/** What a step changes outside its run: the things by which a workflow can start another one, or repeat itself. */
import type { Position } from './position.ts';
import type { Job, Step } from './workflow.ts';

export type WriteKind =
  | 'comment'
  | 'issue'
  | 'pull-request'
  | 'review'
  | 'label'
  | 'push'
  | 'tag'
  | 'release'
  | 'merge'
  | 'dispatch-workflow'
  | 'dispatch-repository'
  | 'publish';

/**
 * Whose right a write uses; it decides whether the write starts other workflows. `own` is a personal token, whose
 * account is a user; `app` is the token of an App, whose account is a bot.
 */
export type TokenKind = 'default' | 'own' | 'app' | 'unknown';

export interface Write {
  readonly kind: WriteKind;
  readonly at: Position;
  readonly job: Job;
  readonly step: Step;
  readonly token: TokenKind;
  /** What is posted, as far as it can be read from the file; computed parts stay as they are written. */
  readonly body: string | undefined;
  readonly title: string | undefined;
  /** A branch for a push, the file for a workflow dispatch, the type for a repository dispatch, a package for a publish. */
  readonly target: string | undefined;
  /** `owner/name` when it names another repository than its own; undefined for its own. */
  readonly elsewhere: string | undefined;
  /** Whether it looks for what is there and changes that instead of adding another. */
  readonly upserts: boolean;
  /** The words by which a person finds it: `gh pr comment`, `issues.createComment`, an action's name. */
  readonly via: string;
  readonly isDraft: boolean;
}
