import type Database from 'better-sqlite3';
import type { PortfolioAppend } from '../../engine/store-protocol.ts';
import type { RecordChange } from '../../ledger/entry.ts';
import { Decimal } from '../../money/decimal.ts';
import { packAccount, packDate, packUnits } from './codec.ts';
import { prepareOnce } from './prepare-once.ts';

export function appendProjections(db: Database.Database) {
  const selectDay = prepareOnce<[number, string, number], { readonly net: string }>(
    db,
    'SELECT net FROM cash_day WHERE portfolio = ? AND currency = ? AND date = ?',
  );
  const upsertDay = prepareOnce<[number, string, number, string]>(
    db,
    `INSERT INTO cash_day (portfolio, currency, date, net) VALUES (?, ?, ?, ?)
     ON CONFLICT (portfolio, currency, date) DO UPDATE SET net = excluded.net`,
  );
  const upsertBalance = prepareOnce<[number, number, string, string, string]>(
    db,
    `INSERT INTO balance (portfolio, account, currency, amount, last_date) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (portfolio, account, currency) DO UPDATE SET amount = excluded.amount, last_date = excluded.last_date`,
  );
  const upsertUnits = prepareOnce<[number, string, string, string, string]>(
    db,
    `INSERT INTO units (portfolio, instrument, units, last_date, last_rule) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (portfolio, instrument) DO UPDATE
     SET units = excluded.units, last_date = excluded.last_date, last_rule = excluded.last_rule`,
  );
  const upsertRecord = prepareOnce<[number, string, string, string]>(
    db,
    `INSERT INTO record (portfolio, kind, id, value) VALUES (?, ?, ?, ?)
     ON CONFLICT (portfolio, kind, id) DO UPDATE SET value = excluded.value`,
  );
  const deleteRecord = prepareOnce<[number, string, string]>(
    db,
    'DELETE FROM record WHERE portfolio = ? AND kind = ? AND id = ?',
  );
  const changeRecord = (portfolio: number, { kind, id, value }: RecordChange): void => {
    if (value === null) deleteRecord().run(portfolio, kind, id);
    else upsertRecord().run(portfolio, kind, id, JSON.stringify(value));
  };

  return {
    /** Adds the entries to the days they fall on. Under the transaction's lock, so no movement is lost. */
    addCash: (portfolio: number, entries: PortfolioAppend['entries']): void => {
      for (const { currency, date, net } of cashByDay(entries)) {
        const before = selectDay().get(portfolio, currency, date)?.net;
        upsertDay().run(
          portfolio,
          currency,
          date,
          (before === undefined ? net : Decimal.of(before).plus(net)).toString(),
        );
      }
    },
    replace: (portfolio: number, { balances, units, records }: PortfolioAppend): void => {
      for (const { account, currency, amount, lastDate } of balances) {
        upsertBalance().run(portfolio, packAccount(account), currency, amount.toString(), lastDate);
      }
      for (const { instrument, units: held, lastDate, lastRule } of units) {
        upsertUnits().run(portfolio, instrument, packUnits(held), lastDate, lastRule);
      }
      for (const change of records) changeRecord(portfolio, change);
    },
  };
}

interface CashOfDay {
  readonly currency: string;
  readonly date: number;
  readonly net: Decimal;
}

function cashByDay(entries: PortfolioAppend['entries']): Iterable<CashOfDay> {
  const days = new Map<string, CashOfDay>();
  for (const { entry } of entries) {
    for (const { account, currency, amount } of entry.postings) {
      if (account !== 'assets:cash') continue;
      const name = `${currency} ${entry.date}`;
      const before = days.get(name)?.net;
      days.set(name, { currency, date: packDate(entry.date), net: before?.plus(amount) ?? amount });
    }
  }
  return days.values();
}
