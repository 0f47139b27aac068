import { answered, defineQuery } from '../engine/query.ts';
import { loadFact } from '../engine/store-protocol.ts';
import type { JsonValue } from '../ledger/json-value.ts';
import { parseCalendarDate } from '../ledger/calendar-date.ts';
import { parseCurrency } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import { cashOn } from './cash.ts';
import { amountSchema, rowsSchema, textSchema } from './query-fields.ts';

/** Where statements and books differ. */
export const unreconciled = defineQuery({
  name: 'unreconciled',
  summary:
    'Each asserted statement balance, what the books say on that day, and the difference; zero is shown as zero.',
  fields: {},
  positional: [],
  body: rowsSchema({
    currency: textSchema,
    date: textSchema,
    statement: amountSchema,
    books: amountSchema,
    unreconciled: amountSchema,
  }),
  table: {
    columns: [
      { member: 'date', title: 'Date' },
      { member: 'currency', title: 'Currency' },
      { member: 'statement', title: 'Statement', align: 'right' },
      { member: 'books', title: 'Books', align: 'right' },
      { member: 'unreconciled', title: 'Unreconciled', align: 'right' },
    ],
    whenEmpty: 'No balance has been asserted.',
  },
  *answer(_, { portfolio }) {
    const rows = [];
    for (const { value } of yield* loadFact(portfolio, { kind: 'records', record: 'assertion' })) {
      const date = parseCalendarDate(textOf(value['date']));
      const currency = parseCurrency(textOf(value['currency']));
      if (date === undefined || currency === undefined) continue;
      const statement = Decimal.of(textOf(value['amount']));
      const books =
        (yield* cashOn(portfolio, { asOf: date, knownAt: undefined })).get(currency) ?? Decimal.zero;
      const difference = statement.minus(books);
      rows.push({
        currency,
        date,
        statement: `${statement}`,
        books: `${books}`,
        unreconciled: `${difference}`,
      });
    }
    return answered(rows);
  },
  examples: [{}],
});

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
