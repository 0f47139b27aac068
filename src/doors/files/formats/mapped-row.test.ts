import { describe, expect, it } from 'vitest';
import { eventsOf, fileOf, plain, problemsOf, rowsOf } from '../../../../test/support/mapped-file.ts';
import type { MadeUpRow } from '../../../../test/support/mapped-file.ts';
import { Decimal } from '../../../money/decimal.ts';

describe('rows of a mapped file', () => {
  const base = { date: '2022-01-03', currency: 'EUR' };
  const trade = { ...base, kind: 'trade', side: 'buy', instrument: 'KLEE', units: '10', fee: '0' };
  const klee = { instrument: 'KLEE' } as const;
  const facts: readonly (readonly [string, MadeUpRow, object])[] = [
    [
      'a purchase for its amount',
      { type: 'buy', ...klee, units: '10', price: '5', amount: '50.02' },
      { ...trade, price: '5', amount: '50.02' },
    ],
    [
      'a purchase of units × price and fee',
      { type: 'buy', ...klee, units: '10', price: '5.0005', fee: '1' },
      { ...trade, price: '5.0005', fee: '1', amount: '51.01' },
    ],
    [
      'a sale with signed units',
      { type: 'sell', ...klee, units: '-10', amount: '50' },
      { ...trade, side: 'sell', amount: '50' },
    ],
    [
      'a sale below its fee',
      { type: 'sell', ...klee, units: '10', fee: '6', amount: '-5.90' },
      { ...trade, side: 'sell', fee: '6', amount: '-5.9' },
    ],
    [
      'a dividend with tax',
      { type: 'dividend', ...klee, amount: '8.50', withheld: '1.50' },
      { ...base, kind: 'dividend', instrument: 'KLEE', gross: '10', withheld: '1.5', net: '8.5' },
    ],
    [
      'a dividend of units × price',
      { type: 'dividend', ...klee, units: '10', price: '0.333', withheld: '0.50' },
      { ...base, kind: 'dividend', instrument: 'KLEE', gross: '3.33', withheld: '0.5', net: '2.83' },
    ],
    [
      'a reinvestment',
      { type: 'drip', ...klee, units: '0.05', amount: '5.50' },
      {
        ...base,
        kind: 'dividend',
        instrument: 'KLEE',
        gross: '5.5',
        withheld: '0',
        net: '5.5',
        reinvestedUnits: '0.05',
      },
    ],
    [
      'a fee in the column of fees',
      { type: 'fee', fee: '2.50' },
      { ...base, kind: 'fee', feeKind: 'fee', amount: '2.5', refund: false },
    ],
    [
      'a tax of an instrument',
      { type: 'tax', ...klee, amount: '3' },
      { ...base, kind: 'fee', feeKind: 'tax', amount: '3', refund: false, instrument: 'KLEE' },
    ],
    [
      'a split',
      { type: 'split', ...klee, units: '30', ratio: '4' },
      { ...base, kind: 'split', instrument: 'KLEE', newUnits: '4', oldUnits: '1' },
    ],
    [
      'a reverse split',
      { type: 'split', ...klee, ratio: '1:4' },
      { ...base, kind: 'split', instrument: 'KLEE', newUnits: '1', oldUnits: '4' },
    ],
    [
      'capital returned',
      { type: 'return_of_capital', ...klee, amount: '12' },
      { ...base, kind: 'return_of_capital', instrument: 'KLEE', amount: '12' },
    ],
    [
      'a position that was there',
      { type: 'existing', ...klee, units: '3', price: '33.335' },
      { ...base, kind: 'existing', instrument: 'KLEE', units: '3', cost: '100.01' },
    ],
    [
      'its own account and currency',
      { type: 'deposit', amount: '7', account: 'South', currency: 'usd' },
      { ...base, kind: 'cash', direction: 'in', amount: '7', account: 'South', currency: 'USD' },
    ],
  ];
  it.each(facts)('are read: %s', (_what, cells, fact) => {
    expect(eventsOf(fileOf(cells))).toEqual([fact]);
  });

  const refused: readonly (readonly [string, MadeUpRow, string, string])[] = [
    ['an unknown word', { type: 'Kauf', ...klee }, 'unknown_type', 'type'],
    ['no word', { ...klee }, 'missing_field', 'type'],
    [
      'a purchase of a negative number of units',
      { type: 'buy', ...klee, units: '-10', price: '5' },
      'wrong_sign',
      'units',
    ],
    ['a negative price', { type: 'sell', ...klee, units: '10', price: '-5' }, 'wrong_sign', 'price'],
    ['a sale with a minus', { type: 'sell', ...klee, units: '10', amount: '-50' }, 'wrong_sign', 'amount'],
    ['a deposit with a minus', { type: 'deposit', amount: '-50' }, 'wrong_sign', 'amount'],
    [
      'a reinvestment with a minus',
      { type: 'drip', ...klee, units: '1', amount: '-5' },
      'wrong_sign',
      'amount',
    ],
    [
      'a tax below zero of a dividend above',
      { type: 'dividend', ...klee, amount: '8', withheld: '-1' },
      'wrong_sign',
      'withheld',
    ],
    [
      'a tax withheld from interest',
      { type: 'interest', amount: '8', withheld: '1' },
      'unexpected_withheld',
      'withheld',
    ],
    ['a fee of a deposit', { type: 'deposit', amount: '8', fee: '1' }, 'unexpected_fee', 'fee'],
    ['a fee of interest', { type: 'interest', amount: '8', fee: '1' }, 'unexpected_fee', 'fee'],
    ['a fee of a withdrawal', { type: 'withdrawal', amount: '8', fee: '1' }, 'unexpected_fee', 'fee'],
    [
      'an amount of zero beside a price',
      { type: 'buy', ...klee, units: '10', price: '5', amount: '0.00' },
      'zero_amount',
      'amount',
    ],
    [
      'a fee above the amount',
      { type: 'buy', ...klee, units: '10', amount: '5', fee: '6' },
      'fee_above_amount',
      'fee',
    ],
    ['a split without ratio', { type: 'split', ...klee, units: '4' }, 'bad_ratio', 'ratio'],
    ['a split one for one', { type: 'split', ...klee, ratio: '1' }, 'bad_ratio', 'ratio'],
    ['a split into nothing', { type: 'split', ...klee, ratio: '0' }, 'bad_ratio', 'ratio'],
    ['a cancellation of nothing', { type: 'cancel' }, 'missing_field', 'cancels'],
    ['a bad date', { type: 'deposit', amount: '1', date: '3.1.2022' }, 'bad_date', 'date'],
  ];
  it.each(refused)('are refused: %s', (_what, cells, code, field) => {
    expect(problemsOf(fileOf(cells))).toEqual([[2, code, field]]);
  });

  it('keep their own account, and take that of the options where they name none', () => {
    const text = fileOf({ type: 'deposit', amount: '7', account: 'South' }, { type: 'deposit', amount: '8' });
    const accounts = rowsOf(text, plain, { account: 'North' }).map(({ event }) =>
      event.kind === 'fact' ? event.fact.account : 'no fact',
    );
    expect(accounts).toEqual(['South', 'North']);
  });

  it('take an earlier row back by their own id where no column names it', () => {
    const [row] = rowsOf(fileOf({ type: 'cancel', id: 'T-1' }), plain);
    expect([row?.sourceId, row?.event]).toEqual([undefined, { kind: 'cancel', cancels: 'T-1' }]);
  });

  it('keep the minus of a dividend that is taken back, so that −0.70 + 0.76 − 0.06 make 0.00', () => {
    const dividends = ['-0.70', '0.76', '-0.06'].map((amount) => ({ type: 'dividend', ...klee, amount }));
    const nets = rowsOf(fileOf(...dividends), plain).map(({ event }) =>
      event.kind === 'fact' && event.fact.kind === 'dividend' ? event.fact.net : Decimal.one,
    );
    expect(nets.map(String)).toEqual(['-0.7', '0.76', '-0.06']);
    expect(Decimal.sum(nets).isZero()).toBe(true);
  });
});
