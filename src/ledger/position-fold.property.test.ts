/** The invariants of `position-fold.ts`, by their numbers there. A failure prints its seed and the smallest entries. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryEntries,
  everyKindOfLeg,
  returnsOfCapital,
  splits,
  trades,
} from '../../test/support/arbitrary-entries.ts';
import { foldSlowly } from '../../test/support/average-oracle.ts';
import { viewGain, viewPosition } from '../../test/support/fold-view.ts';
import { entryOf } from '../../test/support/ledger-entries.ts';
import { Decimal } from '../money/decimal.ts';
import { Rational } from '../money/rational.ts';
import type { Entry } from './entry.ts';
import { inFoldOrder } from './entry-order.ts';
import type { Leg } from './leg.ts';
import { type Position, positionKey } from './position.ts';
import {
  decodeFoldState,
  emptyFold,
  encodeFoldState,
  type FoldSettings,
  type FoldState,
  foldEntry,
  foldPositions,
  positionsOf,
} from './position-fold.ts';
import { unitsAfter } from './units-step.ts';

const runs = { numRuns: 400 } as const;
const entriesOfEveryKind = arbitraryEntries(everyKindOfLeg);
const anySettings: fc.Arbitrary<FoldSettings> = fc.record({
  costMethod: fc.constantFrom('average', 'fifo'),
  feesInCost: fc.boolean(),
});

describe('invariant 1: order of arrival', () => {
  it('changes neither positions nor gains', () => {
    const entriesTwice = entriesOfEveryKind.chain((entries) =>
      fc.tuple(
        fc.constant(entries),
        fc.shuffledSubarray([...entries], { minLength: entries.length, maxLength: entries.length }),
      ),
    );
    fc.assert(
      fc.property(entriesTwice, anySettings, ([entries, shuffled], settings) => {
        const renumbered = shuffled.map((entry, index) => ({ ...entry, seq: index + 1 }));
        expect(viewResult(renumbered, settings)).toEqual(viewResult(entries, settings));
      }),
      runs,
    );
  });
});

describe('invariants 2 and 3: lots, units and cost', () => {
  it('agree at every step', () => {
    fc.assert(
      fc.property(entriesOfEveryKind, anySettings, (entries, settings) => {
        let state = emptyFold();
        for (const entry of inFoldOrder(entries)) {
          state = foldEntry(state, entry, settings).state;
          for (const position of positionsOf(state)) assertConsistent(position);
        }
      }),
      runs,
    );
  });
});

describe('invariant 4: money of trades with fees in cost', () => {
  it('is conserved', () => {
    fc.assert(
      fc.property(arbitraryEntries(trades), fc.constantFrom('average', 'fifo'), (entries, costMethod) => {
        const { positions, gains } = foldPositions(entries, { costMethod, feesInCost: true });
        const cash = Decimal.sum(entries.flatMap(({ legs }) => legs.map(cashOf)));
        const realized = Decimal.sum(gains.map(({ gain }) => gain));
        const cost = Decimal.sum(positions.map((position) => position.cost));
        expect(cash.toString()).toBe(realized.minus(cost).toString());
        expect(Decimal.sum(positions.map(({ realizedGain }) => realizedGain)).toString()).toBe(
          realized.toString(),
        );
      }),
      runs,
    );
  });
});

describe('invariant 5: average cost and FIFO', () => {
  it('agree on units', () => {
    fc.assert(
      fc.property(entriesOfEveryKind, fc.boolean(), (entries, feesInCost) => {
        const [average, fifo] = foldBothWays(entries, feesInCost);
        expect(average.positions.map(viewUnits)).toEqual(fifo.positions.map(viewUnits));
      }),
      runs,
    );
  });

  it('agree on gains once everything is closed', () => {
    const legs = fc.oneof({ arbitrary: trades, weight: 4 }, splits('decimal ratio'), returnsOfCapital);
    fc.assert(
      fc.property(arbitraryEntries(legs), fc.boolean(), (entries, feesInCost) => {
        const { positions } = foldPositions(entries, { costMethod: 'fifo', feesInCost });
        const closing = positions.flatMap(closingLeg);
        const [average, fifo] = foldBothWays([...entries, entryOf(1000, '2024-04-01', closing)], feesInCost);
        expect(average.positions.map(viewPosition)).toEqual(fifo.positions.map(viewPosition));
        expect(average.positions.every(({ units, cost }) => units.isZero() && cost.isZero())).toBe(true);
      }),
      runs,
    );
  });
});

describe('invariant 6: going on from a kept state', () => {
  it('is the same as folding everything', () => {
    fc.assert(
      fc.property(entriesOfEveryKind, fc.nat(), anySettings, (entries, cut, settings) => {
        const ordered = inFoldOrder(entries);
        const at = cut % (ordered.length + 1);
        const first = foldPositions(ordered.slice(0, at), settings);
        const kept = JSON.stringify(encodeFoldState(first.state));
        const rest = foldPositions(ordered.slice(at), settings, { from: decodeFoldState(JSON.parse(kept)) });
        const whole = foldPositions(entries, settings);
        expect(rest.positions.map(viewWithNumbers)).toEqual(whole.positions.map(viewWithNumbers));
        expect([...first.gains, ...rest.gains].map(viewGain)).toEqual(whole.gains.map(viewGain));
        expect(viewState(rest.state)).toBe(viewState(whole.state));
      }),
      runs,
    );
  });

  it('is the same entry by entry', () => {
    fc.assert(
      fc.property(entriesOfEveryKind, anySettings, (entries, settings) => {
        let state = emptyFold();
        const gains: string[] = [];
        for (const entry of inFoldOrder(entries)) {
          const step = foldEntry(state, entry, settings);
          state = step.state;
          gains.push(...step.gains.map(viewGain));
        }
        const whole = foldPositions(entries, settings);
        if (entries.length > 0) expect(viewState(state)).toBe(viewState(whole.state));
        expect(gains).toEqual(whole.gains.map(viewGain));
      }),
      runs,
    );
  });
});

describe('a second, simple fold', () => {
  it('finds the same average cost, gains, income and fees', () => {
    fc.assert(
      fc.property(entriesOfEveryKind, fc.boolean(), (entries, feesInCost) => {
        const { positions } = foldPositions(entries, { costMethod: 'average', feesInCost });
        const slow = foldSlowly(entries, feesInCost);
        expect(positions).toHaveLength(slow.size);
        for (const position of positions) {
          const { units, cost, realizedGain, income, withheld, fees } = position;
          const found = [units, cost, realizedGain, income, withheld, fees].map(String);
          const other = slow.get(positionKey(position.instrument, position.currency));
          const expected = [
            other?.units,
            other?.cost,
            other?.gain,
            other?.income,
            other?.withheld,
            other?.fees,
          ];
          expect(found).toEqual(expected.map(String));
        }
      }),
      runs,
    );
  });

  it('of units alone finds the same units under both methods', () => {
    fc.assert(
      fc.property(entriesOfEveryKind, anySettings, (entries, settings) => {
        for (const { instrument, currency, units } of foldPositions(entries, settings).positions) {
          let counted = Rational.zero;
          for (const leg of inFoldOrder(entries).flatMap(({ legs }) => legs)) {
            if (leg.instrument === instrument) counted = unitsAfter(counted, leg, currency);
          }
          expect(units.toString()).toBe(counted.toString());
        }
      }),
      runs,
    );
  });
});

function assertConsistent({ units, cost, lots }: Position): void {
  const unitsOfLots = lots.reduce((sum, lot) => sum.plus(lot.units), Rational.zero);
  expect(unitsOfLots.toString()).toBe(units.toString());
  expect(Decimal.sum(lots.map((lot) => lot.cost)).toString()).toBe(cost.toString());
  expect(lots.every((lot) => lot.units.sign() === units.sign())).toBe(true);
  if (units.isZero()) expect([cost.toString(), lots.length]).toEqual(['0', 0]);
}

/** What a trade brings in, below zero when it takes. */
function cashOf(leg: Leg): Decimal {
  if (leg.kind === 'acquire') return leg.cost.plus(leg.fee).negated();
  return leg.kind === 'dispose' ? leg.proceeds.minus(leg.fee) : Decimal.zero;
}

/** The trade that closes a position; its units are decimals, though long ones. */
function closingLeg({ instrument, currency, units }: Position): readonly Leg[] {
  if (units.isZero()) return [];
  const all = units.abs().toDecimal({ scale: 400, rounding: 'down' });
  const [amount, fee] = [Decimal.of('1000'), Decimal.one];
  if (units.isPositive())
    return [{ kind: 'dispose', instrument, currency, units: all, proceeds: amount, fee }];
  return [{ kind: 'acquire', instrument, currency, units: all, cost: amount, fee }];
}

function foldBothWays(entries: readonly Entry[], feesInCost: boolean) {
  const average = foldPositions(entries, { costMethod: 'average', feesInCost });
  return [average, foldPositions(entries, { costMethod: 'fifo', feesInCost })] as const;
}

function viewResult(entries: readonly Entry[], settings: FoldSettings) {
  const { positions, gains } = foldPositions(entries, settings);
  return { positions: positions.map(viewNamed), gains: gains.map(viewGain) };
}

function viewNamed(position: Position) {
  return { key: positionKey(position.instrument, position.currency), ...viewPosition(position) };
}

function viewWithNumbers(position: Position) {
  return { ...viewNamed(position), numbers: position.lots.map(({ seq }) => seq) };
}

function viewUnits({ instrument, currency, units }: Position): string {
  return `${positionKey(instrument, currency)} ${units.toString()}`;
}

function viewState(state: FoldState): string {
  return JSON.stringify(encodeFoldState(state));
}
