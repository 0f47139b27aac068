import { amountField, currencyField } from '../../engine/field-kinds.ts';
import { defineOperation, type PortfolioView } from '../../engine/operation.ts';
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import type { Currency } from '../../money/currency.ts';
import type { Decimal } from '../../money/decimal.ts';
import { eventFields, momentOf, refuseFutureDate } from './event-fields.ts';
import { stateValue } from './state-value.ts';

const { on, note } = eventFields;

/** What a statement says was in cash at the end of a day. What differs from the books is shown until it is explained. */
export const assertBalance = defineOperation({
  name: 'assert_balance',
  summary:
    'State what a statement says was in cash at the end of a day, and see how far the books are from it.',
  fields: {
    currency: currencyField('Currency of the balance'),
    amount: amountField('Balance on the statement', 'any'),
    on,
    note,
  },
  positional: ['currency', 'amount'],
  refusals: ['date_in_future'],
  replay: 'by-value',
  reads: ({ currency, ...input }, _view, given) => [
    { kind: 'record', record: 'assertion', id: `${currency} ${momentOf(input, given).date}` },
    { kind: 'balance', account: 'assets:cash', currency },
  ],
  decide: (input, view, given) => {
    const { date } = momentOf(input, given);
    const future = refuseFutureDate(date, given);
    if (future !== undefined) return future;
    const { currency, amount } = input;
    const books = cashAt(view, currency, date);
    return stateValue(view, {
      kind: 'assertion',
      date,
      subject: currency,
      record: 'assertion',
      id: `${currency} ${date}`,
      value: { currency, date, amount: amount.toString() },
      result: { books: books.toString(), unreconciled: amount.minus(books).toString() },
    });
  },
  examples: [
    {
      title: 'A statement that says 3.40 more than the books',
      given: [{ operation: 'deposit', input: { amount: '1200', currency: 'USD', on: '2026-05-01' } }],
      input: { currency: 'USD', amount: '1203.40', on: '2026-05-31' },
      outcome: 'accepted',
      after: { cash: { USD: '1200' } },
    },
  ],
});

function cashAt(view: PortfolioView, currency: Currency, date: CalendarDate): Decimal {
  const { amount, lastDate } = view.get({ kind: 'balance', account: 'assets:cash', currency });
  if (date >= lastDate) return amount;
  return view
    .get({ kind: 'cash_days', currency, after: date })
    .reduce((sum, day) => sum.minus(day.net), amount);
}
