/**
 * A second, slow and simple way to fold under average cost, to compare the real one with. It has no lots, works on
 * fractions, and books a trade that crosses zero as two trades. It shares only the numbers and the order of entries.
 */
import type { Entry } from '../../src/ledger/entry.ts';
import { inFoldOrder } from '../../src/ledger/entry-order.ts';
import type { Leg } from '../../src/ledger/leg.ts';
import type { Decimal } from '../../src/money/decimal.ts';
import { Rational } from '../../src/money/rational.ts';

export interface OraclePosition {
  units: Rational;
  cost: Rational;
  gain: Rational;
  income: Rational;
  withheld: Rational;
  fees: Rational;
}

/** By `instrument|currency`. */
export function foldSlowly(
  entries: readonly Entry[],
  feesInCost: boolean,
): ReadonlyMap<string, OraclePosition> {
  const positions = new Map<string, OraclePosition>();
  for (const entry of inFoldOrder(entries)) {
    for (const leg of entry.legs) {
      const currency = leg.kind === 'split' ? leg.cashInLieu?.currency : leg.currency;
      const key = `${leg.instrument}|${currency}`;
      const position = positions.get(key) ?? nothing();
      if (currency !== undefined) positions.set(key, position);
      if (leg.kind === 'split') {
        for (const [other, held] of positions) {
          if (other.startsWith(`${leg.instrument}|`))
            held.units = held.units.times(Rational.of(leg.newUnits, leg.oldUnits));
        }
        if (leg.cashInLieu !== undefined) closeFraction(position, exact(leg.cashInLieu.amount));
      } else {
        book(position, leg, feesInCost);
      }
    }
  }
  return positions;
}

function book(
  position: OraclePosition,
  leg: Exclude<Leg, { readonly kind: 'split' }>,
  feesInCost: boolean,
): void {
  switch (leg.kind) {
    case 'acquire':
    case 'dispose': {
      const fee = exact(leg.fee);
      position.fees = position.fees.plus(fee);
      const counted = feesInCost ? fee : Rational.zero;
      if (leg.kind === 'acquire') trade(position, exact(leg.units), exact(leg.cost).negated(), counted);
      else trade(position, exact(leg.units).negated(), exact(leg.proceeds), counted);
      return;
    }
    case 'return_of_capital': {
      const room = position.units.isPositive() ? larger(position.cost, Rational.zero) : undefined;
      const off = room === undefined ? Rational.zero : smaller(exact(leg.amount), room);
      position.cost = position.cost.minus(off);
      position.gain = position.gain.plus(exact(leg.amount)).minus(off);
      return;
    }
    case 'target':
      position.units = exact(leg.units);
      position.cost = position.units.isZero() ? Rational.zero : exact(leg.cost);
      return;
    case 'adjust':
      position.units = position.units.plus(exact(leg.units));
      position.cost = position.units.isZero() ? Rational.zero : position.cost.plus(exact(leg.cost));
      return;
    case 'income':
      position.income = position.income.plus(exact(leg.gross));
      position.withheld = position.withheld.plus(exact(leg.withheld));
      return;
  }
}

/** `cash` is what the trade brings (below zero: takes) before the fee. */
function trade(position: OraclePosition, change: Rational, cash: Rational, fee: Rational): void {
  const after = position.units.plus(change);
  const crosses = position.units.sign() * after.sign() < 0;
  if (crosses) {
    const closing = position.units.negated().dividedBy(change);
    const [firstCash, firstFee] = [tenDigits(cash.times(closing)), tenDigits(fee.times(closing))];
    trade(position, position.units.negated(), firstCash, firstFee);
    trade(position, after, cash.minus(firstCash), fee.minus(firstFee));
    return;
  }
  const net = cash.minus(fee);
  const adds = !change.isZero() && after.abs().greaterThan(position.units.abs());
  if (adds) {
    position.cost = position.cost.minus(net);
  } else {
    const kept = position.units.isZero() ? Rational.zero : after.dividedBy(position.units);
    const released = after.isZero()
      ? position.cost
      : tenDigits(position.cost.times(Rational.one.minus(kept)));
    position.cost = position.cost.minus(released);
    position.gain = position.gain.plus(net).minus(released);
  }
  position.units = after;
}

function closeFraction(position: OraclePosition, amount: Rational): void {
  trade(position, position.units.truncated().minus(position.units), amount, Rational.zero);
}

function nothing(): OraclePosition {
  const { zero } = Rational;
  return { units: zero, cost: zero, gain: zero, income: zero, withheld: zero, fees: zero };
}

function exact(decimal: Decimal): Rational {
  return Rational.fromDecimal(decimal);
}

function tenDigits(value: Rational): Rational {
  return exact(value.toDecimal({ scale: 10, rounding: 'half-even' }));
}

function larger(left: Rational, right: Rational): Rational {
  return left.greaterThan(right) ? left : right;
}

function smaller(left: Rational, right: Rational): Rational {
  return left.lessThan(right) ? left : right;
}
