import type { PortfolioName } from '../ledger/portfolio.ts';
import type { Fence } from './lease.ts';
import type { Given, Operation, PreparedInput } from './operation.ts';

/** One wish on its way to the books. */
export interface Command {
  readonly operation: Operation;
  readonly prepared: PreparedInput;
  readonly portfolio: PortfolioName;
  /** Make the portfolio with default settings if this is the first thing in it. */
  readonly portfolioOnFirstUse: boolean;
  readonly key: string | undefined;
  /** Show what would be booked, and book nothing. */
  readonly dryRun: boolean;
  /** Set when only the present holder of a lease may make this write. */
  readonly fence?: Fence;
  readonly given: Given;
}

/** Keys from outside are 1–255 visible ASCII characters and leave `fx:` to Fixpoint. */
export function isCallerKey(key: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(key) && !key.startsWith('fx:');
}
