import { optional } from '../engine/field.ts';
import { switchField } from '../engine/field-kinds.ts';
import { answered, defineQuery } from '../engine/query.ts';
import { loadFact, type StoreScript } from '../engine/store-protocol.ts';
import type { CalendarDate } from '../ledger/calendar-date.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import type { Position } from '../ledger/position.ts';
import { roundCash } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import { Rational } from '../money/rational.ts';
import { loadSettings } from './load-settings.ts';
import { foldCurrent, loadInstruments } from './load-positions.ts';
import {
  amountSchema,
  instrumentFilter,
  nullableAmountSchema,
  rowsSchema,
  textSchema,
  timeFields,
} from './query-fields.ts';

/** Units are exact inside; a third of a unit is shown with this many decimals, half-even. */
export const shownUnits = { scale: 18, rounding: 'half-even' } as const;

/** What is held, what it cost, what it is worth by the newest price on record, and what it has earned. */
export const holdings = defineQuery({
  name: 'holdings',
  summary: 'What is held: units, cost, market value by the newest price on record, and gains.',
  fields: {
    instrument: instrumentFilter,
    closed: optional(switchField('Also positions that were closed without any gain')),
    ...timeFields,
  },
  positional: ['instrument'],
  body: rowsSchema({
    instrument: textSchema,
    currency: textSchema,
    units: amountSchema,
    cost: amountSchema,
    average_cost: nullableAmountSchema,
    realized_gain: amountSchema,
    income: amountSchema,
    price: nullableAmountSchema,
    market_value: nullableAmountSchema,
    unrealized_gain: nullableAmountSchema,
  }),
  table: {
    columns: [
      { member: 'instrument', title: 'Instrument' },
      { member: 'units', title: 'Units', align: 'right' },
      { member: 'cost', title: 'Cost', align: 'right' },
      { member: 'currency', title: 'Currency' },
      { member: 'average_cost', title: 'Average', align: 'right' },
      { member: 'price', title: 'Price', align: 'right' },
      { member: 'market_value', title: 'Value', align: 'right' },
      { member: 'unrealized_gain', title: 'Unrealised', align: 'right' },
      { member: 'realized_gain', title: 'Realised', align: 'right' },
    ],
    whenEmpty: 'Nothing is held.',
  },
  *answer({ instrument, closed, as_of: asOf, known_at: knownAt }, { portfolio, today }) {
    const settings = yield* loadSettings(portfolio);
    const bounds = { asOf: asOf ?? today, knownAt };
    const rows: JsonObject[] = [];
    for (const known of yield* loadInstruments(portfolio, instrument)) {
      for (const position of yield* foldCurrent({ portfolio, settings, bounds }, known)) {
        const nothing = position.units.isZero() && position.realizedGain.isZero();
        if (nothing && closed !== true) continue;
        rows.push(describeHolding(position, yield* loadPrice(portfolio, position, bounds.asOf)));
      }
    }
    return answered(rows);
  },
  examples: [{}, { as_of: '2026-05-31' }],
});

function describeHolding(position: Position, price: Decimal | undefined): JsonObject {
  const { instrument, currency, units, cost } = position;
  const value =
    price === undefined ? undefined : roundCash(units.times(Rational.fromDecimal(price)), currency);
  const average = units.isZero() ? undefined : Rational.fromDecimal(cost).dividedBy(units);
  return {
    instrument,
    currency,
    units: units.toDecimal(shownUnits).toString(),
    cost: cost.toString(),
    average_cost:
      average === undefined ? null : average.toDecimal({ scale: 10, rounding: 'half-even' }).toString(),
    realized_gain: position.realizedGain.toString(),
    income: position.income.toString(),
    price: price?.toString() ?? null,
    market_value: value?.toString() ?? null,
    unrealized_gain: value === undefined ? null : value.minus(cost).toString(),
  };
}

/** The newest price on record up to a day. */
function* loadPrice(
  portfolio: PortfolioName,
  { instrument, currency }: Position,
  asOf: CalendarDate,
): StoreScript<Decimal | undefined> {
  const prefix = `${instrument} ${currency} `;
  const read = { kind: 'newest_record', record: 'price', from: prefix, to: `${prefix}${asOf}` } as const;
  const price = (yield* loadFact(portfolio, read))?.value['price'];
  return typeof price === 'string' ? Decimal.of(price) : undefined;
}
