import type { PortfolioView } from '../../engine/operation.ts';
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import { cashEffect, type Posting } from '../../ledger/posting.ts';
import type { Currency } from '../../money/currency.ts';
import type { Decimal } from '../../money/decimal.ts';

/** A day at whose end cash would be below zero. */
export interface CashShortfall {
  readonly currency: Currency;
  readonly date: CalendarDate;
  /** What is there at the end of that day without the entry. */
  readonly available: Decimal;
  readonly needed: Decimal;
}

/**
 * Would these postings leave cash below zero at the end of their day or of any later one? Only postings that take
 * cash away are looked at: money that comes in is never refused for an old shortfall.
 */
export function findCashShortfall(
  view: PortfolioView,
  { postings, date }: { readonly postings: readonly Posting[]; readonly date: CalendarDate },
): CashShortfall | undefined {
  for (const currency of new Set(postings.map((posting) => posting.currency))) {
    const effect = cashEffect(postings, currency);
    if (!effect.isNegative()) continue;
    const { amount, lastDate } = view.get({ kind: 'balance', account: 'assets:cash', currency });
    const later = date < lastDate ? view.get({ kind: 'cash_days', currency, after: date }) : [];
    let available = later.reduce((sum, day) => sum.minus(day.net), amount);
    for (const day of [{ date, net: undefined }, ...later]) {
      if (day.net !== undefined) available = available.plus(day.net);
      if (available.plus(effect).isNegative()) {
        return { currency, date: day.date, available, needed: effect.negated() };
      }
    }
  }
  return undefined;
}
