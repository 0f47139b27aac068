/** The loop map: which workflow's writes start which workflow, through what, and which of the circles turn by themselves. */
import type { Position } from '../workflow/position.ts';

/**
 * live: the write starts the other workflow. latent: it would with another token, or it cannot be seen from the files.
 * cut: a filter or condition, evaluated on the event, keeps it from happening.
 */
export type LinkState = 'live' | 'latent' | 'cut';

export interface Link {
  readonly from: string;
  readonly to: string;
  /** What lies between: `branch main`, `issue comments`, `a call`. */
  readonly through: string;
  readonly event: string;
  readonly state: LinkState;
  /** Whether the write changes nothing when there is nothing new, so that a circle through it comes to rest. */
  readonly isConvergent: boolean;
  /** Why it is latent or cut; empty for a live link. */
  readonly reason: string;
  /** Where the write stands in the file `from`. */
  readonly at: Position;
  readonly via: string;
}

export type CycleState = 'live' | 'convergent' | 'latent';

export interface Cycle {
  readonly state: CycleState;
  readonly links: readonly Link[];
  /** The reason of an accepted-loop comment in one of its files. */
  readonly accepted: string | undefined;
  /** The change that cuts it with the least work. */
  readonly cheapestCut: string;
}

export interface Topology {
  readonly workflows: readonly TopologyWorkflow[];
  readonly links: readonly Link[];
  readonly cycles: readonly Cycle[];
}

export interface TopologyWorkflow {
  readonly path: string;
  readonly name: string;
  readonly events: readonly string[];
}
