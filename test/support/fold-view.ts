/** Positions and gains as short texts without entry numbers, so that expected values read like the papers they come from. */
import type { Lot, Position, RealizedGain } from '../../src/ledger/position.ts';

export interface PositionView {
  readonly units: string;
  readonly cost: string;
  readonly lots: readonly string[];
  readonly realizedGain: string;
  readonly income: string;
  readonly withheld: string;
  readonly fees: string;
}

export function viewPosition(position: Position | undefined): PositionView {
  if (position === undefined) throw new Error('There is no such position');
  const { units, cost, realizedGain, income, withheld, fees, lots } = position;
  return {
    units: units.toString(),
    cost: cost.toString(),
    lots: lots.map(viewLot),
    realizedGain: realizedGain.toString(),
    income: income.toString(),
    withheld: withheld.toString(),
    fees: fees.toString(),
  };
}

/** Such as `01-31: 10 for 400`, with month and day. */
export function viewLot({ date, units, cost }: Lot): string {
  return `${date.slice(5)}: ${units.toString()} for ${cost.toString()}`;
}

/** Such as `01-31 sale of 10: 600 - 400 = 200`. */
export function viewGain({ date, reason, units, proceeds, cost, gain }: RealizedGain): string {
  return `${date.slice(5)} ${reason} of ${units.toString()}: ${proceeds.toString()} - ${cost.toString()} = ${gain.toString()}`;
}
