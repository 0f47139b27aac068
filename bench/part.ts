/** What every part of the benchmark is given and hands back. */

/** What a figure is held against: a row of the table of targets in RESULTS.md. */
export interface Target {
  readonly row: number;
  readonly bound: 'at least' | 'at most';
  readonly value: number;
}

/** One thing that was measured, once per round. Ratios are taken within a round, never between rounds. */
export interface Figure {
  readonly name: string;
  /** `×` for ratios. */
  readonly unit: string;
  readonly samples: readonly number[];
  readonly target?: Target;
}

export interface PartReport {
  readonly figures: readonly Figure[];
  /** What was checked after the load, as sentences. A check that fails throws. */
  readonly checks: readonly string[];
  /** What a reader must know about how it was measured this time. */
  readonly notes: readonly string[];
}

export interface PartSetting {
  readonly quick: boolean;
  /** An empty folder on a real disk, for this part alone. */
  readonly folder: string;
  /** Where the bundled programs of `bench/programs` are. */
  readonly programs: string;
  /** The root of the project, whose `bin/fixpoint.js` runs the built product. */
  readonly project: string;
  /** A checkout of pgledger, where there is one. */
  readonly pgledger?: string | undefined;
}

export type Part = (setting: PartSetting) => Promise<PartReport>;
