/** State that follows from the journal: balances, units, days of cash, records, and folds that are kept for later. */
import type Database from 'better-sqlite3';
import type { Answers, Balance, CashDay, FoldCache } from '../../engine/store-protocol.ts';
import type { Account } from '../../ledger/account.ts';
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { noUnits, type UnitsState } from '../../ledger/units-timeline.ts';
import type { Currency } from '../../money/currency.ts';
import { Decimal } from '../../money/decimal.ts';
import { packAccount, packDate, unpackDate, unpackJson, unpackUnits } from './codec.ts';
import { prepareOnce } from './prepare-once.ts';

interface BalanceRow {
  readonly amount: string;
  readonly last_date: string;
}

interface UnitsRow {
  readonly units: string;
  readonly last_date: string;
  readonly last_rule: string;
}

export function answerProjections(db: Database.Database) {
  return { ...answerMoney(db), ...answerUnits(db), ...answerRecords(db) };
}

function answerMoney(db: Database.Database) {
  const selectBalance = prepareOnce<[number, number, string], BalanceRow>(
    db,
    'SELECT amount, last_date FROM balance WHERE portfolio = ? AND account = ? AND currency = ?',
  );
  const selectBalances = prepareOnce<
    [number],
    BalanceRow & { readonly account: string; readonly currency: Currency }
  >(
    db,
    `SELECT a.name AS account, b.currency AS currency, b.amount AS amount, b.last_date AS last_date
     FROM balance AS b JOIN account AS a ON a.code = b.account WHERE b.portfolio = ? ORDER BY a.name, b.currency`,
  );
  const selectDays = prepareOnce<[number, string, number], { readonly date: number; readonly net: string }>(
    db,
    'SELECT date, net FROM cash_day WHERE portfolio = ? AND currency = ? AND date > ? ORDER BY date',
  );
  return {
    balance: (portfolio: number, account: Account, currency: Currency): Balance => {
      const row = selectBalance().get(portfolio, packAccount(account), currency);
      return row === undefined ? { amount: Decimal.zero, lastDate: '' } : unpackBalance(row);
    },
    balances: (portfolio: number): Answers['balances'] =>
      selectBalances()
        .all(portfolio)
        .map((row) => ({ account: row.account as Account, currency: row.currency, ...unpackBalance(row) })), // from `account`
    cashDays: (portfolio: number, currency: Currency, after: CalendarDate): readonly CashDay[] =>
      selectDays()
        .all(portfolio, currency, packDate(after))
        .map(({ date, net }) => ({ date: unpackDate(date), net: Decimal.of(net) })),
  };
}

function answerUnits(db: Database.Database) {
  const selectUnits = prepareOnce<[number, string], UnitsRow>(
    db,
    'SELECT units, last_date, last_rule FROM units WHERE portfolio = ? AND instrument = ?',
  );
  const selectInstruments = prepareOnce<[number], UnitsRow & { readonly instrument: Instrument }>(
    db,
    'SELECT instrument, units, last_date, last_rule FROM units WHERE portfolio = ? ORDER BY instrument',
  );
  const selectFold = prepareOnce<[number, string], { readonly seq: number; readonly state: string }>(
    db,
    'SELECT seq, state FROM fold_cache WHERE portfolio = ? AND instrument = ?',
  );
  // A portfolio that does not exist has no number, and nothing is kept for it.
  const upsertFold = prepareOnce<[string, number, string, number]>(
    db,
    `INSERT INTO fold_cache (portfolio, instrument, seq, state) SELECT id, ?, ?, ? FROM portfolio WHERE id = ?
     ON CONFLICT (portfolio, instrument) DO UPDATE SET seq = excluded.seq, state = excluded.state`,
  );
  return {
    units: (portfolio: number, instrument: Instrument): UnitsState => {
      const row = selectUnits().get(portfolio, instrument);
      return row === undefined ? noUnits : unpackUnitsState(row);
    },
    instruments: (portfolio: number): Answers['instruments'] =>
      selectInstruments()
        .all(portfolio)
        .map((row) => ({ instrument: row.instrument, ...unpackUnitsState(row) })),
    foldCache: (portfolio: number, instrument: Instrument): FoldCache | undefined => {
      const row = selectFold().get(portfolio, instrument);
      return row === undefined ? undefined : { seq: row.seq, state: unpackJson(row.state) };
    },
    saveFoldCache: (portfolio: number, instrument: Instrument, { seq, state }: FoldCache): undefined => {
      upsertFold().run(instrument, seq, JSON.stringify(state), portfolio);
      return undefined;
    },
  };
}

function answerRecords(db: Database.Database) {
  const selectRecord = prepareOnce<[number, string, string], { readonly value: string }>(
    db,
    'SELECT value FROM record WHERE portfolio = ? AND kind = ? AND id = ?',
  );
  const selectRecords = prepareOnce<[number, string], { readonly id: string; readonly value: string }>(
    db,
    'SELECT id, value FROM record WHERE portfolio = ? AND kind = ? ORDER BY id',
  );
  const selectNewest = prepareOnce<
    [number, string, string, string],
    { readonly id: string; readonly value: string }
  >(
    db,
    `SELECT id, value FROM record WHERE portfolio = ? AND kind = ? AND id BETWEEN ? AND ?
     ORDER BY id DESC LIMIT 1`,
  );
  return {
    record: (portfolio: number, kind: string, id: string): JsonObject | undefined => {
      const row = selectRecord().get(portfolio, kind, id);
      return row === undefined ? undefined : unpackJson(row.value);
    },
    records: (portfolio: number, kind: string): Answers['records'] =>
      selectRecords()
        .all(portfolio, kind)
        .map(({ id, value }) => ({ id, value: unpackJson(value) })),
    newestRecord: (portfolio: number, kind: string, from: string, to: string): Answers['newest_record'] => {
      const row = selectNewest().get(portfolio, kind, from, to);
      return row === undefined ? undefined : { id: row.id, value: unpackJson(row.value) };
    },
  };
}

function unpackBalance({ amount, last_date }: BalanceRow): Balance {
  return { amount: Decimal.of(amount), lastDate: last_date };
}

function unpackUnitsState({ units, last_date, last_rule }: UnitsRow): UnitsState {
  return { units: unpackUnits(units), lastDate: last_date, lastRule: last_rule };
}
