/**
 * Statements that bring what follows from the journal to its final value. Days of cash are added up by the database,
 * under the portfolio's lock; everything else arrives ready, however many commands went into it.
 */
import type { FoldCache } from '../../engine/store-protocol.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import type { PortfolioName } from '../../ledger/portfolio.ts';
import type { Decimal } from '../../money/decimal.ts';
import { packAccount, packDate, packUnits } from '../codec-value.ts';
import type { NumberedAppend } from './append-journal.ts';
import { packHash } from './codec.ts';
import { type ColumnOf, rowSource, rowValues, type Statement } from './statement.ts';

export function appendProjections(appends: readonly NumberedAppend[]): readonly Statement[] {
  return [
    ...upsert('cash_day', dayColumns, ['portfolio', 'currency', 'date'], appends.flatMap(cashByDay), {
      net: 'cash_day.net + excluded.net',
    }),
    ...upsert('balance', balanceColumns, ['portfolio', 'account', 'currency'], itemsOf(appends, 'balances')),
    ...upsert('units', unitsColumns, ['portfolio', 'instrument'], itemsOf(appends, 'units')),
    ...upsert(
      'record',
      recordColumns,
      ['portfolio', 'kind', 'id'],
      itemsOf(appends, 'records').filter(({ value }) => value !== null),
    ),
    ...deleteRecords(itemsOf(appends, 'records').filter(({ value }) => value === null)),
    updatePortfolios(appends),
  ];
}

/** Nothing is kept for a portfolio that does not exist. */
export function upsertFoldCache(
  portfolio: PortfolioName,
  instrument: Instrument,
  { seq, state }: FoldCache,
): Statement {
  return {
    text: `INSERT INTO fixpoint.fold_cache (portfolio, instrument, seq, state)
      SELECT id, $2, $3, $4 FROM fixpoint.portfolio WHERE name = $1
      ON CONFLICT (portfolio, instrument) DO UPDATE SET seq = excluded.seq, state = excluded.state`,
    values: [portfolio, instrument, seq, JSON.stringify(state)],
  };
}

type Placed<Item> = Item & { readonly portfolio: number };

function itemsOf<Member extends 'balances' | 'units' | 'records'>(
  appends: readonly NumberedAppend[],
  member: Member,
): readonly Placed<NumberedAppend[Member][number]>[] {
  return appends.flatMap((append) =>
    append[member].map((item: NumberedAppend[Member][number]) => ({ ...item, portfolio: append.id })),
  );
}

const inPortfolio: ColumnOf<{ readonly portfolio: number }> = {
  name: 'portfolio',
  type: 'integer',
  of: ({ portfolio }) => portfolio,
};

const balanceColumns: readonly ColumnOf<Placed<NumberedAppend['balances'][number]>>[] = [
  inPortfolio,
  { name: 'account', type: 'integer', of: ({ account }) => packAccount(account) },
  { name: 'currency', type: 'text', of: ({ currency }) => currency },
  { name: 'amount', type: 'numeric', of: ({ amount }) => amount.toString() },
  { name: 'last_date', type: 'text', of: ({ lastDate }) => lastDate },
];

const unitsColumns: readonly ColumnOf<Placed<NumberedAppend['units'][number]>>[] = [
  inPortfolio,
  { name: 'instrument', type: 'text', of: ({ instrument }) => instrument },
  { name: 'units', type: 'text', of: ({ units }) => packUnits(units) },
  { name: 'last_date', type: 'text', of: ({ lastDate }) => lastDate },
  { name: 'last_rule', type: 'text', of: ({ lastRule }) => lastRule },
];

const recordColumns: readonly ColumnOf<Placed<NumberedAppend['records'][number]>>[] = [
  inPortfolio,
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'id', type: 'text', of: ({ id }) => id },
  { name: 'value', type: 'text', of: ({ value }) => JSON.stringify(value) },
];

interface CashOfDay {
  readonly portfolio: number;
  readonly currency: string;
  readonly date: string;
  readonly net: Decimal;
}

const dayColumns: readonly ColumnOf<CashOfDay>[] = [
  inPortfolio,
  { name: 'currency', type: 'text', of: ({ currency }) => currency },
  { name: 'date', type: 'integer', of: ({ date }) => packDate(date) },
  { name: 'net', type: 'numeric', of: ({ net }) => net.toString() },
];

function cashByDay({ id, entries }: NumberedAppend): readonly CashOfDay[] {
  const days = new Map<string, CashOfDay>();
  for (const { entry } of entries) {
    for (const { account, currency, amount } of entry.postings) {
      if (account !== 'assets:cash') continue;
      const name = `${currency} ${entry.date}`;
      const net = days.get(name)?.net.plus(amount) ?? amount;
      days.set(name, { portfolio: id, currency, date: entry.date, net });
    }
  }
  return [...days.values()];
}

/** Columns outside the key get the new value, or what `combine` says. */
function upsert<Item>(
  table: string,
  columns: readonly ColumnOf<Item>[],
  key: readonly string[],
  items: readonly Item[],
  combine: Readonly<Record<string, string>> = {},
): readonly Statement[] {
  if (items.length === 0) return [];
  const names = columns.map(({ name }) => name);
  const changes = names
    .filter((name) => !key.includes(name))
    .map((name) => `${name} = ${combine[name] ?? `excluded.${name}`}`);
  const text = `INSERT INTO fixpoint.${table} (${names.join(', ')}) SELECT * FROM ${rowSource('r', columns)}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`;
  return [{ text, values: rowValues(columns, items) }];
}

function deleteRecords(items: readonly Placed<NumberedAppend['records'][number]>[]): readonly Statement[] {
  if (items.length === 0) return [];
  const columns = recordColumns.filter(({ name }) => name !== 'value');
  const text = `DELETE FROM fixpoint.record AS r USING ${rowSource('d', columns)}
    WHERE r.portfolio = d.portfolio AND r.kind = d.kind AND r.id = d.id`;
  return [{ text, values: rowValues(columns, items) }];
}

const portfolioColumns: readonly ColumnOf<NumberedAppend>[] = [
  { name: 'id', type: 'integer', of: ({ id }) => id },
  { name: 'settings', type: 'text', of: ({ portfolio }) => JSON.stringify(portfolio.settings) },
  { name: 'seq', type: 'integer', of: ({ portfolio }) => portfolio.seq },
  { name: 'head', type: 'bytea', of: ({ portfolio }) => packHash(portfolio.head) },
];

function updatePortfolios(appends: readonly NumberedAppend[]): Statement {
  return {
    text: `UPDATE fixpoint.portfolio AS p SET settings = n.settings, seq = n.seq, head = n.head
      FROM ${rowSource('n', portfolioColumns)} WHERE p.id = n.id`,
    values: rowValues(portfolioColumns, appends),
    rows: appends.length,
  };
}
