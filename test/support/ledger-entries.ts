/** Entries and legs for tests of the fold, written as short as the cases they come from. */
import { type CalendarDate, parseCalendarDate } from '../../src/ledger/calendar-date.ts';
import type { Entry, EntryKind } from '../../src/ledger/entry.ts';
import { type Instrument, parseInstrument } from '../../src/ledger/instrument.ts';
import type { Leg } from '../../src/ledger/leg.ts';
import { type Currency, parseCurrency } from '../../src/money/currency.ts';
import { Decimal } from '../../src/money/decimal.ts';

/** Where a leg applies; `ACME` in `USD` unless said. */
export interface Where {
  readonly instrument?: string;
  readonly currency?: string;
}

/** `units` bought at `price` each. */
export function buy(units: string, price: string, fee = '0', where: Where = {}): Leg {
  const cost = Decimal.of(units).times(Decimal.of(price));
  return { kind: 'acquire', ...placeOf(where), units: Decimal.of(units), cost, fee: Decimal.of(fee) };
}

/** `units` sold at `price` each. */
export function sell(units: string, price: string, fee = '0', where: Where = {}): Leg {
  const proceeds = Decimal.of(units).times(Decimal.of(price));
  return { kind: 'dispose', ...placeOf(where), units: Decimal.of(units), proceeds, fee: Decimal.of(fee) };
}

export function split(newUnits: bigint, oldUnits: bigint, where: Where = {}): Leg {
  return { kind: 'split', instrument: placeOf(where).instrument, newUnits, oldUnits };
}

export function splitWithCash(newUnits: bigint, oldUnits: bigint, amount: string, where: Where = {}): Leg {
  const { instrument, currency } = placeOf(where);
  return {
    kind: 'split',
    instrument,
    newUnits,
    oldUnits,
    cashInLieu: { amount: Decimal.of(amount), currency },
  };
}

export function returnOfCapital(amount: string, where: Where = {}): Leg {
  return { kind: 'return_of_capital', ...placeOf(where), amount: Decimal.of(amount) };
}

export function target(units: string, cost: string, where: Where = {}): Leg {
  return { kind: 'target', ...placeOf(where), units: Decimal.of(units), cost: Decimal.of(cost) };
}

export function adjust(units: string, cost: string, where: Where = {}): Leg {
  return { kind: 'adjust', ...placeOf(where), units: Decimal.of(units), cost: Decimal.of(cost) };
}

export function income(gross: string, withheld = '0', where: Where = {}): Leg {
  return { kind: 'income', ...placeOf(where), gross: Decimal.of(gross), withheld: Decimal.of(withheld) };
}

/** One entry per leg or list of legs, on consecutive days of January 2024 and with the numbers 1, 2, 3… */
export function onConsecutiveDays(steps: readonly (Leg | readonly Leg[])[]): readonly Entry[] {
  return steps.map((step, index) => {
    const day = String(index + 1).padStart(2, '0');
    return entryOf(index + 1, `2024-01-${day}`, 'kind' in step ? [step] : step);
  });
}

/** An entry with these legs, of the kind that the first of them usually comes with. */
export function entryOf(seq: number, date: string, legs: readonly Leg[], instant?: string): Entry {
  const first = legs[0];
  return {
    seq,
    kind: first === undefined ? 'deposit' : kindByLeg[first.kind],
    date: dateOf(date),
    ...(instant === undefined ? {} : { instant }),
    postings: [],
    legs,
    sets: [],
    flags: [],
    recordedAt: '2024-12-31T12:00:00.000Z',
    door: 'cli',
    actor: 'tester',
    operation: 'test',
    input: {},
    fromFact: false,
  };
}

export function instrumentOf(text: string): Instrument {
  return present(parseInstrument(text), text);
}

export function currencyOf(text: string): Currency {
  return present(parseCurrency(text), text);
}

export function dateOf(text: string): CalendarDate {
  return present(parseCalendarDate(text), text);
}

const kindByLeg = {
  acquire: 'trade',
  dispose: 'trade',
  split: 'split',
  return_of_capital: 'return_of_capital',
  target: 'holding',
  adjust: 'holding',
  income: 'dividend',
} satisfies Record<Leg['kind'], EntryKind>;

function placeOf({ instrument = 'ACME', currency = 'USD' }: Where): {
  instrument: Instrument;
  currency: Currency;
} {
  return { instrument: instrumentOf(instrument), currency: currencyOf(currency) };
}

function present<T>(value: T | undefined, text: string): T {
  if (value === undefined) throw new Error(`The test gives "${text}", which cannot be read`);
  return value;
}
