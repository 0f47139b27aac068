/** The shape that rules and the loop map see of a workflow file. Everything keeps its place in the file. */
import type { Expression } from './expression.ts';
import type { Position } from './position.ts';
import type { MapNode, SourceNode, TextNode } from './source-node.ts';

export type Forge = 'github' | 'gitea';

export interface Workflow {
  readonly path: string;
  /** The folder that holds `.github` or `.gitea`; two files with the same one belong together. */
  readonly repository: string;
  readonly forge: Forge;
  /** The name other workflows call it by: `name:`, or else its path within the repository. */
  readonly name: string;
  readonly source: string;
  readonly root: MapNode;
  readonly triggers: readonly Trigger[];
  readonly jobs: readonly Job[];
  readonly env: ReadonlyMap<string, TextNode>;
  readonly concurrency: Concurrency | undefined;
  readonly permissions: SourceNode | undefined;
  /** The steps of the composite actions in its repository, by what `uses:` says: `./.github/actions/name`. */
  readonly actions: LocalActions;
}

export type LocalActions = ReadonlyMap<string, readonly Step[]>;

export interface Trigger {
  readonly event: string;
  readonly at: Position;
  /** Undefined when the workflow does not say; then the forge's own list counts. */
  readonly types: readonly TextNode[] | undefined;
  readonly branches: readonly string[] | undefined;
  readonly branchesIgnore: readonly string[] | undefined;
  readonly tags: readonly string[] | undefined;
  readonly tagsIgnore: readonly string[] | undefined;
  readonly paths: readonly string[] | undefined;
  readonly pathsIgnore: readonly string[] | undefined;
  /** The names that `workflow_run` waits for. */
  readonly workflows: readonly TextNode[];
  readonly schedules: readonly Schedule[];
}

export interface Schedule {
  readonly cron: TextNode;
  readonly timezone: string | undefined;
}

export interface Job {
  readonly id: string;
  readonly at: Position;
  readonly condition: Condition | undefined;
  readonly needs: readonly string[];
  readonly runsOn: readonly string[];
  readonly hasContainer: boolean;
  readonly steps: readonly Step[];
  /** A reusable workflow that the job calls instead of having steps. */
  readonly uses: TextNode | undefined;
  readonly with: ReadonlyMap<string, TextNode>;
  readonly env: ReadonlyMap<string, TextNode>;
  readonly concurrency: Concurrency | undefined;
  readonly node: MapNode;
}

export interface Step {
  readonly at: Position;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly condition: Condition | undefined;
  readonly uses: TextNode | undefined;
  readonly run: TextNode | undefined;
  readonly with: ReadonlyMap<string, TextNode>;
  readonly env: ReadonlyMap<string, TextNode>;
  readonly continueOnError: boolean;
  readonly workingDirectory: string | undefined;
}

export interface Condition {
  readonly text: TextNode;
  /** Undefined when the text does not parse; the workflow's problems say why. */
  readonly expression: Expression | undefined;
  /** Where a character of the expression stands in the file. */
  readonly locate: (offset: number) => Position;
}

export interface Concurrency {
  readonly at: Position;
  readonly group: TextNode | undefined;
  /** What `cancel-in-progress` says, as written. */
  readonly cancel: TextNode | undefined;
}

/** Whether it is written as plain `true`; an expression may be false where it matters. */
export function cancelsAlways(concurrency: Concurrency | undefined): boolean {
  return concurrency?.cancel?.value.trim() === 'true';
}

export function triggerOf(workflow: Workflow, event: string): Trigger | undefined {
  return workflow.triggers.find((trigger) => trigger.event === event);
}

export function hasTrigger(workflow: Workflow, event: string): boolean {
  return triggerOf(workflow, event) !== undefined;
}
