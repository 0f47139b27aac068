import type { Leg } from '../../ledger/leg.ts';
import { unreachable } from '../../ledger/unreachable.ts';

/**
 * Do two events of one identity also do the same to units and cash? A dividend that was paid and one that was
 * reinvested share their identity, and so do a split with cash for the fraction and one without. Linking such tellings
 * would make the books depend on which of them arrived first (P3).
 */
export function changeSameUnits(left: readonly Leg[], right: readonly Leg[]): boolean {
  return left.map(nameChange).join('\n') === right.map(nameChange).join('\n');
}

/** What the leg does to units, beyond what the identity says. Cost and fees are details that sources tell differently. */
function nameChange(leg: Leg): string {
  switch (leg.kind) {
    case 'acquire':
    case 'dispose':
      return `${leg.kind} ${leg.units} ${leg.currency}`;
    case 'split':
      return leg.cashInLieu === undefined
        ? leg.kind
        : `${leg.kind} ${leg.cashInLieu.amount} ${leg.cashInLieu.currency}`;
    case 'return_of_capital':
    case 'target':
    case 'adjust':
    case 'income':
      return leg.kind;
    default:
      return unreachable(leg);
  }
}
