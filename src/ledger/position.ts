import type { Currency } from '../money/currency.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Rational } from '../money/rational.ts';
import type { CalendarDate } from './calendar-date.ts';
import type { Instrument } from './instrument.ts';

/**
 * What is held of one instrument in one currency, and what it has earned so far. Money is in that currency. A short
 * position has units below zero, and its cost is what the sale brought, also below zero. A closed position has no
 * units, no lots and a cost of exactly zero; it is kept for what it earned.
 */
export interface Position {
  readonly instrument: Instrument;
  readonly currency: Currency;
  /** Exact; rounding for display is the reader's. */
  readonly units: Rational;
  readonly cost: Decimal;
  /** Oldest first. Their units sum to the position's units and their costs to its cost. */
  readonly lots: readonly Lot[];
  readonly realizedGain: Decimal;
  /** Dividends before tax. */
  readonly income: Decimal;
  /** Tax withheld from those dividends. */
  readonly withheld: Decimal;
  /** Fees of buying and selling, whether or not they also count in cost and proceeds. */
  readonly fees: Decimal;
}

/** What is left of one opening of a position. */
export interface Lot {
  readonly date: CalendarDate;
  /** The entry that opened it, for display only: it depends on arrival, so nothing may be decided by it. */
  readonly seq: number;
  readonly units: Rational;
  readonly cost: Decimal;
}

/** A gain (or, below zero, a loss) that is final. `gain` is always `proceeds` − `cost`. */
export interface RealizedGain {
  /** The entry that realised it, for display only. */
  readonly seq: number;
  readonly date: CalendarDate;
  readonly instrument: Instrument;
  readonly currency: Currency;
  /** How many units were closed, never below zero; zero for a return of capital. */
  readonly units: Rational;
  /** What they were sold for. Of a cover: what the short sale had brought. Of a return of capital: its whole amount. */
  readonly proceeds: Decimal;
  /** The cost that left the position. Of a cover: what buying back cost. */
  readonly cost: Decimal;
  readonly gain: Decimal;
  readonly reason: RealizedGainReason;
}

/**
 * `sale` closes units that were held, `cover` units that were owed. `return_of_capital` appears only for an amount that
 * exceeds the cost.
 */
export type RealizedGainReason = 'sale' | 'cover' | 'cash_in_lieu' | 'return_of_capital';

/** Names a position within a portfolio. An instrument may contain the bar and a currency may not, so no two share a key. */
export function positionKey(instrument: Instrument, currency: Currency): string {
  return `${instrument}|${currency}`;
}
