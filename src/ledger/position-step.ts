/**
 * What one leg does to the units, cost, lots and gains of one position. Units come from `units-step.ts`; this file only
 * decides what happens to money when they change.
 *
 * Cost has a sign: below zero it is what a short sale brought. With that, buying and selling are one rule (`trade`) and
 * so are covering and selling. A leg that finds no units to spread its money over (a return of capital, cash in lieu or
 * a trade of zero units when nothing is held) turns it into gain at once: money that moved is never lost.
 */
import type { Currency } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import { Rational } from '../money/rational.ts';
import type { CalendarDate } from './calendar-date.ts';
import { costShare } from './cost-share.ts';
import type { Instrument } from './instrument.ts';
import type { Leg } from './leg.ts';
import type { LotQueue } from './lot-queue.ts';
import type { CostMethod } from './portfolio.ts';
import type { RealizedGain, RealizedGainReason } from './position.ts';
import { unitsAfter } from './units-step.ts';
import { unreachable } from './unreachable.ts';

/** How a portfolio counts cost. */
export interface FoldSettings {
  readonly costMethod: CostMethod;
  /** True: a buy's fee goes into cost and a sell's fee comes off its proceeds. False: fees stay outside both. */
  readonly feesInCost: boolean;
}

/** A position being worked on. It belongs to one run of the fold and is changed in place. */
export interface PositionDraft {
  readonly instrument: Instrument;
  readonly currency: Currency;
  readonly lots: LotQueue;
  units: Rational;
  cost: Decimal;
  realizedGain: Decimal;
  income: Decimal;
  withheld: Decimal;
  fees: Decimal;
}

/** Where a leg stands, and how the portfolio counts. */
export interface LegContext {
  readonly seq: number;
  readonly date: CalendarDate;
  readonly settings: FoldSettings;
}

/** Applies a leg of the position's instrument and returns the gain it realised, already added to the position. */
export function applyLeg(position: PositionDraft, leg: Leg, context: LegContext): RealizedGain | undefined {
  const gain = stepPosition(position, leg, context);
  if (gain !== undefined) position.realizedGain = position.realizedGain.plus(gain.gain);
  return gain;
}

function stepPosition(position: PositionDraft, leg: Leg, context: LegContext): RealizedGain | undefined {
  switch (leg.kind) {
    case 'acquire':
      return trade(
        position,
        { change: changeOf(position, leg), value: leg.cost, fee: leg.fee, closes: 'cover' },
        context,
      );
    case 'dispose':
      return trade(
        position,
        { change: changeOf(position, leg), value: leg.proceeds.negated(), fee: leg.fee, closes: 'sale' },
        context,
      );
    case 'split':
      return split(position, leg, context);
    case 'return_of_capital':
      return returnCapital(position, leg.amount, context);
    case 'target':
      restate(position, unitsAfter(position.units, leg, position.currency), leg.cost, context);
      return undefined;
    case 'adjust':
      adjust(position, changeOf(position, leg), leg.cost, context);
      return undefined;
    case 'income':
      position.income = position.income.plus(leg.gross);
      position.withheld = position.withheld.plus(leg.withheld);
      return undefined;
    default:
      return unreachable(leg);
  }
}

/** The units that a leg adds or, below zero, removes, however many there are: what it does to none. */
function changeOf({ currency }: PositionDraft, leg: Leg): Rational {
  return unitsAfter(Rational.zero, leg, currency);
}

/** A buy or a sell. `value` is the signed cost of the units: what was paid, or minus what was received, before the fee. */
interface Trade {
  readonly change: Rational;
  readonly value: Decimal;
  readonly fee: Decimal;
  readonly closes: 'sale' | 'cover';
}

/**
 * Closes what stands against the trade and opens the rest. The closing part takes its rounded share of value and fee,
 * the opening part what is left of both, so that together they are exactly the trade.
 */
function trade(
  position: PositionDraft,
  { change, value, fee, closes }: Trade,
  context: LegContext,
): RealizedGain | undefined {
  position.fees = position.fees.plus(fee);
  const countedFee = context.settings.feesInCost ? fee : Decimal.zero;
  if (isSameSide(change, position.units)) {
    open(position, change, value.plus(countedFee), context);
    return undefined;
  }
  const closing = change.abs().greaterThan(position.units.abs()) ? position.units.negated() : change;
  const closingValue = costShare(value, closing, change);
  const closingFee = costShare(countedFee, closing, change);
  const paid = closingValue.plus(closingFee);
  const released = releaseCost(position, closing.negated(), 'oldest', context.settings);
  const sides =
    closes === 'sale'
      ? { proceeds: paid.negated(), cost: released }
      : { proceeds: released.negated(), cost: paid };
  const gain = realize(position, { reason: closes, units: closing.abs(), ...sides }, context);
  if (closing.equals(change)) return gain;

  const openingCost = value.minus(closingValue).plus(countedFee.minus(closingFee));
  open(position, change.minus(closing), openingCost, context);
  return gain;
}

/** Would this change add to the position, or open one, and not close any of it? */
function isSameSide(change: Rational, units: Rational): boolean {
  return !change.isZero() && (units.isZero() || change.sign() === units.sign());
}

function open(position: PositionDraft, units: Rational, cost: Decimal, { date, seq }: LegContext): void {
  position.units = position.units.plus(units);
  position.cost = position.cost.plus(cost);
  position.lots.open({ date, seq, units, cost });
}

/**
 * Takes units, which have the sign of the position's and are at most those, out of it and returns the cost that left
 * with them: all of it with the last unit, so that nothing of an average that does not divide stays behind.
 */
function releaseCost(
  position: PositionDraft,
  units: Rational,
  from: 'oldest' | 'youngest',
  settings: FoldSettings,
): Decimal {
  const costOfLots = position.lots.release(units, from);
  const released =
    settings.costMethod === 'fifo' ? costOfLots : costShare(position.cost, units, position.units);
  position.units = position.units.minus(units);
  position.cost = position.cost.minus(released);
  return released;
}

interface Realization {
  readonly reason: RealizedGainReason;
  readonly units: Rational;
  readonly proceeds: Decimal;
  readonly cost: Decimal;
}

/** Undefined when nothing at all was realised: no units closed and no money gained or lost. */
function realize(
  { instrument, currency }: PositionDraft,
  realization: Realization,
  { seq, date }: LegContext,
): RealizedGain | undefined {
  const { reason, units, proceeds, cost } = realization;
  const gain = proceeds.minus(cost);
  if (units.isZero() && gain.isZero()) return undefined;
  return { seq, date, instrument, currency, units, proceeds, cost, gain, reason };
}

/**
 * Multiplies units and keeps cost. Cash in lieu then sells the fraction beyond the whole units, taken from the youngest
 * lots: rounding down must not make the oldest lots, whose dates matter most to their owner, smaller.
 */
function split(
  position: PositionDraft,
  leg: Leg & { readonly kind: 'split' },
  context: LegContext,
): RealizedGain | undefined {
  const ratio = Rational.of(leg.newUnits, leg.oldUnits);
  const whole = unitsAfter(position.units, leg, position.currency);
  position.units = position.units.times(ratio);
  position.lots.multiplyUnits(ratio);
  if (leg.cashInLieu?.currency !== position.currency) return undefined;
  const fraction = position.units.minus(whole);
  const cost = releaseCost(position, fraction, 'youngest', context.settings);
  return realize(
    position,
    { reason: 'cash_in_lieu', units: fraction.abs(), proceeds: leg.cashInLieu.amount, cost },
    context,
  );
}

/**
 * Lowers the cost of units that are held, but not below zero; the rest of the amount is gain. A short position has no
 * cost to lower. A negative amount takes an earlier return back and raises the cost.
 */
function returnCapital(
  position: PositionDraft,
  amount: Decimal,
  context: LegContext,
): RealizedGain | undefined {
  const available = Decimal.max(position.cost, Decimal.zero);
  const absorbed = position.units.isPositive() ? Decimal.min(amount, available) : Decimal.zero;
  if (absorbed.isNegative()) position.lots.addCost(absorbed.negated());
  else position.lots.lowerCost(absorbed);
  position.cost = position.cost.minus(absorbed);
  if (absorbed.equals(amount)) return undefined;
  return realize(
    position,
    { reason: 'return_of_capital', units: Rational.zero, proceeds: amount, cost: absorbed },
    context,
  );
}

/** Units and cost as stated, in a single lot, whatever was held before. */
function restate(position: PositionDraft, units: Rational, cost: Decimal, context: LegContext): void {
  position.lots.clear();
  position.units = Rational.zero;
  position.cost = Decimal.zero;
  if (!units.isZero()) open(position, units, cost, context);
}

/**
 * Adds units and cost as stated. Units that leave are the oldest; under FIFO the lots that stay share, by units, the
 * difference between the cost of those that left and the stated change of cost.
 */
function adjust(position: PositionDraft, change: Rational, cost: Decimal, context: LegContext): void {
  const units = position.units.plus(change);
  if (isSameSide(change, position.units)) {
    open(position, change, cost, context);
  } else if (units.sign() === position.units.sign() && !units.isZero()) {
    const costOfLots = position.lots.release(change.negated(), 'oldest');
    position.lots.addCost(costOfLots.plus(cost));
    position.units = units;
    position.cost = position.cost.plus(cost);
  } else {
    // Nothing is left, or the position has changed sides: the old lots are all gone.
    restate(position, units, position.cost.plus(cost), context);
  }
}
