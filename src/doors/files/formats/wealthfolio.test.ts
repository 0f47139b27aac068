import { describe, expect, it } from 'vitest';
import { currencyOf, readFixture } from '../../../../test/support/file-fixture.ts';
import { draftEntry } from '../../../ledger/draft-entry.ts';
import { cashEffect } from '../../../ledger/posting.ts';
import type { Currency } from '../../../money/currency.ts';
import { Decimal } from '../../../money/decimal.ts';
import type { FileRow, ParsedFile } from '../format.ts';
import { wealthfolio } from './wealthfolio.ts';

const header =
  'date,symbol,instrumentType,quantity,activityType,unitPrice,currency,fee,amount,fxRate,subtype';

function parse(text: string): ParsedFile {
  return wealthfolio.parse(text, { currency: currencyOf('EUR') });
}

function rowsOf(text: string): readonly FileRow[] {
  const parsed = parse(text);
  if (parsed.kind === 'problems') throw new Error(JSON.stringify(parsed.problems));
  return parsed.rows;
}

function eventOf(row: string): unknown {
  return JSON.parse(
    JSON.stringify(rowsOf(`${header}\n${row}`)[0]?.event, (_name, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  );
}

function problemsOf(rows: string): readonly (readonly [number, string, string | undefined])[] {
  const parsed = parse(`${header}\n${rows}`);
  return parsed.kind === 'problems'
    ? parsed.problems.map(({ line, code, field }) => [line, code, field] as const)
    : [];
}

function cashOf(rows: readonly FileRow[], currency: Currency): string {
  const effects = rows.map(({ event }) =>
    event.kind === 'fact' ? cashEffect(draftEntry(event.fact).postings, currency) : Decimal.zero,
  );
  return Decimal.sum(effects).toString();
}

describe('a Wealthfolio file', () => {
  it('moves the cash that a person adds up by hand', () => {
    const rows = rowsOf(readFixture('wealthfolio-comma.csv'));
    expect(rows).toHaveLength(15);
    // 5,000 − 1,002.50 − 100.12 + 7.61 + 477.50 − 250 + 1.15 − 3 − 1.26 + 40 − 10; the DRIP and the units move none
    expect(cashOf(rows, currencyOf('EUR'))).toBe('4159.38');
    expect(cashOf(rows, currencyOf('CHF'))).toBe('-101');
  });

  it('says the same with another delimiter', () => {
    expect(rowsOf(readFixture('wealthfolio-semicolon.csv'))).toEqual(
      rowsOf(readFixture('wealthfolio-comma.csv')),
    );
  });

  it('is told without the type of the instrument and the exchange rate, which are added later', () => {
    const [row] = rowsOf(`${header}\n2022-02-01,KLEE,EQUITY,1,dividend,0.750,EUR,0,7.61,1.2,ordinary`);
    expect(row?.told).toEqual({
      date: '2022-02-01',
      type: 'DIVIDEND',
      subtype: 'ORDINARY',
      symbol: 'KLEE',
      currency: 'EUR',
      quantity: '1',
      unitPrice: '0.75',
      fee: '0',
      amount: '7.61',
    });
    expect(row?.sourceId).toBeUndefined();
  });
});

describe('an activity of Wealthfolio', () => {
  const base = { date: '2022-01-11', currency: 'EUR' };
  const trade = {
    ...base,
    kind: 'trade',
    side: 'buy',
    instrument: 'KLEE',
    units: '10',
    price: '100',
    fee: '2.5',
  };
  const dividend = { ...base, kind: 'dividend', instrument: 'KLEE', withheld: '0' };
  const split = { ...base, kind: 'split', instrument: 'KLEE' };
  const row = (cells: string) => `2022-01-11,${cells}`;
  const facts: readonly (readonly [string, string, object])[] = [
    ['a purchase', row('KLEE,,10,BUY,100.00,EUR,2.50,,,'), { ...trade, amount: '1002.5' }],
    ['a sale', row('KLEE,,10,SELL,100.00,EUR,2.50,,,'), { ...trade, side: 'sell', amount: '997.5' }],
    [
      "the broker's amount before units × price",
      row('KLEE,,0.1597,BUY,626.93,EUR,0,100.12,,'),
      { ...trade, units: '0.1597', price: '626.93', fee: '0', amount: '100.12' },
    ],
    [
      'a purchase of a plan for what it took',
      row('KLEE,,0.001,BUY,589.8108,EUR,0,0.30,,DRIP'),
      { ...trade, units: '0.001', price: '589.8108', fee: '0', amount: '0.3' },
    ],
    [
      'a purchase with a minus',
      row('KLEE,,10,BUY,100.00,EUR,2.50,-1002.50,,'),
      { ...trade, amount: '1002.5' },
    ],
    [
      'a dividend for its amount',
      row('KLEE,,1,DIVIDEND,0.75,EUR,0,7.61,,'),
      { ...dividend, gross: '7.61', net: '7.61' },
    ],
    [
      'a dividend of units × price',
      row('KLEE,,5,DIVIDEND,0.62,EUR,0,,,'),
      { ...dividend, gross: '3.1', net: '3.1' },
    ],
    [
      'a dividend taken back',
      row('KLEE,,1,DIVIDEND,0.75,EUR,0,-0.70,,'),
      { ...dividend, gross: '-0.7', net: '-0.7' },
    ],
    [
      'a reinvestment without amount',
      row('KLEE,,1,DIVIDEND,110,EUR,,,,DRIP'),
      { ...dividend, gross: '110', net: '110', reinvestedUnits: '1' },
    ],
    [
      'a reinvestment for its amount',
      row('KLEE,,0.05,DIVIDEND,110,EUR,,5.49,,Drip'),
      { ...dividend, gross: '5.49', net: '5.49', reinvestedUnits: '0.05' },
    ],
    [
      'a deposit',
      row(',,1,DEPOSIT,1,EUR,0,1000.00,,'),
      { ...base, kind: 'cash', direction: 'in', amount: '1000' },
    ],
    [
      'a deposit told as units',
      row('$CASH-EUR,,1000,DEPOSIT,1,EUR,0,,,'),
      { ...base, kind: 'cash', direction: 'in', amount: '1000' },
    ],
    [
      'a withdrawal',
      row(',,1,WITHDRAWAL,1,EUR,0,250.00,,'),
      { ...base, kind: 'cash', direction: 'out', amount: '250' },
    ],
    [
      'a withdrawal with a minus',
      row(',,1,WITHDRAWAL,1,EUR,0,-250.00,,'),
      { ...base, kind: 'cash', direction: 'out', amount: '250' },
    ],
    ['interest', row(',,1,INTEREST,1,EUR,0,12.50,,COUPON'), { ...base, kind: 'interest', amount: '12.5' }],
    ['interest charged', row(',,1,INTEREST,1,EUR,0,-0.31,,'), { ...base, kind: 'interest', amount: '-0.31' }],
    [
      'a fee',
      row(',,1,FEE,1,EUR,0,3.00,,'),
      { ...base, kind: 'fee', feeKind: 'fee', amount: '3', refund: false },
    ],
    [
      'a fee in the column of fees',
      row(',,0,FEE,0,EUR,3.00,0,,'),
      { ...base, kind: 'fee', feeKind: 'fee', amount: '3', refund: false },
    ],
    [
      'a tax of an instrument',
      row('KLEE,,,TAX,,EUR,0,1.26,,'),
      { ...base, kind: 'fee', feeKind: 'tax', amount: '1.26', refund: false, instrument: 'KLEE' },
    ],
    ['a split', row('KLEE,,0,SPLIT,0,EUR,0,4,,'), { ...split, newUnits: '4', oldUnits: '1' }],
    [
      'a split with its ratio as quantity',
      row('KLEE,,4,SPLIT,,EUR,,,,'),
      { ...split, newUnits: '4', oldUnits: '1' },
    ],
    ['a reverse split', row('KLEE,,,SPLIT,,EUR,,0.25,,'), { ...split, newUnits: '1', oldUnits: '4' }],
    [
      'a split in odd decimals',
      row('KLEE,,,SPLIT,,EUR,,2.406,,'),
      { ...split, newUnits: '2406', oldUnits: '1000' },
    ],
    ['a split as two numbers', row('KLEE,,,SPLIT,,EUR,,3:2,,'), { ...split, newUnits: '3', oldUnits: '2' }],
    [
      'units that came in',
      row('MOND,,20,TRANSFER_IN,33.335,EUR,0,1.00,,'),
      { ...base, kind: 'existing', instrument: 'MOND', units: '20', cost: '666.7' },
    ],
    [
      'units that came in with a total only',
      row('MOND,,20,TRANSFER_IN,,EUR,0,640.00,,'),
      { ...base, kind: 'existing', instrument: 'MOND', units: '20', cost: '640' },
    ],
    [
      'cash that came in',
      row(',,1,TRANSFER_IN,1,EUR,0,40.00,,'),
      { ...base, kind: 'cash', direction: 'in', amount: '40' },
    ],
    [
      'cash that went out',
      row('$CASH-EUR,,1,TRANSFER_OUT,1,EUR,0,10.00,,'),
      { ...base, kind: 'cash', direction: 'out', amount: '10' },
    ],
  ];
  it.each(facts)('reads %s', (_what, cells, fact) => {
    expect(eventOf(cells)).toEqual({ kind: 'fact', fact });
  });

  const incomplete: readonly (readonly [string, string, readonly string[]])[] = [
    ['an instrument', row(',,10,BUY,100.00,EUR,2.50,,,'), ['instrument']],
    ['units', row('KLEE,,,BUY,100.00,EUR,2.50,1002.50,,'), ['units']],
    ['price and amount', row('KLEE,,10,SELL,,EUR,2.50,,,'), ['amount']],
    ['the units of a reinvestment', row('KLEE,,,DIVIDEND,,EUR,,5.49,,DRIP'), ['reinvestedUnits']],
    ['an amount', row(',,,DEPOSIT,,EUR,0,,,'), ['amount']],
    ['an instrument to split', row(',,4,SPLIT,,EUR,,,,'), ['instrument']],
  ];
  it.each(incomplete)('is incomplete without %s', (_what, cells, missing) => {
    expect(eventOf(cells)).toMatchObject({ kind: 'incomplete', missing });
  });

  const refused: readonly (readonly [string, string, string])[] = [
    [row('KLEE,,0,SPLIT,0,EUR,0,0,,'), 'bad_ratio', 'amount'],
    [row('KLEE,,0,SPLIT,0,EUR,0,,,'), 'bad_ratio', 'quantity'],
    [row('KLEE,,,SPLIT,,EUR,0,,,'), 'bad_ratio', 'quantity'],
    [row('KLEE,,,SPLIT,,EUR,0,1,,'), 'bad_ratio', 'amount'],
    [row('KLEE,,,SPLIT,,EUR,0,-4,,'), 'bad_ratio', 'amount'],
    [row('KLEE,,,SPLIT,,EUR,0,0:1,,'), 'bad_ratio', 'amount'],
    [row('KLEE,,5,TRANSFER_OUT,10,EUR,0,,,'), 'unsupported_type', 'activityType'],
    [row('KLEE,,5,SWAP,10,EUR,0,,,'), 'unknown_type', 'activityType'],
    [row('KLEE,,5,,10,EUR,0,,,'), 'missing_field', 'activityType'],
    [row('KLEE,,5,DIVIDEND,10,EUR,0,,,DIVIDEND_IN_KIND'), 'unsupported_subtype', 'subtype'],
    [row('KLEE,,5,INTEREST,10,EUR,0,,,staking_reward'), 'unsupported_subtype', 'subtype'],
    [row('KLEE,,-5,SELL,10,EUR,0,,,'), 'negative_amount', 'quantity'],
    [row('KLEE,,5,SELL,10,EUR,0,-50,,'), 'wrong_sign', 'amount'],
    [row('KLEE,,5,BUY,10,EUR,0,0.00,,'), 'zero_amount', 'amount'],
    [row('KLEE,,5,BUY,10,EUR,9,5.00,,'), 'fee_above_amount', 'fee'],
    [row(',,1,DEPOSIT,1,EUR,0,-50,,'), 'wrong_sign', 'amount'],
    [row(',,1,DEPOSIT,1,EUR,2,50,,'), 'unexpected_fee', 'fee'],
    [row(',,1,FEE,1,EUR,0,-3,,'), 'wrong_sign', 'amount'],
    [row('KLEE,,1,DIVIDEND,110,EUR,,-5,,DRIP'), 'wrong_sign', 'amount'],
    [row('MOND,,20,TRANSFER_IN,33,EUR,5,,,'), 'unexpected_fee', 'fee'],
    [row('KLEE,,5,BUY,10,GBp,0,,,'), 'hundredth_currency', 'currency'],
    ['1/2/2022,KLEE,,5,BUY,10,EUR,0,,,', 'bad_date', 'date'],
  ];
  it.each(refused)('is refused: %s', (cells, code, field) => {
    expect(problemsOf(cells)).toEqual([[2, code, field]]);
  });
});
