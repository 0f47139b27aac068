import type { Balance } from '../../engine/store-protocol.ts';
import type { UnitsState } from '../../ledger/units-timeline.ts';
import { Decimal } from '../../money/decimal.ts';
import { unpackUnits } from '../codec-value.ts';

export interface BalanceRow {
  readonly amount: string;
  readonly last_date: string;
}

export interface UnitsRow {
  readonly units: string;
  readonly last_date: string;
  readonly last_rule: string;
}

export function unpackBalance({ amount, last_date }: BalanceRow): Balance {
  return { amount: Decimal.of(amount), lastDate: last_date };
}

export function unpackUnitsState({ units, last_date, last_rule }: UnitsRow): UnitsState {
  return { units: unpackUnits(units), lastDate: last_date, lastRule: last_rule };
}
