import { amountField, currencyField, instrumentField } from '../../engine/field-kinds.ts';
import { type InputProblem, optional, type Values, withDefault } from '../../engine/field.ts';
import type { Given, PortfolioView } from '../../engine/operation.ts';
import type { Read } from '../../engine/store-protocol.ts';
import type { EntryFlag } from '../../ledger/entry.ts';
import type { TradeFact } from '../../ledger/fact.ts';
import { roundCash } from '../../money/currency.ts';
import { Decimal } from '../../money/decimal.ts';
import { readEvent } from './book-event.ts';
import { eventFields, matchFields, momentOf } from './event-fields.ts';
import { currencyOf, readInstrument, resolveInstrument } from './resolve-instrument.ts';

/** What a purchase or sale by command is described with. */
export const tradeFields = {
  instrument: instrumentField('What is traded'),
  units: amountField('How many units', 'positive', 'UNITS'),
  price: optional(amountField('Price of one unit', 'not_negative', 'PRICE')),
  fee: withDefault(amountField('Fee, inside the amount', 'not_negative', 'FEE'), '0'),
  amount: optional(
    amountField('Money that moved in all, as the broker says; wins over units × price', 'any'),
  ),
  currency: optional(currencyField('Currency of price, fee and amount; as for the instrument when left out')),
  ...eventFields,
  ...matchFields,
};

export type TradeInput = Values<typeof tradeFields>;

/**
 * Without a price there must be an amount. The fee is part of the amount, so a purchase costs at least its fee, and only
 * a sale can move cash the other way, by no more than its fee.
 */
export function checkTradeInput(
  side: TradeFact['side'],
  { price, amount, fee }: TradeInput,
): readonly InputProblem[] {
  if (amount !== undefined) {
    const least = side === 'buy' ? fee : fee.negated();
    if (!amount.lessThan(least)) return [];
    const reason = fee.isZero() ? '' : `, because the fee of ${fee} is part of it`;
    const message = `"amount" is ${amount}. It must be ${least} or more${reason}.`;
    return [{ field: 'amount', found: amount.toString(), message }];
  }
  if (price !== undefined) return [];
  return [
    {
      field: 'price',
      found: null,
      message: '"price" is missing. Give the price of one unit, or the "amount".',
    },
  ];
}

export const readTradedInstrument = ({
  instrument,
  currency,
}: Pick<TradeInput, 'instrument' | 'currency'>): Iterable<Read> => readInstrument(instrument, currency);

export const readTrade = (
  side: TradeFact['side'],
  input: TradeInput,
  view: PortfolioView,
  given: Given,
): Iterable<Read> => readEvent(tradeFactOf(side, input, view, given));

/** The trade with its cash effect: the amount as stated, or units × price with the fee, rounded once. */
export function tradeFactOf(
  side: TradeFact['side'],
  input: TradeInput,
  view: PortfolioView,
  given: Given,
): TradeFact {
  const { units, price, fee } = input;
  const instrument = resolveInstrument(view, input.instrument);
  const currency = currencyOf(view, instrument, input.currency);
  const exact = exactAmount(side, input);
  const amount = input.amount ?? roundCash(exact ?? Decimal.zero, currency);
  const moment = momentOf(input, given);
  return {
    kind: 'trade',
    side,
    instrument,
    units,
    amount,
    fee,
    currency,
    ...(price === undefined ? {} : { price }),
    ...moment,
  };
}

/** `price_mismatch` when units × price ± fee is further from the stated amount than rounding explains. */
export function flagPriceMismatch(
  side: TradeFact['side'],
  trade: {
    readonly units: Decimal;
    readonly price?: Decimal | undefined;
    readonly fee: Decimal;
    readonly amount?: Decimal | undefined;
  },
): readonly EntryFlag[] {
  const exact = exactAmount(side, trade);
  if (exact === undefined || trade.price === undefined || trade.amount === undefined) return [];
  const difference = exact.minus(trade.amount).abs();
  const halfDigit = Decimal.fromParts(5n, Math.max(2, trade.price.scale) + 1);
  const tolerance = Decimal.max(Decimal.of('0.01'), trade.units.times(halfDigit));
  return difference.greaterThan(tolerance) ? ['price_mismatch'] : [];
}

function exactAmount(
  side: TradeFact['side'],
  {
    units,
    price,
    fee,
  }: { readonly units: Decimal; readonly price?: Decimal | undefined; readonly fee: Decimal },
): Decimal | undefined {
  if (price === undefined) return undefined;
  const value = units.times(price);
  return side === 'buy' ? value.plus(fee) : value.minus(fee);
}
