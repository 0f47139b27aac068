import { describe, expect, it } from 'vitest';
import {
  eventsOf,
  fileOf,
  parseMapped,
  plain,
  problemsOf,
  rowsOf,
  toPlain,
} from '../../../../test/support/mapped-file.ts';
import { currencyOf, readFixture } from '../../../../test/support/file-fixture.ts';
import { toCanonicalJson } from '../../../ledger/json-value.ts';
import { mappedCsv } from './mapped-csv.ts';

const bankMapping: unknown = JSON.parse(readFixture('bank-mapping.json'));

describe('a bank file with its mapping', () => {
  const rows = rowsOf(readFixture('bank.csv'), bankMapping, { zone: 'Europe/Berlin', account: 'Depot 1' });
  const base = { currency: 'EUR', account: 'Depot 1' };

  it('is read with German numbers and dates, Berlin times and its own words', () => {
    const posted = rows.slice(0, 7).map(({ event }) => toPlain(event));
    const facts = [
      {
        date: '2022-01-03',
        instant: '2022-01-03T08:05:00.000Z',
        kind: 'trade',
        side: 'buy',
        instrument: 'KLEE',
        units: '10',
        price: '1234.5',
        fee: '7.9',
        amount: '12352.9',
      },
      { date: '2022-01-04', kind: 'cash', direction: 'in', amount: '20000' },
      {
        date: '2022-01-05',
        instant: '2022-01-05T14:30:20.000Z',
        kind: 'trade',
        side: 'sell',
        instrument: 'KLEE',
        units: '4',
        price: '1300',
        fee: '7.9',
        amount: '5192.1',
      },
      { date: '2022-01-10', kind: 'dividend', instrument: 'KLEE', gross: '10', withheld: '1.5', net: '8.5' },
      {
        date: '2022-01-11',
        kind: 'dividend',
        instrument: 'KLEE',
        gross: '-10',
        withheld: '-1.5',
        net: '-8.5',
      },
      { date: '2022-01-12', kind: 'interest', amount: '-0.31' },
      { date: '2022-01-13', kind: 'fee', feeKind: 'fee', amount: '2', refund: false },
    ];
    expect(posted).toEqual(facts.map((fact) => ({ kind: 'fact', fact: { ...base, ...fact } })));
  });

  it('takes a charge with the other sign for a refund', () => {
    expect(toPlain(rows[7]?.event)).toEqual({
      kind: 'fact',
      fact: { ...base, date: '2022-01-14', kind: 'fee', feeKind: 'fee', amount: '2', refund: true },
    });
  });

  it('leaves ignored rows out and keeps the ids of the others', () => {
    expect(rows.map(({ line, sourceId }) => [line, sourceId])).toEqual([
      [2, 'A-1'],
      [3, 'A-2'],
      [4, 'A-3'],
      [5, 'A-4'],
      [6, 'A-5'],
      [7, 'A-6'],
      [8, 'A-7'],
      [9, 'A-8'],
      [11, 'A-10'],
      [12, 'A-11'],
      [13, 'A-12'],
    ]);
  });

  it('marks what is not posted, what is not known and what is taken back', () => {
    expect(rows[8]?.event).toMatchObject({ kind: 'pending', fact: { kind: 'trade', side: 'buy' } });
    expect(rows[9]?.event).toEqual({
      kind: 'incomplete',
      missing: ['instrument', 'amount'],
      known: {
        kind: 'trade',
        side: 'buy',
        date: '2022-01-19',
        currency: 'EUR',
        account: 'Depot 1',
        units: '3',
      },
    });
    expect(rows[10]?.event).toEqual({ kind: 'cancel', cancels: 'A-7' });
  });

  it('tells a row in other words once it is posted, and never with its note', () => {
    const later = readFixture('bank.csv').replace('Vorgemerkt', 'Gebucht').replace('Kulanz', '');
    const told = rowsOf(later, bankMapping).map((row) => row.told);
    expect(
      told.map((words, index) => toCanonicalJson(words) === toCanonicalJson(rows[index]?.told ?? {})),
    ).toEqual([...Array<boolean>(8).fill(true), false, true, true]);
    expect(rows[8]?.told).toEqual({ ...told[8], status: 'pending' });
    expect(told[0]).toEqual({
      date: '2022-01-03',
      time: '09:05:00',
      type: 'kauf',
      instrument: 'KLEE',
      units: '10',
      price: '1234.5',
      fee: '-7.9',
      amount: '-12352.9',
    });
  });
});

describe('the columns of a mapped file', () => {
  it('must all be there', () => {
    const mapping = { columns: { date: 'Day', type: 'Kind', amount: 'Sum' } };
    expect(problemsOf('day,Betrag\n2022-01-03,1', mapping)).toEqual([
      [1, 'missing_column', 'Kind'],
      [1, 'missing_column', 'Sum'],
    ]);
  });

  it('may leave the type and the currency to the defaults', () => {
    const mapping = {
      columns: { date: 'Day', amount: 'Sum' },
      defaults: { type: 'deposit', currency: 'CHF' },
    };
    expect(eventsOf('Day|Sum|Other\n2022-01-03|1.50|x', { ...mapping, delimiter: '|' })).toEqual([
      { date: '2022-01-03', currency: 'CHF', kind: 'cash', direction: 'in', amount: '1.5' },
    ]);
  });

  it('may hold a time in the date or beside it, but not both', () => {
    const mapping = { columns: { date: 'Day', time: 'Time', amount: 'Sum' }, defaults: { type: 'deposit' } };
    const text =
      'Day,Time,Sum\n2022-01-03 10:00,,1\n2022-01-03,10:00,1\n2022-01-03 10:00,11:00,1\n2022-01-03,noon,1';
    expect(problemsOf(text, mapping)).toEqual([
      [4, 'two_times', 'Time'],
      [5, 'bad_time', 'Time'],
    ]);
  });

  it('list the accounts that the file names', () => {
    const text = fileOf(
      { type: 'deposit', amount: '1', account: 'North' },
      { type: 'deposit', amount: '1', account: 'South' },
    );
    const parsed = parseMapped(text, plain);
    expect(parsed.kind === 'rows' ? parsed.accounts : undefined).toEqual(['North', 'South']);
  });

  it('need a mapping', () => {
    const parsed = mappedCsv.parse('Day,Sum\n', { currency: currencyOf('EUR') });
    expect(parsed.kind === 'problems' ? parsed.problems.map(({ line, code }) => [line, code]) : []).toEqual([
      [1, 'no_mapping'],
    ]);
  });
});
