/** The rules for trades, seen through the fold, which is how every caller sees them. */
import { describe, expect, it } from 'vitest';
import { type FoldCase, viewFold } from '../../test/support/fold-case.ts';
import { buy, sell } from '../../test/support/ledger-entries.ts';
import { Decimal } from '../money/decimal.ts';
import type { Leg } from './leg.ts';

const closed = { units: '0', cost: '0', lots: [] } as const;

describe('fees', () => {
  const legs = [buy('2', '75.8', '2.95'), sell('1', '85.73', '1.3')];
  check([
    // Half of 151.60 stays: 75.80. 85.73 − 75.80 = 9.93.
    [
      'stay outside cost and proceeds',
      'average',
      legs,
      { units: '1', cost: '75.8', gains: ['01-02 sale of 1: 85.73 - 75.8 = 9.93'], fees: '4.25' },
    ],
    // (151.60 + 2.95) ÷ 2 = 77.275. 85.73 − 1.30 = 84.43. 84.43 − 77.275 = 7.155.
    [
      'go into cost and come off proceeds',
      'average with fees',
      legs,
      { units: '1', cost: '77.275', gains: ['01-02 sale of 1: 84.43 - 77.275 = 7.155'], fees: '4.25' },
    ],
  ]);
});

describe('selling', () => {
  const legs = [buy('30', '100'), buy('50', '120'), sell('40', '140')];
  check([
    // 9,000 × 40 ÷ 80 of 9,000 = 4,500; of 3,000 + 6,000. 5,600 − 4,500 = 1,100.
    [
      'releases the average cost, and depletes the oldest lots',
      'average',
      legs,
      {
        units: '40',
        cost: '4500',
        lots: ['01-02: 40 for 4500'],
        gains: ['01-03 sale of 40: 5600 - 4500 = 1100'],
      },
    ],
    // 30 × 100 + 10 × 120 = 4,200.
    [
      'releases the oldest lots first',
      'fifo',
      legs,
      {
        units: '40',
        cost: '4800',
        lots: ['01-02: 40 for 4800'],
        gains: ['01-03 sale of 40: 5600 - 4200 = 1400'],
      },
    ],
    // 1 of 3 for 100: 33.3333333333 leaves; 1 of 2 for 66.6666666667: 33.33333333335 is a tie, the even digit is 4.
    [
      'rounds what is released half-even to ten digits',
      'average',
      [entire('acquire', '3', '100'), sell('1', '40'), sell('1', '40')],
      { units: '1', cost: '33.3333333333', realizedGain: '13.3333333333' },
    ],
    [
      'rounds the released part of a lot, and releases all of a whole one',
      'fifo',
      [entire('acquire', '3', '100'), sell('1', '40'), sell('2', '40')],
      {
        ...closed,
        gains: [
          '01-02 sale of 1: 40 - 33.3333333333 = 6.6666666667',
          '01-03 sale of 2: 80 - 66.6666666667 = 13.3333333333',
        ],
      },
    ],
    // 120 shared over 1 and 2 units.
    [
      'leaves lots that share the average cost',
      'average',
      [buy('1', '10'), buy('2', '55')],
      { cost: '120', lots: ['01-01: 1 for 40', '01-02: 2 for 80'] },
    ],
  ]);
});

describe('crossing zero', () => {
  const legs = [buy('10', '5'), sell('15', '6', '3')];
  check([
    // Ten of the fifteen close: 60 − 2 of the fee = 58, against a cost of 50. Five open a short: −(30 − 1).
    [
      'closes the position and opens the rest at that price, each with its part of the fee',
      'average with fees',
      legs,
      {
        units: '-5',
        cost: '-29',
        lots: ['01-02: -5 for -29'],
        gains: ['01-02 sale of 10: 58 - 50 = 8'],
        fees: '3',
      },
    ],
    [
      'does the same without the fee when it stays outside',
      'fifo',
      legs,
      {
        units: '-5',
        cost: '-30',
        lots: ['01-02: -5 for -30'],
        gains: ['01-02 sale of 10: 60 - 50 = 10'],
        fees: '3',
      },
    ],
    // A third of 100 is 33.3333333333 and of the fee 0.3333333333: net 33. The rest is 66.6666666667 − 0.6666666667.
    [
      'gives the opening part what the rounded closing part leaves',
      'fifo with fees',
      [buy('1', '10'), entire('dispose', '3', '100', '1')],
      { units: '-2', cost: '-66', gains: ['01-02 sale of 1: 33 - 10 = 23'], realizedGain: '23' },
    ],
    // Short 5 for 50. Five of the eight bought cover: 45 + 1 of the fee. Three stay: 27 + 0.60.
    [
      'works from below as well',
      'average with fees',
      [sell('5', '10'), buy('8', '9', '1.6')],
      { units: '3', cost: '27.6', lots: ['01-02: 3 for 27.6'], gains: ['01-02 cover of 5: 50 - 46 = 4'] },
    ],
  ]);
});

describe('a short position', () => {
  const twoLots = [sell('2', '10'), sell('2', '14'), buy('3', '12')];
  check([
    // 200 − 1 = 199 received.
    [
      'has units and cost below zero',
      'average with fees',
      [sell('10', '20', '1')],
      { units: '-10', cost: '-199', lots: ['01-01: -10 for -199'], gains: [] },
    ],
    // 199 × 4 ÷ 10 = 79.60 against 4 × 15 + 2 = 62. The other six: 119.40 against 150.
    [
      'gains what it had brought less what buying back costs',
      'average with fees',
      [sell('10', '20', '1'), buy('4', '15', '2'), buy('6', '25')],
      {
        ...closed,
        gains: ['01-02 cover of 4: 79.6 - 62 = 17.6', '01-03 cover of 6: 119.4 - 150 = -30.6'],
        realizedGain: '-13',
        fees: '3',
      },
    ],
    // 2 × 10 + 1 × 14 = 34 against 36.
    [
      'is covered oldest first',
      'fifo',
      twoLots,
      { units: '-1', cost: '-14', lots: ['01-02: -1 for -14'], gains: ['01-03 cover of 3: 34 - 36 = -2'] },
    ],
    // 48 × 3 ÷ 4 = 36 against 36.
    [
      'is covered at its average',
      'average',
      twoLots,
      { units: '-1', cost: '-12', lots: ['01-02: -1 for -12'], gains: ['01-03 cover of 3: 36 - 36 = 0'] },
    ],
  ]);
});

describe('a trade of zero units', () => {
  check([
    [
      'turns its money into gain at once when nothing is held',
      'average with fees',
      [buy('0', '5', '1')],
      { ...closed, gains: ['01-01 cover of 0: 0 - 1 = -1'], fees: '1' },
    ],
    [
      'leaves what is held alone',
      'fifo',
      [buy('10', '10'), entire('dispose', '0', '3')],
      { units: '10', cost: '100', gains: ['01-02 sale of 0: 3 - 0 = 3'] },
    ],
    [
      'realises nothing without money',
      'average',
      [buy('10', '10'), sell('0', '5')],
      { cost: '100', gains: [] },
    ],
  ]);
});

function check(cases: readonly FoldCase[]): void {
  it.each(cases)('%s (%s)', (_what, counting, legs, expected) => {
    expect(viewFold(legs, counting)).toMatchObject(expected);
  });
}

/** A trade by its whole amount, for amounts that no price gives. */
function entire(kind: 'acquire' | 'dispose', units: string, amount: string, fee = '0'): Leg {
  const trade = kind === 'acquire' ? buy(units, '0', fee) : sell(units, '0', fee);
  if (trade.kind === 'acquire') return { ...trade, cost: Decimal.of(amount) };
  return trade.kind === 'dispose' ? { ...trade, proceeds: Decimal.of(amount) } : trade;
}
