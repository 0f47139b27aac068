import {
  amountField,
  currencyField,
  dateField,
  instrumentField,
  switchField,
} from '../../engine/field-kinds.ts';
import { type InputProblem, optional, type Values, withDefault } from '../../engine/field.ts';
import { defineOperation, type Given, type PortfolioView, refuse } from '../../engine/operation.ts';
import { addDays, type CalendarDate } from '../../ledger/calendar-date.ts';
import { type EntryFlag, liveEntries } from '../../ledger/entry.ts';
import type { DividendFact } from '../../ledger/fact.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import { unitsOf } from '../../ledger/units-timeline.ts';
import { type Currency, roundCash } from '../../money/currency.ts';
import { Decimal } from '../../money/decimal.ts';
import { Rational } from '../../money/rational.ts';
import { bookEvent, eventRefusals, readEvent } from './book-event.ts';
import { eventFields, matchFields, momentOf } from './event-fields.ts';
import { currencyOf, readInstrument, resolveInstrument } from './resolve-instrument.ts';

const fields = {
  instrument: instrumentField('What paid'),
  gross: optional(amountField('Dividend before tax', 'positive', 'GROSS')),
  withheld: withDefault(amountField('Tax withheld at the source', 'not_negative', 'TAX'), '0'),
  net: optional(amountField('What arrived; checked against gross less withheld', 'not_negative', 'NET')),
  per_unit: optional(amountField('Dividend of one unit, instead of the gross amount', 'positive', 'AMOUNT')),
  ex_date: optional(dateField('First day on which a buyer no longer gets it; needed with per_unit')),
  reinvest: withDefault(switchField('The net was spent at once on more units'), false),
  units: optional(amountField('Units bought by the reinvestment', 'positive', 'UNITS')),
  price: optional(
    amountField('Price of one reinvested unit; gives the units when they are left out', 'positive', 'PRICE'),
  ),
  currency: optional(currencyField('Currency of the amounts; as for the instrument when left out')),
  ...eventFields,
  ...matchFields,
};
type Input = Values<typeof fields>;

/** Units bought by a reinvestment without stated units: net ÷ price, half-even to this many decimals. */
const derivedUnitsScale = 8;

/** A dividend, and with `reinvest` the purchase it paid for, as one event. */
export const recordDividend = defineOperation({
  name: 'record_dividend',
  summary: 'Record a dividend, with the tax withheld from it and, if it was reinvested, the units it bought.',
  fields,
  positional: ['instrument', 'gross'],
  refusals: ['nothing_held', 'net_mismatch', ...eventRefusals],
  replay: 'by-key',
  check,
  firstReads: ({ instrument, currency }) => readInstrument(instrument, currency),
  reads: (input, view, given) => readEvent(factOf(input, view, given)),
  decide: (input, view, given) => {
    const fact = factOf(input, view, given);
    if (!fact.gross.isPositive()) {
      const message = `No units of ${fact.instrument} were held at the close before ${input.ex_date}, so ${input.per_unit} per unit is nothing.`;
      return refuse('nothing_held', message, { instrument: fact.instrument, ex_date: input.ex_date ?? null });
    }
    const net = fact.gross.minus(fact.withheld);
    if (!net.equals(fact.net) || net.isNegative()) {
      const message = `Gross ${fact.gross} less withheld ${fact.withheld} is ${net}, not ${fact.net}. Correct one of them.`;
      return refuse('net_mismatch', message, { expected: net.toString(), found: fact.net.toString() });
    }
    return bookEvent(fact, view, given, { ...input, flags: flagsOf(input, fact) });
  },
  examples: [
    {
      title: 'Gross 12.50, of which 1.88 is withheld',
      input: { instrument: 'AAPL', gross: '12.5', withheld: '1.88', currency: 'USD', on: '2026-05-15' },
      outcome: 'accepted',
      after: { cash: { USD: '10.62' } },
    },
    {
      title: 'A reinvested dividend buys one unit and moves no cash',
      given: [
        {
          operation: 'record_existing_position',
          input: { instrument: 'VOO', units: '1', cost: '100', currency: 'USD', on: '2026-01-01' },
        },
      ],
      input: {
        instrument: 'VOO',
        gross: '110',
        reinvest: true,
        units: '1',
        currency: 'USD',
        on: '2026-05-15',
      },
      outcome: 'accepted',
      after: { cash: {}, holdings: { VOO: { units: '2', cost: '210' } } },
    },
    {
      title: 'A dividend per unit counts what was held before the ex-date',
      given: [
        {
          operation: 'record_existing_position',
          input: { instrument: 'KO', units: '10', cost: '500', currency: 'USD', on: '2026-03-01' },
        },
        {
          operation: 'record_existing_position',
          input: { instrument: 'KO', units: '1', cost: '50', currency: 'USD', on: '2026-03-11' },
        },
      ],
      input: { instrument: 'KO', per_unit: '1', ex_date: '2026-03-10', currency: 'USD', on: '2026-04-01' },
      outcome: 'accepted',
      after: { cash: { USD: '10' } },
    },
    {
      title: 'A net amount that gross and tax do not give',
      input: {
        instrument: 'AAPL',
        gross: '12.5',
        withheld: '1.88',
        net: '11',
        currency: 'USD',
        on: '2026-05-15',
      },
      outcome: 'net_mismatch',
      after: { cash: {} },
    },
  ],
});

function check(input: Input): readonly InputProblem[] {
  const problems: InputProblem[] = [];
  const missing = (field: string, message: string) => problems.push({ field, found: null, message });
  if (input.gross === undefined && input.per_unit === undefined) {
    missing('gross', '"gross" is missing. Give the dividend before tax, or "per_unit" with "ex_date".');
  }
  if (input.gross !== undefined && input.per_unit !== undefined) {
    problems.push({
      field: 'per_unit',
      found: `${input.per_unit}`,
      message: 'Give "gross" or "per_unit", not both.',
    });
  }
  if (input.per_unit !== undefined && input.ex_date === undefined) {
    missing('ex_date', '"ex_date" is missing. It says which units a dividend per unit counts.');
  }
  if (input.reinvest && input.units === undefined && input.price === undefined) {
    missing('units', '"units" is missing. Give the units that were bought, or the "price" of one.');
  }
  return problems;
}

function factOf(input: Input, view: PortfolioView, given: Given): DividendFact {
  const instrument = resolveInstrument(view, input.instrument);
  const currency = currencyOf(view, instrument, input.currency);
  const gross = input.gross ?? grossOf(input, { instrument, currency }, view);
  const net = input.net ?? gross.minus(input.withheld);
  const units = input.reinvest ? (input.units ?? derivedUnits(net, input.price)) : undefined;
  return {
    kind: 'dividend',
    instrument,
    gross,
    withheld: input.withheld,
    net,
    currency,
    ...(units === undefined ? {} : { reinvestedUnits: units }),
    ...momentOf(input, given),
  };
}

function derivedUnits(net: Decimal, price: Decimal | undefined): Decimal | undefined {
  return price === undefined
    ? undefined
    : net.dividedBy(price, { scale: derivedUnitsScale, rounding: 'half-even' });
}

function grossOf(
  { per_unit: perUnit, ex_date: exDate }: Input,
  { instrument, currency }: { readonly instrument: Instrument; readonly currency: Currency },
  view: PortfolioView,
): Decimal {
  if (perUnit === undefined || exDate === undefined) return Decimal.zero;
  const held = unitsBefore(exDate, instrument, view).get(currency) ?? Rational.zero;
  return roundCash(held.times(Rational.fromDecimal(perUnit)), currency);
}

/** Units held at the close before a day. */
function unitsBefore(date: CalendarDate, instrument: Instrument, view: PortfolioView) {
  const state = view.get({ kind: 'units', instrument });
  const close = addDays(date, -1);
  if (state.lastDate <= close) return state.units;
  const entries = liveEntries(view.get({ kind: 'history', instrument }));
  return unitsOf(entries.filter((entry) => entry.date <= close)).units;
}

function flagsOf(input: Input, fact: DividendFact): readonly EntryFlag[] {
  if (!input.reinvest) return [];
  if (input.units === undefined) return ['derived_units'];
  if (input.price === undefined) return [];
  const difference = input.units.times(input.price).minus(fact.net).abs();
  const halfDigit = Decimal.fromParts(5n, Math.max(2, input.price.scale) + 1);
  const tolerance = Decimal.max(Decimal.of('0.01'), input.units.times(halfDigit));
  return difference.greaterThan(tolerance) ? ['price_mismatch'] : [];
}
