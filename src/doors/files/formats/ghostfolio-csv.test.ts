import { describe, expect, it } from 'vitest';
import { currencyOf, readFixture } from '../../../../test/support/file-fixture.ts';
import type { FileRow, FormatOptions, ParsedFile } from '../format.ts';
import { ghostfolioCsv } from './ghostfolio-csv.ts';

const sample = readFixture('ghostfolio.csv');

function parse(text: string, options: Partial<FormatOptions> = {}): ParsedFile {
  return ghostfolioCsv.parse(text, { currency: currencyOf('CHF'), ...options });
}

function rowsOf(text: string, options: Partial<FormatOptions> = {}): readonly FileRow[] {
  const parsed = parse(text, options);
  if (parsed.kind === 'problems') throw new Error(JSON.stringify(parsed.problems));
  return parsed.rows;
}

function factsOf(text: string, options: Partial<FormatOptions> = {}): readonly unknown[] {
  return rowsOf(text, options).map(({ event }): unknown =>
    JSON.parse(JSON.stringify(event.kind === 'fact' ? event.fact : event)),
  );
}

function problemsOf(text: string): readonly (readonly [number, string, string | undefined])[] {
  const parsed = parse(text);
  return parsed.kind === 'problems'
    ? parsed.problems.map(({ line, code, field }) => [line, code, field] as const)
    : [];
}

describe('a CSV file for Ghostfolio', () => {
  it('is read with all its ways of writing dates', () => {
    expect(factsOf(sample)).toEqual([
      { date: '2021-02-01', currency: 'EUR', kind: 'fee', feeKind: 'fee', amount: '12.5', refund: false },
      {
        date: '2021-02-03',
        currency: 'EUR',
        kind: 'trade',
        side: 'buy',
        instrument: 'KLEE',
        units: '3',
        price: '10.333',
        fee: '1',
        amount: '32',
      },
      {
        date: '2021-02-04',
        currency: 'EUR',
        kind: 'dividend',
        instrument: 'KLEE',
        gross: '0.61',
        withheld: '0',
        net: '0.61',
      },
      {
        date: '2021-02-05',
        currency: 'EUR',
        kind: 'trade',
        side: 'sell',
        instrument: 'KLEE',
        units: '1',
        price: '12.5',
        fee: '0.99',
        amount: '11.51',
      },
      { date: '2021-02-06', currency: 'EUR', kind: 'interest', amount: '2.35' },
      {
        date: '2021-02-07',
        instant: '2021-02-07T09:30:15.000Z',
        currency: 'EUR',
        kind: 'trade',
        side: 'buy',
        instrument: 'KLEE',
        units: '2',
        price: '11',
        fee: '0',
        amount: '22',
      },
    ]);
  });

  it('is told without notes', () => {
    const other = sample.replace('yearly', 'import 4').replace('"first, of many"', '');
    expect(rowsOf(other).map(({ told }) => told)).toEqual(rowsOf(sample).map(({ told }) => told));
    expect(rowsOf(sample)[1]?.told).toEqual({
      date: '2021-02-03',
      type: 'BUY',
      symbol: 'KLEE',
      currency: 'EUR',
      quantity: '3',
      unitPrice: '10.333',
      fee: '1',
    });
  });

  it.each([
    ['Date,Symbol,UnitPrice,Qty,Type,CCY,Fee', '2021-02-03,KLEE,10,2,BUY,EUR,1'],
    ['type;qty;unit price;SYMBOL;DATE;fee;currency', 'Buy;2;10;KLEE;3.2.2021;1;EUR'],
    [
      'Fee,Action,Code,Date,Currency,Quantity,Price,Amount,Comment',
      '1.00,buy,KLEE,20210203,eur,2.0,10.00,999,x',
    ],
  ])('may have its columns in any order and under any of their names: %s', (header, row) => {
    expect(factsOf(`${header}\n${row}`)).toEqual([
      {
        date: '2021-02-03',
        currency: 'EUR',
        kind: 'trade',
        side: 'buy',
        instrument: 'KLEE',
        units: '2',
        price: '10',
        fee: '1',
        amount: '21',
      },
    ]);
  });

  it('takes the currency of the options and no fee where there are no such columns', () => {
    expect(factsOf('Date,Code,Price,Quantity,Action\n2021-02-03,KLEE,10,2,buy')).toEqual([
      {
        date: '2021-02-03',
        currency: 'CHF',
        kind: 'trade',
        side: 'buy',
        instrument: 'KLEE',
        units: '2',
        price: '10',
        fee: '0',
        amount: '20',
      },
    ]);
  });

  it('names accounts only when there are several', () => {
    const accountsOf = (second: string) =>
      rowsOf(
        `Date,Code,Price,Quantity,Action,Account\n2021-02-03,KLEE,10,2,buy,North\n2021-02-03,KLEE,10,2,buy,${second}`,
      ).map(({ event }) => (event.kind === 'fact' ? event.fact.account : 'no fact'));
    expect(accountsOf('South')).toEqual(['North', 'South']);
    expect(accountsOf('North')).toEqual([undefined, undefined]);
  });

  it('has every bad row named', () => {
    const text = [
      'Date,Code,Currency,Price,Quantity,Action,Fee',
      '09/16/2021,KLEE,EUR,10,2,buy,0',
      '16/09/2021,KLEE,EUR,10,2,buy,<invalid>',
      '16/09/2021,KLEE,EUR,10,2,<invalid>,0',
      '16/09/2021,KLEE,EUR,"10,5",2,buy,0',
      '16/09/2021,KLEE,EUR,10,2,item,0',
      '16/09/2021,KLEE,EUR,10,2,buy',
    ].join('\n');
    expect(problemsOf(text)).toEqual([
      [2, 'bad_date', 'Date'],
      [3, 'bad_amount', 'Fee'],
      [4, 'unknown_type', 'Action'],
      [5, 'bad_amount', 'Price'],
      [6, 'unsupported_type', 'Action'],
      [7, 'cell_count', undefined],
    ]);
  });

  it('needs the columns without which nothing can be booked', () => {
    expect(problemsOf('Date,Code,Price,Action\n')).toEqual([[1, 'missing_column', 'Quantity']]);
    expect(problemsOf('Date,Code,Symbol,Price,Quantity,Action\n')).toEqual([
      [1, 'duplicate_column', 'Symbol'],
    ]);
  });
});
