/**
 * A fact: something that happened elsewhere, as a broker, a statement or a file tells it. Facts are recorded, never
 * refused for being inconvenient; what is odd about them becomes a flag, what is unclear is held for review.
 */
import type { Currency } from '../money/currency.ts';
import type { Decimal } from '../money/decimal.ts';
import type { CalendarDate } from './calendar-date.ts';
import type { Instrument } from './instrument.ts';

interface FactBase {
  /** Calendar date of occurrence. */
  readonly date: CalendarDate;
  /** ISO 8601 in UTC, where the source gives a time. */
  readonly instant?: string;
  /** The broker account, when the portfolio has several. */
  readonly account?: string;
  readonly currency: Currency;
}

/** A purchase or sale. `amount` is the money that moved in all, without sign; the broker's figure wins over units × price. */
export interface TradeFact extends FactBase {
  readonly kind: 'trade';
  readonly side: 'buy' | 'sell';
  readonly instrument: Instrument;
  readonly units: Decimal;
  readonly amount: Decimal;
  readonly price?: Decimal;
  readonly fee: Decimal;
}

/** Money that came from outside (`in`) or left (`out`). */
export interface CashFact extends FactBase {
  readonly kind: 'cash';
  readonly direction: 'in' | 'out';
  readonly amount: Decimal;
}

/** `net` is what arrived; `gross` is before tax `withheld` at the source. A reinvestment buys `units` for the whole net. */
export interface DividendFact extends FactBase {
  readonly kind: 'dividend';
  readonly instrument: Instrument;
  readonly gross: Decimal;
  readonly withheld: Decimal;
  readonly net: Decimal;
  readonly reinvestedUnits?: Decimal;
}

/** Interest received; negative when it was charged. */
export interface InterestFact extends FactBase {
  readonly kind: 'interest';
  readonly amount: Decimal;
}

/** A fee or tax that left cash; a refund came back. */
export interface FeeFact extends FactBase {
  readonly kind: 'fee';
  readonly feeKind: 'fee' | 'tax';
  readonly amount: Decimal;
  readonly refund: boolean;
  readonly instrument?: Instrument;
}

/** `newUnits` for `oldUnits`: 4 and 1 for a four-for-one split. */
export interface SplitFact extends FactBase {
  readonly kind: 'split';
  readonly instrument: Instrument;
  readonly newUnits: bigint;
  readonly oldUnits: bigint;
  readonly cashInLieu?: Decimal;
}

export interface ReturnOfCapitalFact extends FactBase {
  readonly kind: 'return_of_capital';
  readonly instrument: Instrument;
  readonly amount: Decimal;
}

/** Units that came from outside without money, at what they had cost. */
export interface ExistingFact extends FactBase {
  readonly kind: 'existing';
  readonly instrument: Instrument;
  readonly units: Decimal;
  readonly cost: Decimal;
}

/** Money changed from `currency` into another; `fee` is in `currency`. */
export interface ConversionFact extends FactBase {
  readonly kind: 'conversion';
  readonly amount: Decimal;
  readonly toCurrency: Currency;
  readonly toAmount: Decimal;
  readonly fee: Decimal;
}

export type Fact =
  | TradeFact
  | CashFact
  | DividendFact
  | InterestFact
  | FeeFact
  | SplitFact
  | ReturnOfCapitalFact
  | ExistingFact
  | ConversionFact;

export type FactKind = Fact['kind'];
