import { describe, expect, it } from 'vitest';
import { type FoldCase, viewFold } from '../../test/support/fold-case.ts';
import { viewGain, viewPosition } from '../../test/support/fold-view.ts';
import {
  buy,
  entryOf,
  income,
  instrumentOf,
  onConsecutiveDays,
  sell,
  split,
  target,
} from '../../test/support/ledger-entries.ts';
import {
  encodeFoldState,
  emptyFold,
  foldEntry,
  foldPositions,
  type FoldSettings,
  positionsOf,
} from './position-fold.ts';

const average: FoldSettings = { costMethod: 'average', feesInCost: false };
const fifo: FoldSettings = { costMethod: 'fifo', feesInCost: false };

const closed = { units: '0', cost: '0', lots: [] } as const;

describe('cases from the field', () => {
  const rounds = [buy('30', '100', '9.95'), buy('50', '120', '9.95'), sell('40', '140', '9.95')];
  const cases: readonly FoldCase[] = [
    [
      '3 units become 12 by a 4-for-1 split',
      'average',
      [buy('3', '150'), split(4n, 1n)],
      { units: '12', cost: '450' },
    ],
    [
      '100 units become 25 by a reverse 1-for-4 split',
      'average',
      [buy('100', '2'), split(1n, 4n)],
      { units: '25', cost: '200' },
    ],
    [
      '10 units at 90 become 5 by a reverse 1-for-2 split, with the same cost and no gain',
      'average',
      [buy('10', '90'), split(1n, 2n)],
      { units: '5', cost: '900', gains: [] },
    ],
    [
      '10 units at 216 become 150 by 5-for-1 and 3-for-1, with the same cost and no gain',
      'fifo',
      [buy('10', '216'), split(5n, 1n), split(3n, 1n)],
      { units: '150', cost: '2160', lots: ['01-01: 150 for 2160'], gains: [] },
    ],
    [
      '100 units sold at 11 before two reverse splits gain 100',
      'average',
      [buy('100', '10'), sell('100', '11'), split(1n, 5n), split(1n, 4n)],
      { ...closed, realizedGain: '100' },
    ],
    [
      '2 units become 4.812 by a 2.406-for-1 split',
      'fifo',
      [buy('2', '21.51'), split(2406n, 1000n)],
      { units: '4.812', cost: '43.02' },
    ],
    // 4.812 × 9 = 43.308. 43.308 − 43.02 = 0.288.
    [
      'all 4.812 units can be sold after a 2.406-for-1 split, and 43.02 is released',
      'fifo',
      [buy('2', '21.51'), split(2406n, 1000n), sell('4.812', '9')],
      { ...closed, gains: ['01-03 sale of 4.812: 43.308 - 43.02 = 0.288'] },
    ],
    [
      '25 units become 125 by a split of 5 new for 1 old',
      'average',
      [buy('25', '1000'), split(5n, 1n)],
      { units: '125', cost: '25000' },
    ],
    [
      '119 units are 119 again after 3-for-1 and 1-for-3',
      'average',
      [buy('119', '7'), split(3n, 1n), split(1n, 3n)],
      { units: '119', cost: '833' },
    ],
    [
      '100 units are 100 again after 1-for-3 and 3-for-1',
      'fifo',
      [buy('100', '7'), split(1n, 3n), split(3n, 1n)],
      { units: '100', cost: '700', lots: ['01-01: 100 for 700'] },
    ],
    // 0.005 × 998 = 4.99.
    [
      '0.005 units at 998 become 0.075 by 5-for-1 and 3-for-1',
      'average',
      [buy('0.005', '998'), split(5n, 1n), split(3n, 1n)],
      { units: '0.075', cost: '4.99' },
    ],
    [
      '1 unit at 408 and 2 at 400 leave no cost when all 3 are sold',
      'average',
      [buy('1', '408'), buy('2', '400'), sell('3', '405')],
      { ...closed, realizedGain: '7' },
    ],
    // One by one: 402.6666666667 and 402.6666666666 leave, then exactly what is left, 402.6666666667.
    [
      'and none when they are sold one by one',
      'average',
      [buy('1', '408'), buy('2', '400'), sell('1', '405'), sell('1', '405'), sell('1', '405')],
      { ...closed, realizedGain: '7' },
    ],
    [
      '300 units at 10 lose 400 when 200 are sold at 8',
      'average',
      [buy('300', '10'), sell('200', '8')],
      { units: '100', cost: '1000', realizedGain: '-400' },
    ],
    [
      '10 at 40 and 10 at 60 gain 1000 when 20 are sold at 100',
      'average',
      [buy('10', '40'), buy('10', '60'), sell('20', '100')],
      { ...closed, realizedGain: '1000' },
    ],
    [
      '10 at 40 and 10 at 60 gain 1000 when 20 are sold at 100',
      'fifo',
      [buy('10', '40'), buy('10', '60'), sell('20', '100')],
      { ...closed, realizedGain: '1000' },
    ],
    [
      '30 at 100 and 50 at 120 gain 1400 when 40 are sold at 140, before fees',
      'fifo',
      rounds,
      { units: '40', cost: '4800', lots: ['01-02: 40 for 4800'], realizedGain: '1400', fees: '29.85' },
    ],
    // Lots 3,009.95 and 6,009.95. Of the second 6,009.95 ÷ 5 = 1,201.99 leaves: 4,211.94. 5,600 − 9.95 = 5,590.05.
    [
      '30 at 100 and 50 at 120 gain 1378.11 when 40 are sold at 140, with fees in cost',
      'fifo with fees',
      rounds,
      { cost: '4807.96', gains: ['01-03 sale of 40: 5590.05 - 4211.94 = 1378.11'], fees: '29.85' },
    ],
    // The dividend and its purchase are one entry.
    [
      'a reinvested dividend adds its amount to the cost',
      'average',
      [buy('1', '100'), [income('110'), buy('1', '110')]],
      { units: '2', cost: '210', income: '110' },
    ],
  ];

  it.each(cases)('%s (%s)', (_what, counting, legs, expected) => {
    expect(viewFold(legs, counting)).toMatchObject(expected);
  });
});

describe('the fold', () => {
  it('takes entries by their dates, so that a late one is multiplied by a split recorded before it', () => {
    const { positions } = foldPositions(
      [entryOf(1, '2024-01-10', [split(4n, 1n)]), entryOf(2, '2024-01-05', [buy('3', '10')])],
      average,
    );
    expect(viewPosition(positions[0])).toMatchObject({ units: '12', cost: '30' });
  });

  it('takes entries of one day by their instants', () => {
    const { gains } = foldPositions(
      [
        entryOf(1, '2024-01-05', [sell('1', '15')], '2024-01-05T16:00:00.000Z'),
        entryOf(2, '2024-01-05', [buy('1', '10')], '2024-01-05T15:00:00.000Z'),
      ],
      average,
    );
    expect(gains.map(viewGain)).toEqual(['01-05 sale of 1: 15 - 10 = 5']);
  });

  it('keeps a position per instrument and currency, in the order of their keys', () => {
    const { positions } = foldPositions(
      onConsecutiveDays([
        buy('4', '1', '0', { instrument: 'ZETA' }),
        buy('3', '1', '0', { currency: 'USD' }),
        buy('2', '1', '0', { currency: 'EUR' }),
        sell('2', '1', '0', { currency: 'EUR' }),
      ]),
      fifo,
    );
    expect(
      positions.map(({ instrument, currency, units }) => `${instrument} ${currency} ${units.toString()}`),
    ).toEqual(['ACME EUR 0', 'ACME USD 3', 'ZETA USD 4']);
  });

  it('names the entries that opened a lot and realised a gain', () => {
    const { positions, gains } = foldPositions(
      onConsecutiveDays([buy('2', '10'), buy('2', '10'), sell('3', '11')]),
      fifo,
    );
    expect(positions[0]?.lots.map(({ seq }) => seq)).toEqual([2]);
    expect(gains.map(({ seq }) => seq)).toEqual([3]);
  });

  it('gives nothing for no entries, and for entries without legs', () => {
    expect(foldPositions([], average)).toMatchObject({ positions: [], gains: [] });
    expect(foldPositions([entryOf(1, '2024-01-01', [])], average)).toMatchObject({
      positions: [],
      gains: [],
    });
  });
});

describe('a fold that goes on', () => {
  const first = onConsecutiveDays([
    buy('10', '10'),
    buy('10', '20'),
    buy('1', '5', '0', { instrument: 'ZETA' }),
  ]);
  const sale = entryOf(4, '2024-02-01', [sell('15', '30')]);

  it('leaves the state it goes on from alone', () => {
    const { state } = foldPositions(first, fifo);
    const before = JSON.stringify(encodeFoldState(state));
    const { state: after, gains } = foldEntry(state, sale, fifo);
    // 450 − (100 + 5 × 20) = 250.
    expect(gains.map(viewGain)).toEqual(['02-01 sale of 15: 450 - 200 = 250']);
    expect(positionsOf(after).map((position) => position.units.toString())).toEqual(['5', '1']);
    expect(JSON.stringify(encodeFoldState(state))).toBe(before);
  });

  it('can go on twice from one state', () => {
    const { state } = foldPositions(first, fifo);
    foldEntry(state, sale, fifo);
    const { positions, gains } = foldPositions([sale], fifo, { from: state });
    expect(viewPosition(positions[0])).toMatchObject({ units: '5', cost: '100', lots: ['01-02: 5 for 100'] });
    expect(gains.map(viewGain)).toEqual(['02-01 sale of 15: 450 - 200 = 250']);
  });

  it('begins from the empty state', () => {
    const { state } = foldEntry(emptyFold(), entryOf(1, '2024-01-01', [target('2', '8')]), average);
    expect(positionsOf(state).map(viewPosition)).toMatchObject([
      { units: '2', cost: '8', lots: ['01-01: 2 for 8'] },
    ]);
    expect(positionsOf(emptyFold())).toEqual([]);
  });

  it('shows its lots at their average also when it only shows a state', () => {
    const { state } = foldPositions(first, average);
    expect(viewPosition(positionsOf(state)[0]).lots).toEqual(['01-01: 10 for 150', '01-02: 10 for 150']);
  });

  it('refuses to go on with other settings', () => {
    const { state } = foldPositions(first, fifo);
    expect(() => foldEntry(state, sale, average)).toThrow('Fold all entries again');
    expect(() => foldPositions([sale], { costMethod: 'fifo', feesInCost: true }, { from: state })).toThrow(
      'Fold all entries again',
    );
  });

  it('shares what it did not touch with the state it came from', () => {
    const { state } = foldPositions(first, fifo);
    const { state: after } = foldEntry(state, sale, fifo);
    const zeta = instrumentOf('ZETA');
    expect(after.held.get(zeta)).toBe(state.held.get(zeta));
  });
});
