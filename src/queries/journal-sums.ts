import type { Account } from '../ledger/account.ts';
import type { CalendarDate } from '../ledger/calendar-date.ts';
import type { Posting } from '../ledger/posting.ts';
import type { Currency } from '../money/currency.ts';
import type { Decimal } from '../money/decimal.ts';
import { RunningSum } from '../money/running-sum.ts';

/** What the postings of a journal sum to: by account and currency, and of cash by currency and day. */
export class JournalSums {
  readonly #accounts = new Map<Account, Map<Currency, RunningSum>>();
  readonly #cashDays = new Map<Currency, Map<CalendarDate, RunningSum>>();

  add({ account, currency, amount }: Posting, date: CalendarDate): void {
    sumIn(this.#accounts, account, currency).add(amount);
    if (account === 'assets:cash') sumIn(this.#cashDays, currency, date).add(amount);
  }

  /** By account and currency with a space between. */
  balances(): ReadonlyMap<string, Decimal> {
    const balances = new Map<string, Decimal>();
    for (const [account, sums] of this.#accounts) {
      for (const [currency, sum] of sums) balances.set(`${account} ${currency}`, sum.total);
    }
    return balances;
  }

  /** Net movement of cash per currency and day. */
  cashDays(): ReadonlyMap<Currency, ReadonlyMap<CalendarDate, Decimal>> {
    return new Map(
      [...this.#cashDays].map(([currency, days]) => [
        currency,
        new Map([...days].map(([date, sum]) => [date, sum.total])),
      ]),
    );
  }
}

function sumIn<Outer, Inner>(
  sums: Map<Outer, Map<Inner, RunningSum>>,
  outer: Outer,
  inner: Inner,
): RunningSum {
  let within = sums.get(outer);
  if (within === undefined) {
    within = new Map();
    sums.set(outer, within);
  }
  let sum = within.get(inner);
  if (sum === undefined) {
    sum = new RunningSum();
    within.set(inner, sum);
  }
  return sum;
}
