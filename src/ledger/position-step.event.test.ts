/** The rules for everything but trades, seen through the fold, which is how every caller sees them. */
import { describe, expect, it } from 'vitest';
import { type FoldCase, viewFold } from '../../test/support/fold-case.ts';
import { viewGain } from '../../test/support/fold-view.ts';
import {
  adjust,
  buy,
  income,
  onConsecutiveDays,
  returnOfCapital,
  sell,
  split,
  splitWithCash,
  target,
} from '../../test/support/ledger-entries.ts';
import { foldPositions } from './position-fold.ts';

const closed = { units: '0', cost: '0', lots: [] } as const;

describe('cash in lieu', () => {
  const twoLots = [buy('6', '10'), buy('4', '20'), splitWithCash(1n, 4n, '50')];
  check([
    // 2.5 after the split; 140 × 0.5 ÷ 2.5 = 28 leaves, 112 stays: 84 and 28 for 1.5 and 0.5 units.
    [
      'sells the fraction at the average cost',
      'average',
      twoLots,
      {
        units: '2',
        cost: '112',
        lots: ['01-01: 1.5 for 84', '01-02: 0.5 for 28'],
        gains: ['01-03 cash_in_lieu of 0.5: 50 - 28 = 22'],
      },
    ],
    // The lots become 1.5 for 60 and 1 for 80; half of the second leaves.
    [
      'takes the fraction from the youngest lot',
      'fifo',
      twoLots,
      {
        units: '2',
        cost: '100',
        lots: ['01-01: 1.5 for 60', '01-02: 0.5 for 40'],
        gains: ['01-03 cash_in_lieu of 0.5: 50 - 40 = 10'],
      },
    ],
    // 1.125 for 90, 0.125 for 30, 0.125 for 50. Of 0.375 the last two give 80, and a ninth of the first gives 10.
    [
      'goes on to older lots when the youngest are too small',
      'fifo',
      [buy('9', '10'), buy('1', '30'), buy('1', '50'), splitWithCash(1n, 8n, '100')],
      {
        units: '1',
        cost: '80',
        lots: ['01-01: 1 for 80'],
        gains: ['01-04 cash_in_lieu of 0.375: 100 - 90 = 10'],
      },
    ],
    [
      'closes a position that is less than one unit',
      'average',
      [buy('3', '10'), splitWithCash(1n, 4n, '25')],
      { ...closed, gains: ['01-02 cash_in_lieu of 0.75: 25 - 30 = -5'] },
    ],
    [
      'is all gain when there is no fraction',
      'fifo',
      [buy('8', '10'), splitWithCash(1n, 4n, '1')],
      { units: '2', cost: '80', gains: ['01-02 cash_in_lieu of 0: 1 - 0 = 1'] },
    ],
    [
      'is all gain when nothing is held',
      'average',
      [splitWithCash(1n, 4n, '1')],
      { ...closed, realizedGain: '1', gains: ['01-01 cash_in_lieu of 0: 1 - 0 = 1'] },
    ],
    // −2.5 for −50 becomes −2 for −40: 6 paid against 10 received once.
    [
      'buys back the fraction of a short position',
      'average',
      [sell('5', '10'), splitWithCash(1n, 2n, '-6')],
      { units: '-2', cost: '-40', gains: ['01-02 cash_in_lieu of 0.5: -6 - -10 = 4'] },
    ],
  ]);

  it('buys the fraction only in its own currency, while the split reaches every currency', () => {
    const entries = onConsecutiveDays([
      buy('5', '10', '0', { currency: 'EUR' }),
      buy('5', '10'),
      splitWithCash(1n, 2n, '6'),
    ]);
    const { positions, gains } = foldPositions(entries, { costMethod: 'fifo', feesInCost: false });
    expect(
      positions.map(({ currency, units, cost }) => `${currency} ${units.toString()} for ${cost.toString()}`),
    ).toEqual(['EUR 2.5 for 50', 'USD 2 for 40']);
    expect(gains.map(viewGain)).toEqual(['01-03 cash_in_lieu of 0.5: 6 - 10 = -4']);
  });
});

describe('a split', () => {
  check([
    [
      'multiplies every lot and keeps its cost',
      'fifo',
      [buy('2', '10'), buy('1', '30'), split(7n, 3n)],
      { units: '7', cost: '50', lots: ['01-01: 14/3 for 20', '01-02: 7/3 for 30'], gains: [] },
    ],
    ['leaves nothing where nothing was', 'average', [buy('2', '10'), sell('2', '10'), split(7n, 3n)], closed],
  ]);
});

describe('a return of capital', () => {
  const twoLots = [buy('10', '2'), buy('10', '10'), returnOfCapital('60')];
  check([
    [
      'comes off the cost',
      'average',
      [buy('10', '10'), returnOfCapital('30')],
      { units: '10', cost: '70', gains: [] },
    ],
    [
      'is gain where it exceeds the cost',
      'average',
      [buy('10', '10'), returnOfCapital('130')],
      { units: '10', cost: '0', gains: ['01-02 return_of_capital of 0: 130 - 100 = 30'] },
    ],
    // 30 and 30 by units; the first lot has 20, so the second gives 40.
    [
      'comes off the lots by units, and none goes below zero',
      'fifo',
      twoLots,
      { cost: '60', lots: ['01-01: 10 for 0', '01-02: 10 for 60'], gains: [] },
    ],
    [
      'is gain once every lot is at zero',
      'fifo',
      [...twoLots, returnOfCapital('100')],
      { cost: '0', realizedGain: '40', gains: ['01-04 return_of_capital of 0: 100 - 60 = 40'] },
    ],
    [
      'is all gain after the position was closed',
      'fifo',
      [buy('1', '10'), sell('1', '10'), returnOfCapital('5')],
      { ...closed, realizedGain: '5' },
    ],
    [
      'is all gain for a short position',
      'fifo',
      [sell('1', '10'), returnOfCapital('5')],
      { units: '-1', cost: '-10', realizedGain: '5' },
    ],
    // 1 and 3 of the 4 by units.
    [
      'that is taken back raises the cost',
      'fifo',
      [buy('1', '10'), buy('3', '10'), returnOfCapital('-4')],
      { cost: '44', lots: ['01-01: 1 for 11', '01-02: 3 for 33'], gains: [] },
    ],
  ]);
});

describe('a target', () => {
  const legs = [buy('3', '10'), buy('7', '10'), target('4', '50')];
  check([
    [
      'states units and cost in one lot of its date and realises nothing',
      'fifo',
      legs,
      { units: '4', cost: '50', lots: ['01-03: 4 for 50'], gains: [] },
    ],
    [
      'is what a later sale is counted from',
      'average',
      [...legs, sell('4', '20')],
      { ...closed, realizedGain: '30' },
    ],
    ['of zero closes without a gain', 'fifo', [buy('3', '10'), target('0', '0')], { ...closed, gains: [] }],
    ['of zero has no cost, whatever it states', 'average', [target('0', '5')], closed],
  ]);
});

describe('an adjustment', () => {
  const twoLots = [buy('10', '10'), buy('10', '20')];
  check([
    [
      'that adds units makes a lot',
      'fifo',
      [buy('10', '10'), adjust('5', '30')],
      { units: '15', cost: '130', lots: ['01-01: 10 for 100', '01-02: 5 for 30'], gains: [] },
    ],
    // Five of the oldest leave with 50; the other 15 come off the rest: 5 off 5 units and 10 off 10.
    [
      'that removes units takes the oldest and spreads the difference in cost',
      'fifo',
      [...twoLots, adjust('-5', '-65')],
      { units: '15', cost: '235', lots: ['01-01: 5 for 45', '01-02: 10 for 190'], gains: [] },
    ],
    // 235 ÷ 15 = 15.6666…: 5 units are 78.3333333333.
    [
      'that removes units changes the average cost as stated',
      'average',
      [...twoLots, adjust('-5', '-65')],
      { units: '15', cost: '235', lots: ['01-01: 5 for 78.3333333333', '01-02: 10 for 156.6666666667'] },
    ],
    [
      'that removes all units leaves no cost',
      'fifo',
      [buy('10', '10'), adjust('-10', '-30')],
      { ...closed, gains: [] },
    ],
    [
      'of cost alone is spread by units',
      'fifo',
      [buy('1', '10'), buy('2', '10'), adjust('0', '15')],
      { units: '3', cost: '45', lots: ['01-01: 1 for 15', '01-02: 2 for 30'] },
    ],
    ['of cost alone finds nothing to change when nothing is held', 'average', [adjust('0', '15')], closed],
    [
      'that crosses zero leaves one lot of the other side',
      'fifo',
      [...twoLots, adjust('-25', '-360')],
      { units: '-5', cost: '-60', lots: ['01-03: -5 for -60'], gains: [] },
    ],
    [
      'that adds units to a short position removes what is owed',
      'fifo',
      [sell('2', '10'), sell('2', '20'), adjust('3', '40')],
      { units: '-1', cost: '-20', lots: ['01-02: -1 for -20'], gains: [] },
    ],
  ]);
});

describe('income', () => {
  check([
    [
      'is summed with its tax and is no gain',
      'average',
      [buy('10', '10'), income('5', '0.75'), income('6')],
      { cost: '100', income: '11', withheld: '0.75', realizedGain: '0', gains: [] },
    ],
    ['is kept where nothing is held', 'fifo', [income('5')], { ...closed, income: '5' }],
  ]);
});

function check(cases: readonly FoldCase[]): void {
  it.each(cases)('%s (%s)', (_what, counting, legs, expected) => {
    expect(viewFold(legs, counting)).toMatchObject(expected);
  });
}
