import { answered, defineQuery } from '../engine/query.ts';
import { loadFact, type StoreScript } from '../engine/store-protocol.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import type { Currency } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import { isWithin, type TimeBounds, walkEntries } from './load-entries.ts';
import { amountSchema, rowsSchema, textSchema, timeFields } from './query-fields.ts';

/** Cash per currency. */
export const cash = defineQuery({
  name: 'cash',
  summary: 'Cash in each currency.',
  fields: timeFields,
  positional: [],
  body: rowsSchema({ currency: textSchema, amount: amountSchema }),
  table: {
    columns: [
      { member: 'currency', title: 'Currency' },
      { member: 'amount', title: 'Amount', align: 'right' },
    ],
    whenEmpty: 'There has been no cash.',
  },
  *answer({ as_of: asOf, known_at: knownAt }, { portfolio, today }) {
    const bounds = { asOf: asOf ?? today, knownAt };
    const amounts =
      knownAt === undefined ? yield* cashOn(portfolio, bounds) : yield* cashKnown(portfolio, bounds);
    return answered([...amounts].map(([currency, amount]) => ({ currency, amount: amount.toString() })));
  },
  examples: [{}, { as_of: '2026-05-31' }],
});

/** Cash at the end of a day: the balance now, less what was posted on later days. */
export function* cashOn(
  portfolio: PortfolioName,
  { asOf }: TimeBounds,
): StoreScript<ReadonlyMap<Currency, Decimal>> {
  const amounts = new Map<Currency, Decimal>();
  for (const { account, currency, amount, lastDate } of yield* loadFact(portfolio, { kind: 'balances' })) {
    if (account !== 'assets:cash') continue;
    const later =
      asOf < lastDate ? yield* loadFact(portfolio, { kind: 'cash_days', currency, after: asOf }) : [];
    amounts.set(
      currency,
      later.reduce((sum, day) => sum.minus(day.net), amount),
    );
  }
  return amounts;
}

function* cashKnown(
  portfolio: PortfolioName,
  bounds: TimeBounds,
): StoreScript<ReadonlyMap<Currency, Decimal>> {
  const amounts = new Map<Currency, Decimal>();
  yield* walkEntries(portfolio, {}, ({ entry }) => {
    if (!isWithin(entry, bounds)) return;
    for (const { account, currency, amount } of entry.postings) {
      if (account === 'assets:cash')
        amounts.set(currency, (amounts.get(currency) ?? Decimal.zero).plus(amount));
    }
  });
  return new Map([...amounts].sort(([left], [right]) => (left < right ? -1 : 1)));
}
