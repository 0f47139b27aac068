/** One position folded from a list of legs, as a table of cases wants to see it. */
import type { Leg } from '../../src/ledger/leg.ts';
import type { CostMethod } from '../../src/ledger/portfolio.ts';
import { foldPositions } from '../../src/ledger/position-fold.ts';
import { type PositionView, viewGain, viewPosition } from './fold-view.ts';
import { onConsecutiveDays } from './ledger-entries.ts';

/** How the portfolio of a case counts; fees stay outside unless said. */
export type Counting = CostMethod | `${CostMethod} with fees`;

export interface FoldView extends PositionView {
  readonly gains: readonly string[];
}

/** A step is a leg, or the legs of one entry. What a case leaves out of the expectation is not looked at. */
export type FoldCase = readonly [
  what: string,
  counting: Counting,
  legs: readonly (Leg | readonly Leg[])[],
  expected: Partial<FoldView>,
];

/** Folds the steps, one a day from 1 January 2024 on, which must concern a single position. */
export function viewFold(legs: FoldCase[2], counting: Counting): FoldView {
  const { positions, gains } = foldPositions(onConsecutiveDays(legs), {
    costMethod: counting.startsWith('fifo') ? 'fifo' : 'average',
    feesInCost: counting.endsWith('with fees'),
  });
  if (positions.length !== 1)
    throw new Error(`The case has ${positions.length} positions where one is looked at`);
  return { ...viewPosition(positions[0]), gains: gains.map(viewGain) };
}
