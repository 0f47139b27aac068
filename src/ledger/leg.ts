import type { Currency } from '../money/currency.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Instrument } from './instrument.ts';

/**
 * What an entry says about units. A leg whose effect depends on what was held (split, target) states its rule and
 * never a number of units that an entry recorded later, but dated earlier, would make stale.
 *
 * - `acquire`: units in, for `cost` (without `fee`).
 * - `dispose`: units out, for `proceeds` (before `fee`).
 * - `split`: every unit becomes `newUnits / oldUnits`; with `cashInLieu` the fraction left over is sold for it.
 * - `return_of_capital`: `amount` comes off the cost; what exceeds the cost is gain.
 * - `target`: from here on exactly `units` are held at `cost`.
 * - `adjust`: `units` and `cost` are added (they may be negative).
 * - `income`: a dividend, counted with the instrument that paid it.
 */
export type Leg =
  | {
      readonly kind: 'acquire';
      readonly instrument: Instrument;
      readonly currency: Currency;
      readonly units: Decimal;
      readonly cost: Decimal;
      readonly fee: Decimal;
    }
  | {
      readonly kind: 'dispose';
      readonly instrument: Instrument;
      readonly currency: Currency;
      readonly units: Decimal;
      readonly proceeds: Decimal;
      readonly fee: Decimal;
    }
  | {
      readonly kind: 'split';
      readonly instrument: Instrument;
      readonly newUnits: bigint;
      readonly oldUnits: bigint;
      readonly cashInLieu?: { readonly amount: Decimal; readonly currency: Currency };
    }
  | {
      readonly kind: 'return_of_capital';
      readonly instrument: Instrument;
      readonly currency: Currency;
      readonly amount: Decimal;
    }
  | {
      readonly kind: 'target';
      readonly instrument: Instrument;
      readonly currency: Currency;
      readonly units: Decimal;
      readonly cost: Decimal;
    }
  | {
      readonly kind: 'adjust';
      readonly instrument: Instrument;
      readonly currency: Currency;
      readonly units: Decimal;
      readonly cost: Decimal;
    }
  | {
      readonly kind: 'income';
      readonly instrument: Instrument;
      readonly currency: Currency;
      readonly gross: Decimal;
      readonly withheld: Decimal;
    };

/** Does this leg's effect on units depend on how many are held when it happens? */
export function isRuleLeg(leg: Leg): boolean {
  return leg.kind === 'split' || leg.kind === 'target';
}
