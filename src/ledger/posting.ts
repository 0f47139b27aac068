import type { Currency } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import type { Account } from './account.ts';

/** One movement of money on one account; positive adds to it. */
export interface Posting {
  readonly account: Account;
  readonly currency: Currency;
  readonly amount: Decimal;
}

/** The currencies in which these postings do not sum to zero, with what they sum to. Empty for a balanced entry. */
export function checkBalanced(postings: readonly Posting[]): ReadonlyMap<Currency, Decimal> {
  const sums = new Map<Currency, Decimal>();
  for (const { currency, amount } of postings)
    sums.set(currency, (sums.get(currency) ?? Decimal.zero).plus(amount));
  return new Map([...sums].filter(([, sum]) => !sum.isZero()));
}

/** The same postings with the opposite sign. */
export function mirrorPostings(postings: readonly Posting[]): readonly Posting[] {
  return postings.map((posting) => ({ ...posting, amount: posting.amount.negated() }));
}

/** One posting for each account and currency, none of zero. */
export function mergePostings(postings: readonly Posting[]): readonly Posting[] {
  const merged = new Map<string, Posting>();
  for (const posting of postings) {
    const name = `${posting.account} ${posting.currency}`;
    const seen = merged.get(name);
    merged.set(name, seen === undefined ? posting : { ...seen, amount: seen.amount.plus(posting.amount) });
  }
  return [...merged.values()].filter((posting) => !posting.amount.isZero());
}

/** What these postings do to cash in one currency. */
export function cashEffect(postings: readonly Posting[], currency: Currency): Decimal {
  return Decimal.sum(
    postings
      .filter((posting) => posting.account === 'assets:cash' && posting.currency === currency)
      .map((posting) => posting.amount),
  );
}
