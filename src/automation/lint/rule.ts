/**
 * A rule is a value: what it looks for, why that goes wrong, how to mend it, and two workflows that show it. The
 * reference page of a rule and its first test are read off it, so neither can go stale.
 */
import type { Position } from '../workflow/position.ts';
import type { WorkflowFile } from '../workflow/parse-workflow.ts';
import type { Workflow } from '../workflow/workflow.ts';

export type Severity = 'error' | 'warning' | 'note';

export const severities: readonly Severity[] = ['error', 'warning', 'note'];

export interface Rule {
  /** `FX01`. Never given to another rule. */
  readonly id: string;
  readonly name: string;
  readonly severity: Severity;
  /** One sentence: what is found. */
  readonly summary: string;
  readonly why: string;
  readonly fix: string;
  readonly example: RuleExample;
  readonly check: (workflow: Workflow, surroundings: Surroundings) => readonly Discovery[];
}

export interface RuleExample {
  /** The file that the rule looks at; other files of the repository stand in `beside`. */
  readonly path: string;
  readonly bad: string;
  readonly good: string;
  readonly beside?: readonly WorkflowFile[];
}

/** What a rule found, before the report adds which rule and file it was. */
export interface Discovery {
  readonly at: Position;
  readonly message: string;
  /** When this case weighs less or more than the rule's usual. */
  readonly severity?: Severity;
}

export interface Surroundings {
  /** All workflows of the same repository, this one among them. */
  readonly siblings: readonly Workflow[];
  /** Whether `siblings` is known to be all of them, each of them readable. */
  readonly isComplete: boolean;
}
