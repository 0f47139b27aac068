/** Facts and spellings that are made up at random, for tests that print them and read them again. */
import fc from 'fast-check';
import { addDays, parseCalendarDate } from '../../src/ledger/calendar-date.ts';
import type { CalendarDate } from '../../src/ledger/calendar-date.ts';
import type { Fact } from '../../src/ledger/fact.ts';
import { parseInstrument } from '../../src/ledger/instrument.ts';
import type { Instrument } from '../../src/ledger/instrument.ts';
import type { Currency } from '../../src/money/currency.ts';
import { Decimal } from '../../src/money/decimal.ts';
import type { ParsedFile } from '../../src/doors/files/format.ts';
import { currencyOf } from './file-fixture.ts';

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A value of the test is wrong');
  return value;
}

export const currency: Currency = currencyOf('EUR');
const epoch: CalendarDate = must(parseCalendarDate('2000-01-01'));
const dates = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays(epoch, days));
const instruments = fc
  .constantFrom('KLEE', '600519.SH', 'Penthouse Apartment', 'A "quoted", name', 'Ünï;cøde|4')
  .map((name): Instrument => must(parseInstrument(name)));
const cents = (min: number, max: number) =>
  fc.integer({ min, max }).map((value) => Decimal.fromParts(BigInt(value), 2));
const money = cents(1, 99_999_999);
const fees = cents(0, 999);
const wholeUnits = fc.integer({ min: 0, max: 9_999 }).map((value) => Decimal.of(BigInt(value)));

/** A trade whose amount is exactly units × price and fee, with whole units, so that nothing is rounded. */
export const exactTrades: fc.Arbitrary<Fact> = fc
  .record({
    date: dates,
    instrument: instruments,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    units: wholeUnits,
    price: money,
    fee: fees,
  })
  .map((trade) => {
    const traded = trade.units.times(trade.price);
    const amount = trade.side === 'buy' ? traded.plus(trade.fee) : traded.minus(trade.fee);
    return { kind: 'trade', currency, ...trade, amount };
  });
export const dividends: fc.Arbitrary<Fact> = fc
  .record({ date: dates, instrument: instruments, gross: cents(-9_999, 9_999), withheld: fees })
  .map((dividend) => ({
    kind: 'dividend',
    currency,
    ...dividend,
    net: dividend.gross.minus(dividend.withheld),
  }));
export const untaxedDividends: fc.Arbitrary<Fact> = fc
  .record({ date: dates, instrument: instruments, net: cents(-9_999, 9_999) })
  .map(({ date, instrument, net }) => ({
    kind: 'dividend',
    currency,
    date,
    instrument,
    gross: net,
    withheld: Decimal.zero,
    net,
  }));
export const reinvestments: fc.Arbitrary<Fact> = fc
  .record({ date: dates, instrument: instruments, net: money, reinvestedUnits: cents(1, 999) })
  .map((dividend) => ({
    kind: 'dividend',
    currency,
    ...dividend,
    gross: dividend.net,
    withheld: Decimal.zero,
  }));
export const interests: fc.Arbitrary<Fact> = fc
  .record({ date: dates, amount: cents(-9_999, 9_999) })
  .map((interest) => ({ kind: 'interest', currency, ...interest }));
export const cashMoves: fc.Arbitrary<Fact> = fc
  .record({ date: dates, direction: fc.constantFrom('in' as const, 'out' as const), amount: money })
  .map((cash) => ({ kind: 'cash', currency, ...cash }));
export const charges = (feeKind: 'fee' | 'tax', refund: boolean): fc.Arbitrary<Fact> =>
  fc
    .record({ date: dates, amount: money })
    .map((charge) => ({ kind: 'fee', currency, feeKind, refund, ...charge }));
export const splits: fc.Arbitrary<Fact> = fc
  .record({
    date: dates,
    instrument: instruments,
    ratio: fc.constantFrom(
      ...([
        [4n, 1n],
        [1n, 4n],
        [3n, 2n],
        [21n, 20n],
        [2406n, 1000n],
      ] as const),
    ),
  })
  .map(({ date, instrument, ratio: [newUnits, oldUnits] }) => ({
    kind: 'split',
    currency,
    date,
    instrument,
    newUnits,
    oldUnits,
  }));
export const existing: fc.Arbitrary<Fact> = fc
  .record({ date: dates, instrument: instruments, units: cents(1, 99_999), cost: money })
  .map((position) => ({ kind: 'existing', currency, ...position }));

/** The cells of a row by their columns; blank where one is missing. */
export type Cells = Readonly<Record<string, string>>;

/** How a CSV file is spelt. */
export const spellings = fc.record({
  delimiter: fc.constantFrom(',', ';'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF'),
  turn: fc.nat({ max: 20 }),
  isReversed: fc.boolean(),
});
export type Spelling = typeof spellings extends fc.Arbitrary<infer T> ? T : never;

export function printCsv(columns: readonly string[], rows: readonly Cells[], spelling: Spelling): string {
  const turn = spelling.turn % columns.length;
  const turned = [...columns.slice(turn), ...columns.slice(0, turn)];
  const order = spelling.isReversed ? turned.toReversed() : turned;
  const quoted = (text: string) => (/[",;\n|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [order, ...rows.map((row) => order.map((column) => row[column] ?? ''))];
  return (
    spelling.mark +
    lines.map((line) => line.map(quoted).join(spelling.delimiter)).join(spelling.lineEnd) +
    spelling.lineEnd
  );
}

export function factsOf(parsed: ParsedFile): readonly unknown[] {
  if (parsed.kind === 'problems') return [...parsed.problems];
  return parsed.rows.map(({ event }) => (event.kind === 'fact' ? event.fact : event));
}

/** For facts that a format has no row for. */
export function cannotPrint(fact: Fact): never {
  throw new Error(`The test cannot print ${fact.kind}`);
}
