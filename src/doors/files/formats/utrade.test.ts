import { describe, expect, it } from 'vitest';
import { currencyOf, readFixture } from '../../../../test/support/file-fixture.ts';
import { toCanonicalJson } from '../../../ledger/json-value.ts';
import type { FileRow, ParsedFile } from '../format.ts';
import { utrade } from './utrade.ts';

const header = 'DATE,TYPE,REF #,DESCRIPTION,FEES,AMOUNT,BALANCE';

function parse(text: string): ParsedFile {
  return utrade.parse(text, { currency: currencyOf('USD') });
}

function rowsOf(text: string): readonly FileRow[] {
  const parsed = parse(text);
  if (parsed.kind === 'problems') throw new Error(JSON.stringify(parsed.problems));
  return parsed.rows;
}

/** The event of a file with one row, in plain JSON. */
function eventOf(row: string): unknown {
  return JSON.parse(JSON.stringify(rowsOf(`${header}\n${row}`)[0]?.event));
}

function problemsOf(rows: string): readonly (readonly [number, string, string | undefined])[] {
  const parsed = parse(`${header}\n${rows}`);
  return parsed.kind === 'problems'
    ? parsed.problems.map(({ line, code, field }) => [line, code, field] as const)
    : [];
}

const base = { date: '2021-03-02', currency: 'USD' };

describe('a UTrade file', () => {
  it('is read whole, in its order, with the numbers of the broker', () => {
    const rows = rowsOf(readFixture('utrade-first.csv'));
    expect(rows.map(({ line, sourceId }) => [line, sourceId])).toEqual([
      [2, '50010001'],
      [3, '50010002'],
      [4, '50010003'],
      [5, '50010004'],
      [6, '50010005'],
    ]);
  });

  it('tells a row that two exports share in the same words', () => {
    const spoken = (row: FileRow) => `${row.sourceId} ${toCanonicalJson(row.told)}`;
    const first = new Set(rowsOf(readFixture('utrade-first.csv')).map(spoken));
    const second = rowsOf(readFixture('utrade-second.csv')).map(spoken);
    expect(second.map((row) => first.has(row))).toEqual([true, true, false, false]);
  });

  it('keeps two rows with one reference apart, because the balance counts both', () => {
    const row = '2026-05-05,XFER,1,CLIENT REQUESTED ELECTRONIC FUNDING,0,2500.00';
    const rows = rowsOf(`${header}\n${row},2500.00\n${row},5000.00\n${row},7500.00`);
    expect(rows.map(({ sourceId }) => sourceId)).toEqual(['1', '1 (2)', '1 (3)']);
  });

  it('is told without its balance, which changes with what is booked before', () => {
    const [row] = rowsOf(`${header}\n2021-03-02,BUY,1,BOUGHT +KLEE 12 @40.25,6.50,-489.50,10.50`);
    expect(row?.told).toEqual({
      date: '2021-03-02',
      type: 'BUY',
      description: 'BOUGHT +KLEE 12 @40.25',
      fees: '6.5',
      amount: '-489.5',
    });
  });

  const bought = {
    kind: 'trade',
    side: 'buy',
    instrument: 'KLEE',
    units: '12',
    amount: '489.5',
    fee: '6.5',
    price: '40.25',
  };
  const sold = {
    kind: 'trade',
    side: 'sell',
    instrument: 'KLEE',
    units: '5',
    amount: '214',
    fee: '6.5',
    price: '44.1',
  };
  const paid = { kind: 'dividend', instrument: 'KLEE', withheld: '0' };
  const events: readonly (readonly [string, string, unknown])[] = [
    ['a purchase, fee inside', '2021-03-02,BUY,1,BOUGHT +KLEE 12 @40.25,6.50,-489.50,0', bought],
    [
      'a purchase without fee',
      '2021-03-02,BUY,1,BOUGHT +KLEE 12 @40.25,,-483.00,0',
      { ...bought, amount: '483', fee: '0' },
    ],
    ['a sale with its lot', '2021-03-02,SELL,1,SOLD +KLEE 5 @44.10 (LOT 40.25),6.50,214.00,0', sold],
    ['a sale without lot', '2021-03-02,SELL,1,SOLD +KLEE 5 @44.10,6.50,214.00,0', sold],
    [
      'a sale that costs more than it brings',
      '2021-03-02,SELL,1,SOLD +KLEE 200 @0.0005 (LOT 1),6.00,-5.90,0',
      { ...sold, units: '200', amount: '-5.9', fee: '6', price: '0.0005' },
    ],
    [
      'a dividend, net',
      '2021-03-02,DIV,1,ORDINARY DIVIDEND~KLEE,0,3.36,0',
      { ...paid, gross: '3.36', net: '3.36' },
    ],
    [
      'a dividend taken back',
      '2021-03-02,DIV,1,ORDINARY DIVIDEND~KLEE,0,-1.20,0',
      { ...paid, gross: '-1.2', net: '-1.2' },
    ],
    [
      'money coming in',
      '2021-03-02,XFER,1,CLIENT REQUESTED ELECTRONIC FUNDING,0,2000.00,0',
      { kind: 'cash', direction: 'in', amount: '2000' },
    ],
    [
      'money going out',
      '2021-03-02,XFER,1,CLIENT REQUESTED ELECTRONIC FUNDING,0,-227.86,0',
      { kind: 'cash', direction: 'out', amount: '227.86' },
    ],
    [
      'a symbol with a space',
      '2021-03-02,BUY,1,BOUGHT +KLEE B 12 @40.25,6.50,-489.50,0',
      { ...bought, instrument: 'KLEE B' },
    ],
  ];
  it.each(events)('reads %s', (_what, row, fact) => {
    expect(eventOf(row)).toEqual({ kind: 'fact', fact: { ...base, ...(fact as object) } });
  });

  it('takes the currency and the account from the options', () => {
    const text = `${header}\n2021-03-02,DIV,1,ORDINARY DIVIDEND~KLEE,0,3.36,0`;
    const parsed = utrade.parse(text, { currency: currencyOf('CAD'), account: 'U-7' });
    const event = parsed.kind === 'rows' ? parsed.rows[0]?.event : undefined;
    expect(event?.kind === 'fact' ? [event.fact.currency, event.fact.account] : []).toEqual(['CAD', 'U-7']);
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['2021-03-02,BONUS,1,X,0,1,1', 'unknown_type', 'TYPE'],
    ['2021-03-02,,1,X,0,1,1', 'missing_field', 'TYPE'],
    ['02.03.2021,DIV,1,ORDINARY DIVIDEND~KLEE,0,1,1', 'bad_date', 'DATE'],
    ['2021-03-02,DIV,,ORDINARY DIVIDEND~KLEE,0,1,1', 'missing_field', 'REF #'],
    ['2021-03-02,DIV,1,ORDINARY DIVIDEND~KLEE,0,"1,0",1', 'bad_amount', 'AMOUNT'],
    ['2021-03-02,DIV,1,ORDINARY DIVIDEND~KLEE,0,1,', 'missing_field', 'BALANCE'],
    ['2021-03-02,DIV,1,ORDINARY DIVIDEND~KLEE,0.5,1,1', 'unexpected_fee', 'FEES'],
    ['2021-03-02,DIV,1,SPECIAL THING,0,1,1', 'bad_description', 'DESCRIPTION'],
    ['2021-03-02,BUY,1,SOLD +KLEE 12 @40.25,0,-483,1', 'bad_description', 'DESCRIPTION'],
    ['2021-03-02,BUY,1,BOUGHT +KLEE twelve @40.25,0,-483,1', 'bad_description', 'DESCRIPTION'],
    ['2021-03-02,BUY,1,BOUGHT +KLEE -12 @40.25,0,-483,1', 'bad_description', 'DESCRIPTION'],
    ['2021-03-02,BUY,1,BOUGHT +KLEE 12 @40.25,0,483,1', 'wrong_sign', 'AMOUNT'],
    ['2021-03-02,BUY,1,BOUGHT +KLEE 12 @0.1,6.50,-1.20,1', 'fee_above_amount', 'FEES'],
    ['2021-03-02,SELL,1,SOLD +KLEE 12 @40.25,6.50,-483,1', 'wrong_sign', 'AMOUNT'],
    ['2021-03-02,SELL,1,SOLD +KLEE 12 @40.25,-6.50,483,1', 'negative_amount', 'FEES'],
    ['2021-03-02,XFER,1,FUNDING,0,0,1', 'zero_amount', 'AMOUNT'],
    ['2021-03-02,XFER,1,FUNDING,2,100,1', 'unexpected_fee', 'FEES'],
  ];
  it.each(refused)('refuses %s', (row, code, field) => {
    expect(problemsOf(row)).toEqual([[2, code, field]]);
  });

  it('refuses the whole file for one bad row, and names every bad row', () => {
    const rows = [
      '2021-03-02,DIV,1,ORDINARY DIVIDEND~KLEE,0,1.00,11.00',
      '2021-03-99,DIV,2,ORDINARY DIVIDEND~KLEE,0,1.00,12.00',
      '2021-03-04,GIFT,3,ORDINARY DIVIDEND~KLEE,0,1.00,13.00',
      '2021-03-05,DIV,4,ORDINARY DIVIDEND~KLEE',
    ];
    expect(problemsOf(rows.join('\n'))).toEqual([
      [3, 'bad_date', 'DATE'],
      [4, 'unknown_type', 'TYPE'],
      [5, 'cell_count', undefined],
    ]);
  });

  it('names the known types', () => {
    const parsed = parse(`${header}\n2021-03-02,bonus,1,X,0,1,1`);
    expect(parsed.kind === 'problems' ? parsed.problems[0]?.message : '').toBe(
      'The type "bonus" is not known. Known are BUY, SELL, DIV, XFER.',
    );
  });
});

describe('the running balance of a UTrade file', () => {
  it('shows a row that does not follow, once, with both figures', () => {
    const rows = [
      '2021-03-02,DIV,1,ORDINARY DIVIDEND~KLEE,0,1.00,11.00',
      '2021-03-03,DIV,2,ORDINARY DIVIDEND~KLEE,0,2.00,14.00',
      '2021-03-04,DIV,3,ORDINARY DIVIDEND~KLEE,0,3.00,17.00',
    ];
    const parsed = parse(`${header}\n${rows.join('\n')}`);
    const problems = parsed.kind === 'problems' ? parsed.problems : [];
    expect(problems.map(({ line, code, field }) => [line, code, field])).toEqual([
      [3, 'balance_break', 'BALANCE'],
    ]);
    expect(problems[0]?.message).toContain('The balance is 14, but 11 before and 2 in this row make 13.');
  });

  it('cannot be checked against a row whose numbers are bad', () => {
    const rows = [
      '2021-03-02,DIV,1,ORDINARY DIVIDEND~KLEE,0,1.00,11.00',
      '2021-03-03,DIV,2,ORDINARY DIVIDEND~KLEE,0,x,y',
      '2021-03-04,DIV,3,ORDINARY DIVIDEND~KLEE,0,3.00,99.00',
    ];
    expect(problemsOf(rows.join('\n'))).toEqual([
      [3, 'bad_amount', 'AMOUNT'],
      [3, 'bad_amount', 'BALANCE'],
    ]);
  });
});

describe('the header of a UTrade file', () => {
  it('needs every column', () => {
    const parsed = parse('DATE,TYPE,DESCRIPTION,FEES,AMOUNT\n');
    expect(
      parsed.kind === 'problems' ? parsed.problems.map(({ line, code, field }) => [line, code, field]) : [],
    ).toEqual([
      [1, 'missing_column', 'REF #'],
      [1, 'missing_column', 'BALANCE'],
    ]);
  });

  it('may not have a column twice', () => {
    const parsed = parse(`${header},Amount\n`);
    expect(parsed.kind === 'problems' ? parsed.problems.map(({ code, field }) => [code, field]) : []).toEqual(
      [['duplicate_column', 'Amount']],
    );
  });

  it('alone is a file without rows', () => {
    expect(rowsOf(`${header}\n`)).toEqual([]);
  });
});
