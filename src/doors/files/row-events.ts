/**
 * From the parts of a row to what it says. Every format ends here, so that the same purchase gives the same fact
 * whichever program wrote the file.
 *
 * Invariants (tests refer to them by number):
 * 1. An amount that the file gives is the amount of the fact. Only a missing one is computed from units × price.
 * 2. A computed amount is rounded once, from the exact total with the fee in it.
 * 3. What neither is given nor can be computed makes the row incomplete; nothing is booked as zero.
 */
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import type { DividendFact, Fact, FeeFact, TradeFact } from '../../ledger/fact.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import type { Ratio } from '../../ledger/ratio.ts';
import { roundCash } from '../../money/currency.ts';
import type { Currency } from '../../money/currency.ts';
import { Decimal } from '../../money/decimal.ts';
import type { RowEvent } from './format.ts';

/** What formats read from a row before they know what it is. */
export interface RowParts {
  readonly date: CalendarDate;
  readonly instant?: string | undefined;
  readonly account?: string | undefined;
  readonly currency: Currency;
  readonly instrument?: Instrument | undefined;
  readonly units?: Decimal | undefined;
  readonly price?: Decimal | undefined;
  /** Below zero only where a fee is taken back. */
  readonly fee: Decimal;
  /** The money that moved in all, fee included, where the file gives it. Its sign is described at each function. */
  readonly amount?: Decimal | undefined;
}

/**
 * Whether the file gives an amount of zero beside units and a price that are not: a placeholder, which would book the
 * row without its money if it were taken at its word.
 */
export function isZeroBesidePrice({ amount, units, price }: RowParts): boolean {
  if (amount?.isZero() !== true || units === undefined || price === undefined) return false;
  return !units.isZero() && !price.isZero();
}

/** `amount` is without sign, but for a sale whose proceeds are smaller than its fee. */
export function toTrade(parts: RowParts, side: 'buy' | 'sell'): RowEvent {
  const { date, currency, instrument, units, price, fee } = parts;
  const amount = totalOf(parts, side === 'buy' ? fee : fee.negated());
  if (instrument === undefined || units === undefined || amount === undefined) {
    return incomplete(
      parts,
      { kind: 'trade', side, price, fee: unlessZero(fee) },
      { instrument, units, amount },
    );
  }
  const fact: Unfinished<TradeFact> = { kind: 'trade', date, currency, side, instrument, units, amount, fee };
  if (price !== undefined) fact.price = price;
  return finished(fact, parts);
}

/** `amount` is without sign. */
export function toCash(parts: RowParts, direction: 'in' | 'out'): RowEvent {
  const { date, currency } = parts;
  const amount = totalOf(parts, Decimal.zero);
  if (amount === undefined) return incomplete(parts, { kind: 'cash', direction }, { amount });
  return finished({ kind: 'cash', date, currency, direction, amount }, parts);
}

/**
 * `amount` is the net that arrived, negative when a dividend is taken back; the gross is that and what was withheld.
 * Without one, units × price is the gross. A reinvestment needs units: the dividend bought them.
 */
export function toDividend(parts: RowParts, withheld: Decimal, use: 'paid' | 'reinvested'): RowEvent {
  const { date, currency, instrument, units } = parts;
  const net = totalOf(parts, withheld.negated());
  const isReinvested = use === 'reinvested';
  if (instrument === undefined || net === undefined || (isReinvested && units === undefined)) {
    const needed = isReinvested ? { instrument, reinvestedUnits: units, net } : { instrument, net };
    return incomplete(parts, { kind: 'dividend', withheld: unlessZero(withheld) }, needed);
  }
  const gross = net.plus(withheld);
  const fact: Unfinished<DividendFact> = {
    kind: 'dividend',
    date,
    currency,
    instrument,
    gross,
    withheld,
    net,
  };
  if (isReinvested && units !== undefined) fact.reinvestedUnits = units;
  return finished(fact, parts);
}

/** `amount` is negative when interest was charged. Without one it is units × price less the fee. */
export function toInterest(parts: RowParts): RowEvent {
  const { date, currency } = parts;
  const amount = totalOf(parts, parts.fee.negated());
  if (amount === undefined) return incomplete(parts, { kind: 'interest' }, { amount });
  return finished({ kind: 'interest', date, currency, amount }, parts);
}

/** `amount` is what was spent, negative for a refund. Without one it is the fee, or units × price when that is zero. */
export function toFee(parts: RowParts, feeKind: 'fee' | 'tax'): RowEvent {
  const { date, currency, instrument } = parts;
  const spent = parts.amount ?? (parts.fee.isZero() ? totalOf(parts, Decimal.zero) : parts.fee);
  if (spent === undefined) return incomplete(parts, { kind: 'fee', feeKind, instrument }, { amount: spent });
  const refund = spent.isNegative();
  const fact: Unfinished<FeeFact> = { kind: 'fee', date, currency, feeKind, amount: spent.abs(), refund };
  if (instrument !== undefined) fact.instrument = instrument;
  return finished(fact, parts);
}

export function toSplit(parts: RowParts, { newUnits, oldUnits }: Ratio): RowEvent {
  const { date, currency, instrument } = parts;
  if (instrument === undefined) {
    return incomplete(parts, { kind: 'split', ratio: `${newUnits}:${oldUnits}` }, { instrument });
  }
  return finished({ kind: 'split', date, currency, instrument, newUnits, oldUnits }, parts);
}

/** `amount` is without sign. */
export function toReturnOfCapital(parts: RowParts): RowEvent {
  const { date, currency, instrument } = parts;
  const amount = totalOf(parts, parts.fee.negated());
  if (instrument === undefined || amount === undefined) {
    return incomplete(parts, { kind: 'return_of_capital' }, { instrument, amount });
  }
  return finished({ kind: 'return_of_capital', date, currency, instrument, amount }, parts);
}

/** `amount` is what the units had cost, without sign. */
export function toExisting(parts: RowParts): RowEvent {
  const { date, currency, instrument, units } = parts;
  const cost = totalOf(parts, Decimal.zero);
  if (instrument === undefined || units === undefined || cost === undefined) {
    return incomplete(parts, { kind: 'existing' }, { instrument, units, cost });
  }
  return finished({ kind: 'existing', date, currency, instrument, units, cost }, parts);
}

/**
 * A fact under construction. Members that may be absent are set one by one: spreading objects into each other was
 * measured at eight times the cost, and a file has up to a million rows.
 */
type Unfinished<F extends Fact> = { -readonly [Member in keyof F]: F[Member] };

function finished(
  fact: Fact & { instant?: string; account?: string },
  { instant, account }: RowParts,
): RowEvent {
  if (instant !== undefined) fact.instant = instant;
  if (account !== undefined) fact.account = account;
  return { kind: 'fact', fact };
}

/** The given amount, else units × price + `extra` rounded once, else undefined. */
function totalOf(parts: RowParts, extra: Decimal): Decimal | undefined {
  const { amount, units, price, currency } = parts;
  if (amount !== undefined) return amount;
  if (units === undefined || price === undefined) return undefined;
  return roundCash(units.times(price).plus(extra), currency);
}

/** A fee or tax that nothing was told of counts as zero, but it is not something that is known. */
function unlessZero(value: Decimal): Decimal | undefined {
  return value.isZero() ? undefined : value;
}

type Members = Readonly<Record<string, Decimal | string | undefined>>;

/** `needed` are the members that the fact cannot do without; those that are undefined are what is missing. */
function incomplete(parts: RowParts, told: Members, needed: Members): RowEvent {
  const { date, instant, account, currency } = parts;
  const known: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...told, date, instant, account, currency, ...needed })) {
    if (value !== undefined) known[name] = value.toString();
  }
  const missing = Object.keys(needed).filter((name) => needed[name] === undefined);
  return { kind: 'incomplete', missing, known };
}
