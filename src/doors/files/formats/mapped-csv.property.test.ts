/** Made-up facts, printed in the style of any mapping and read again, are the same facts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cannotPrint,
  cashMoves,
  charges,
  currency,
  exactTrades,
  existing,
  factsOf,
  interests,
  printCsv,
  reinvestments,
  spellings,
  splits,
  untaxedDividends,
} from '../../../../test/support/made-up-facts.ts';
import type { Cells } from '../../../../test/support/made-up-facts.ts';
import type { CalendarDate } from '../../../ledger/calendar-date.ts';
import type { Fact } from '../../../ledger/fact.ts';
import { Decimal } from '../../../money/decimal.ts';
import { mappedCsv, parseColumnMapping } from './mapped-csv.ts';

describe('facts printed for a mapping and read again', () => {
  const names = ['date', 'type', 'instrument', 'units', 'price', 'fee', 'amount', 'withheld', 'ratio'];
  const mappings = fc.record({
    columns: fc.constant(Object.fromEntries(names.map((name) => [name, `The ${name}`]))),
    date_format: fc.constantFrom('iso', 'dmy', 'mdy', 'ymd'),
    decimal: fc.constantFrom('.', ','),
    thousands: fc.constantFrom('', ' ', '.', ','),
    amounts: fc.constantFrom('signed', 'unsigned'),
    types: fc.constant({ Kauf: 'buy' }),
  });
  const usable = mappings.filter(({ decimal, thousands }) => decimal !== thousands);
  type Mapping = typeof mappings extends fc.Arbitrary<infer T> ? T : never;

  function printNumber(value: Decimal, { decimal, thousands }: Mapping): string {
    const [whole = '', fraction] = value.toString().split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, thousands);
    return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
  }

  function printDate(date: CalendarDate, { date_format: order }: Mapping): string {
    const [y, m, d] = date.split('-');
    if (order === 'dmy') return `${d}.${m}.${y}`;
    if (order === 'mdy') return `${m}/${d}/${y}`;
    return order === 'ymd' ? `${y}/${m}/${d}` : date;
  }

  function toCells(fact: Fact, mapping: Mapping): Cells {
    const signed = mapping.amounts === 'signed';
    const number = (value: Decimal) => printNumber(value, mapping);
    const leaving = (value: Decimal) => number(signed ? value.negated() : value);
    const row = {
      date: printDate(fact.date, mapping),
      instrument: 'instrument' in fact ? (fact.instrument ?? '') : '',
    };
    if (fact.kind === 'trade') {
      const money = {
        type: fact.side === 'buy' ? 'KAUF' : 'sell',
        amount: fact.side === 'buy' ? leaving(fact.amount) : number(fact.amount),
      };
      return {
        ...row,
        ...money,
        units: number(fact.units),
        fee: leaving(fact.fee),
        price: number(fact.price ?? Decimal.zero),
      };
    }
    if (fact.kind === 'cash')
      return {
        ...row,
        type: fact.direction === 'in' ? 'deposit' : 'withdrawal',
        amount: fact.direction === 'in' ? number(fact.amount) : leaving(fact.amount),
      };
    if (fact.kind === 'fee')
      return {
        ...row,
        type: fact.feeKind,
        amount: leaving(fact.refund ? fact.amount.negated() : fact.amount),
      };
    if (fact.kind === 'interest') return { ...row, type: 'interest', amount: number(fact.amount) };
    if (fact.kind === 'split') return { ...row, type: 'split', ratio: `${fact.newUnits}:${fact.oldUnits}` };
    if (fact.kind === 'existing')
      return { ...row, type: 'existing', units: number(fact.units), amount: number(fact.cost) };
    if (fact.kind !== 'dividend') return cannotPrint(fact);
    if (fact.reinvestedUnits === undefined) return { ...row, type: 'dividend', amount: number(fact.net) };
    return { ...row, type: 'drip', units: number(fact.reinvestedUnits), amount: number(fact.net) };
  }

  it('are the same in every style', () => {
    const mapped = splits.filter((fact) => fact.kind !== 'split' || fact.newUnits !== 2406n);
    const all = fc.oneof(
      exactTrades,
      untaxedDividends,
      reinvestments,
      interests,
      cashMoves,
      charges('fee', false),
      charges('tax', true),
      mapped,
      existing,
    );
    fc.assert(
      fc.property(fc.array(all), usable, spellings, (facts, mapping, spelling) => {
        const parsed = parseColumnMapping(mapping);
        const rows = facts
          .map((fact) => toCells(fact, mapping))
          .map((cells) =>
            Object.fromEntries(Object.entries(cells).map(([name, text]) => [`The ${name}`, text])),
          );
        const text = printCsv(
          names.map((name) => `The ${name}`),
          rows,
          spelling,
        );
        const options = parsed.kind === 'mapping' ? { currency, mapping: parsed.mapping } : { currency };
        expect(factsOf(mappedCsv.parse(text, options))).toEqual(facts);
      }),
    );
  });
});
