import type { Currency } from '../money/currency.ts';
import { Rational } from '../money/rational.ts';
import type { Leg } from './leg.ts';
import { unreachable } from './unreachable.ts';

/**
 * The units held in one currency of the leg's instrument after the leg, given those held before it. This is the only
 * place that knows what a leg does to units; whoever counts them asks here, so that no two counts can differ.
 *
 * A split reaches the units of every currency, whatever currency its cash in lieu is paid in; that cash buys the
 * fraction only of the units held in its own currency. Units below zero are a short position: it is multiplied the
 * same way, and its fraction is cut toward zero.
 */
export function unitsAfter(units: Rational, leg: Leg, currency: Currency): Rational {
  if (leg.kind === 'split') {
    const multiplied = units.times(Rational.of(leg.newUnits, leg.oldUnits));
    return leg.cashInLieu?.currency === currency ? multiplied.truncated() : multiplied;
  }
  if (leg.currency !== currency) return units;
  switch (leg.kind) {
    case 'acquire':
    case 'adjust':
      return units.plus(Rational.fromDecimal(leg.units));
    case 'dispose':
      return units.minus(Rational.fromDecimal(leg.units));
    case 'target':
      return Rational.fromDecimal(leg.units);
    case 'return_of_capital':
    case 'income':
      return units;
    default:
      return unreachable(leg);
  }
}
