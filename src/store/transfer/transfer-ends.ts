/** What a database must do so that a whole store can be read from it or written to it, page by page. */
import type { CarriedPortfolio, CarriedRow, CarriedTable } from './carried-tables.ts';

/** One table of one portfolio. */
export interface CarriedPart {
  readonly table: CarriedTable;
  readonly portfolio: string;
}

/** Reads one snapshot: what others write meanwhile is not seen before `refresh`. Methods throw a `Fault`. */
export interface TransferSource {
  /** Without a password. */
  readonly name: string;
  /** Lets the snapshot go and takes a new one. */
  readonly refresh: () => Promise<void>;
  /** In the order of their names. */
  readonly portfolios: () => Promise<readonly CarriedPortfolio[]>;
  /** Rows of all portfolios. */
  readonly count: (table: CarriedTable) => Promise<number>;
  /** At most `limit` rows behind the one with the key `after`, or the first ones, in the order of the table's key. */
  readonly page: (
    part: CarriedPart,
    after: CarriedRow | undefined,
    limit: number,
  ) => Promise<readonly CarriedRow[]>;
  readonly close: () => Promise<void>;
}

/**
 * - `ready`: it held nothing. It is marked as unfinished now, and no other command opens it.
 * - `unfinished`: a transfer into it was cut off.
 * - `occupied`: it holds books of its own and is left as it is.
 */
export type TargetState = 'ready' | 'unfinished' | 'occupied';

/** Where a part stands: the key of the last row that was written. */
export interface Progress {
  readonly part: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * Takes pages. Each call is one transaction, and the place that was reached stands in it, so that a transfer that was
 * cut off goes on behind the last page that is there. Methods throw a `Fault`.
 */
export interface TransferTarget {
  readonly name: string;
  readonly begin: () => Promise<TargetState>;
  readonly progress: () => Promise<ReadonlyMap<string, string>>;
  /** Adds them, or gives those that are there these settings and this end of the journal. */
  readonly putPortfolios: (portfolios: readonly CarriedPortfolio[]) => Promise<void>;
  /** Removes the rows of a part that is `replaced`. */
  readonly clear: (part: CarriedPart) => Promise<void>;
  /** Adds rows; one whose key is there already is passed over where rows are `added`. */
  readonly put: (part: CarriedPart, rows: readonly CarriedRow[], progress: Progress) => Promise<void>;
  /** Takes the mark away: from now on it is a store like any other. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Stands where a store keeps the number of its schema while a transfer into it is not finished. Every release takes it
 * for a store that is newer than itself, and leaves it alone.
 */
export const unfinishedMark = 1_000_000;

/** Said by whoever opens a store with that mark. */
export function describeUnfinished(storeName: string): string {
  return (
    `${storeName} is not complete: a move or a restore into it was cut off. ` +
    'Run the same command again, and it goes on where it stopped.'
  );
}
