/**
 * The lots of one position while it is being folded. Units leave from an end and new lots join at the youngest end, so
 * the queue is one growing array with an index to its oldest lot: no step copies it.
 *
 * Under FIFO each lot carries its own cost. Under average cost only the position has a cost: the lots here then cost
 * zero, and `lotsAtAverage` gives each its share when they are shown.
 */
import { Decimal } from '../money/decimal.ts';
import type { Rational } from '../money/rational.ts';
import { costShare, shareByUnits } from './cost-share.ts';
import type { CostMethod } from './portfolio.ts';
import type { Lot } from './position.ts';

export class LotQueue {
  readonly #costed: boolean;
  #lots: Lot[];
  #oldest = 0;

  /** The lots are copied, oldest first. */
  constructor(method: CostMethod, lots: readonly Lot[]) {
    this.#costed = method === 'fifo';
    this.#lots = [...lots];
  }

  /** Adds the youngest lot. Its units have the sign of those already here and are not zero. */
  open(lot: Lot): void {
    this.#lots.push(this.#costed ? lot : { ...lot, cost: Decimal.zero });
  }

  /** Removes every lot. */
  clear(): void {
    this.#lots = [];
    this.#oldest = 0;
  }

  /**
   * Takes units out, whole lots first, and returns the cost that left with them (zero under average cost). The units
   * have the sign of the lots; asking for more than there is, is a defect and throws.
   */
  release(units: Rational, from: 'oldest' | 'youngest'): Decimal {
    let left = units;
    let released = Decimal.zero;
    while (!left.isZero()) {
      const at = from === 'oldest' ? this.#oldest : this.#lots.length - 1;
      const lot = at < this.#oldest ? undefined : this.#lots[at];
      if (lot === undefined)
        throw new Error(`The lots hold ${left.toString()} units less than were to be released`);
      if (lot.units.abs().greaterThan(left.abs())) {
        const cost = costShare(lot.cost, left, lot.units);
        this.#lots[at] = { ...lot, units: lot.units.minus(left), cost: lot.cost.minus(cost) };
        return released.plus(cost);
      }
      released = released.plus(lot.cost);
      left = left.minus(lot.units);
      if (from === 'oldest') this.#oldest += 1;
      else this.#lots.pop();
    }
    return released;
  }

  /** Multiplies the units of every lot by a ratio above zero; costs stay. */
  multiplyUnits(ratio: Rational): void {
    this.#lots = this.toArray().map((lot) => ({ ...lot, units: lot.units.times(ratio) }));
    this.#oldest = 0;
  }

  /** Spreads an amount, which may be negative, over the costs of the lots by their units. There is at least one lot. */
  addCost(amount: Decimal): void {
    if (!this.#costed || amount.isZero()) return;
    const lots = this.toArray();
    const shares = shareByUnits(
      amount,
      lots.map(({ units }) => units),
    );
    this.#lots = lots.map((lot, index) => ({ ...lot, cost: lot.cost.plus(shares[index] ?? Decimal.zero) }));
    this.#oldest = 0;
  }

  /**
   * Takes an amount above zero off the costs of the lots by their units. A lot stops at zero, and what it could not give
   * is taken from those that still cost something, again by units. Together they cost at least the amount.
   */
  lowerCost(amount: Decimal): void {
    if (!this.#costed) return;
    const lots = [...this.toArray()];
    let left = amount;
    while (left.isPositive()) {
      // Every round either takes all that is left or brings at least one more lot to zero, so there are no more rounds
      // than lots.
      const able = [...lots.entries()].filter(([, lot]) => lot.cost.isPositive());
      const shares = shareByUnits(
        left,
        able.map(([, { units }]) => units),
      );
      for (const [turn, [index, lot]] of able.entries()) {
        const taken = Decimal.min(lot.cost, shares[turn] ?? Decimal.zero);
        lots[index] = { ...lot, cost: lot.cost.minus(taken) };
        left = left.minus(taken);
      }
    }
    this.#lots = lots;
    this.#oldest = 0;
  }

  /** The lots that are left, oldest first. */
  toArray(): readonly Lot[] {
    return this.#lots.slice(this.#oldest);
  }
}

/** The same lots, each with its share of the position's cost by units. The shares sum exactly to the cost. */
export function lotsAtAverage(lots: readonly Lot[], cost: Decimal): readonly Lot[] {
  if (lots.length === 0) return lots;
  const shares = shareByUnits(
    cost,
    lots.map(({ units }) => units),
  );
  return lots.map((lot, index) => ({ ...lot, cost: shares[index] ?? Decimal.zero }));
}
