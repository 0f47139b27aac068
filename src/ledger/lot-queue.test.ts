import { describe, expect, it } from 'vitest';
import { dateOf } from '../../test/support/ledger-entries.ts';
import { Decimal } from '../money/decimal.ts';
import { Rational } from '../money/rational.ts';
import { LotQueue, lotsAtAverage } from './lot-queue.ts';
import type { CostMethod } from './portfolio.ts';
import type { Lot } from './position.ts';

describe('a queue of lots', () => {
  it('releases whole lots first and then a part of the next oldest, with their costs', () => {
    const queue = queueOf([
      ['2', '10'],
      ['3', '30'],
      ['4', '80'],
    ]);
    // The lot of 2 for 10, and 2 of the 3 for 30.
    expect(queue.release(Rational.parse('4'), 'oldest').toString()).toBe('30');
    expect(shown(queue)).toEqual(['1 for 10', '4 for 80']);
  });

  it('releases from the youngest when asked to', () => {
    const queue = queueOf([
      ['2', '10'],
      ['3', '30'],
      ['4', '80'],
    ]);
    // The lot of 4 for 80, and 1 of the 3 for 30.
    expect(queue.release(Rational.parse('5'), 'youngest').toString()).toBe('90');
    expect(shown(queue)).toEqual(['2 for 10', '2 for 20']);
  });

  it('releases exactly the rest of a lot that does not divide', () => {
    const queue = queueOf([['3', '100']]);
    expect(queue.release(Rational.one, 'oldest').toString()).toBe('33.3333333333');
    expect(queue.release(Rational.parse('2'), 'oldest').toString()).toBe('66.6666666667');
    expect(shown(queue)).toEqual([]);
  });

  it('takes new lots after some have left', () => {
    const queue = queueOf([
      ['2', '10'],
      ['3', '30'],
    ]);
    queue.release(Rational.parse('2'), 'oldest');
    queue.open(lotOf('1', '7'));
    expect(shown(queue)).toEqual(['3 for 30', '1 for 7']);
  });

  it('does not bring back lots that have left when it is emptied from the other end', () => {
    const queue = queueOf([
      ['2', '10'],
      ['3', '30'],
    ]);
    queue.release(Rational.parse('2'), 'oldest');
    queue.release(Rational.parse('3'), 'youngest');
    expect(() => queue.release(Rational.one, 'youngest')).toThrow('1 units less');
    expect(() => queue.release(Rational.one, 'oldest')).toThrow('1 units less');
  });

  it('releases the units of a short position', () => {
    const queue = queueOf([
      ['-2', '-10'],
      ['-3', '-30'],
    ]);
    expect(queue.release(Rational.parse('-3'), 'oldest').toString()).toBe('-20');
    expect(shown(queue)).toEqual(['-2 for -20']);
  });

  it('multiplies the lots that are left and keeps their costs', () => {
    const queue = queueOf([
      ['2', '10'],
      ['3', '30'],
      ['4', '80'],
    ]);
    queue.release(Rational.parse('2'), 'oldest');
    queue.multiplyUnits(Rational.of(1n, 3n));
    expect(shown(queue)).toEqual(['1 for 30', '4/3 for 80']);
  });

  it('leaves the lots it was made from alone', () => {
    const lots = [lotOf('2', '10')];
    const queue = new LotQueue('fifo', lots);
    queue.release(Rational.one, 'oldest');
    queue.open(lotOf('1', '7'));
    expect(lots).toEqual([lotOf('2', '10')]);
  });
});

describe('the costs of lots', () => {
  it('rise by units', () => {
    const queue = queueOf([
      ['1', '10'],
      ['3', '30'],
    ]);
    queue.addCost(Decimal.of('8'));
    expect(shown(queue)).toEqual(['1 for 12', '3 for 36']);
  });

  it('fall by units, and the last lot takes the remainder', () => {
    const queue = queueOf([
      ['1', '10'],
      ['1', '10'],
      ['1', '10'],
    ]);
    queue.lowerCost(Decimal.of('10'));
    // 10 ÷ 3 is 3.3333333333 twice and 3.3333333334 for the last.
    expect(shown(queue)).toEqual(['1 for 6.6666666667', '1 for 6.6666666667', '1 for 6.6666666666']);
  });

  it('stop at zero, and the others give the rest by units', () => {
    const queue = queueOf([
      ['1', '2'],
      ['1', '50'],
      ['2', '100'],
    ]);
    queue.lowerCost(Decimal.of('20'));
    // By units 5, 5 and 10. The first has only 2; its missing 3 come as 1 and 2 from the others.
    expect(shown(queue)).toEqual(['1 for 0', '1 for 44', '2 for 88']);
  });

  it('stop at zero one after another', () => {
    const queue = queueOf([
      ['1', '1'],
      ['1', '4'],
      ['1', '100'],
    ]);
    queue.lowerCost(Decimal.of('12'));
    // 4 each: 1 + 4 + 4 = 9. The missing 3 fall to the only lot that still costs something.
    expect(shown(queue)).toEqual(['1 for 0', '1 for 0', '1 for 93']);
  });

  it('are zero in the queue under average cost, whatever is asked', () => {
    const queue = queueOf(
      [
        ['1', '0'],
        ['3', '0'],
      ],
      'average',
    );
    queue.open(lotOf('2', '50'));
    queue.addCost(Decimal.of('8'));
    queue.lowerCost(Decimal.of('4'));
    expect(queue.release(Rational.parse('2'), 'oldest').toString()).toBe('0');
    expect(shown(queue)).toEqual(['2 for 0', '2 for 0']);
  });

  it('are shares of the average when shown, and sum to the cost', () => {
    const lots = [lotOf('1', '0'), lotOf('1', '0'), lotOf('1', '0')];
    expect(lotsAtAverage(lots, Decimal.of('100')).map(({ cost }) => cost.toString())).toEqual([
      '33.3333333333',
      '33.3333333333',
      '33.3333333334',
    ]);
    expect(lotsAtAverage([], Decimal.zero)).toEqual([]);
  });
});

function queueOf(
  lots: readonly (readonly [units: string, cost: string])[],
  method: CostMethod = 'fifo',
): LotQueue {
  return new LotQueue(
    method,
    lots.map(([units, cost]) => lotOf(units, cost)),
  );
}

function lotOf(units: string, cost: string): Lot {
  return { date: dateOf('2024-01-01'), seq: 1, units: Rational.parse(units), cost: Decimal.of(cost) };
}

function shown(queue: LotQueue): readonly string[] {
  return queue.toArray().map(({ units, cost }) => `${units.toString()} for ${cost.toString()}`);
}
