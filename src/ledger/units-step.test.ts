import { describe, expect, it } from 'vitest';
import {
  adjust,
  buy,
  currencyOf,
  income,
  returnOfCapital,
  sell,
  split,
  splitWithCash,
  target,
} from '../../test/support/ledger-entries.ts';
import { Rational } from '../money/rational.ts';
import type { Leg } from './leg.ts';
import { unitsAfter } from './units-step.ts';

const usd = currencyOf('USD');
const eur = currencyOf('EUR');

describe('the units after a leg', () => {
  const cases: readonly [what: string, before: string, leg: Leg, inUsd: string, inEur: string][] = [
    ['a buy adds', '10', buy('2.5', '1'), '12.5', '10'],
    ['a sell subtracts', '10', sell('2.5', '1'), '7.5', '10'],
    ['a sell of more than is held goes below zero', '1', sell('3', '1'), '-2', '1'],
    ['a split multiplies in every currency', '3', split(4n, 1n), '12', '12'],
    ['a reverse split divides exactly', '100', split(1n, 3n), '100/3', '100/3'],
    // 25 × 1 ÷ 4 = 6.25: the quarter is sold for dollars, so only the units held in dollars lose it.
    [
      'cash in lieu cuts to whole units in its own currency only',
      '25',
      splitWithCash(1n, 4n, '3'),
      '6',
      '6.25',
    ],
    ['cash in lieu of a short position cuts toward zero', '-25', splitWithCash(1n, 4n, '-3'), '-6', '-6.25'],
    ['a target states the units', '10', target('4', '1'), '4', '10'],
    ['a target of zero empties', '10', target('0', '0'), '0', '10'],
    ['an adjustment adds', '10', adjust('2', '1'), '12', '10'],
    ['an adjustment below zero subtracts', '10', adjust('-2', '-1'), '8', '10'],
    ['a return of capital leaves units alone', '10', returnOfCapital('5'), '10', '10'],
    ['income leaves units alone', '10', income('5'), '10', '10'],
  ];

  it.each(cases)('%s', (_what, before, leg, inUsd, inEur) => {
    expect(unitsAfter(Rational.parse(before), leg, usd).toString()).toBe(inUsd);
    expect(unitsAfter(Rational.parse(before), leg, eur).toString()).toBe(inEur);
  });

  it('comes back exactly after a split and its reverse', () => {
    const thirds = unitsAfter(Rational.parse('100'), split(1n, 3n), usd);
    expect(unitsAfter(thirds, split(3n, 1n), usd).toString()).toBe('100');
  });
});
