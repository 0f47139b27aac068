/** Reads that list, page and count, each by a statement of its own. */
import type { Answers, EntryFilter, Read } from '../../engine/store-protocol.ts';
import type { Account } from '../../ledger/account.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import type { PortfolioName } from '../../ledger/portfolio.ts';
import type { Currency } from '../../money/currency.ts';
import { unpackPostings } from '../codec-body.ts';
import { unpackDate, unpackJson } from '../codec-value.ts';
import {
  type PortfolioRow,
  selectPortfolio,
  selectPortfolios,
  unpackPortfolio,
} from './answer-portfolios.ts';
import { type BalanceRow, type UnitsRow, unpackBalance, unpackUnitsState } from './answer-projections.ts';
import { type PackedReceipt, unpackReceiptRow } from './answer-receipts.ts';
import { type SightingRow, sightingColumns, unpackSighting } from './answer-sightings.ts';
import { packKey, unpackHash } from './codec.ts';
import { type EntryRow, entryColumns, restoreText, unpackJournalEntry } from './codec-entry.ts';
import type { Statement } from './statement.ts';

export type ListingKind =
  | 'portfolio'
  | 'portfolios'
  | 'balances'
  | 'instruments'
  | 'records'
  | 'entries'
  | 'newest_entries'
  | 'chain'
  | 'receipts'
  | 'sightings';

type ReadOf<Kind extends Read['kind']> = Extract<Read, { kind: Kind }>;

interface Listing<Kind extends ListingKind, Row> {
  readonly statement: (portfolio: PortfolioName, read: ReadOf<Kind>) => Statement;
  readonly answer: (rows: readonly Row[]) => Answers[Kind];
}

const own = '(SELECT id FROM fixpoint.portfolio WHERE name = $1)';
const entryRows = `
  fixpoint.entry AS e JOIN fixpoint.origin AS o ON o.portfolio = e.portfolio AND o.id = e.origin WHERE e.portfolio = ${own}`;

const listings: { readonly [Kind in ListingKind]: Listing<Kind, never> } = {
  portfolio: {
    statement: selectPortfolio,
    answer: ([row]: readonly PortfolioRow[]) => (row === undefined ? undefined : unpackPortfolio(row)),
  },
  portfolios: {
    statement: selectPortfolios,
    answer: (rows: readonly PortfolioRow[]) => rows.map(unpackPortfolio),
  },
  balances: {
    statement: (portfolio) => ({
      text: `SELECT a.name AS account, b.currency, b.amount, b.last_date FROM fixpoint.balance AS b
        JOIN fixpoint.account AS a ON a.code = b.account WHERE b.portfolio = ${own} ORDER BY a.name, b.currency`,
      values: [portfolio],
    }),
    answer: (rows: readonly (BalanceRow & { readonly account: Account; readonly currency: Currency })[]) =>
      rows.map((row) => ({ account: row.account, currency: row.currency, ...unpackBalance(row) })),
  },
  instruments: {
    statement: (portfolio) => ({
      text: `SELECT instrument, units, last_date, last_rule FROM fixpoint.units WHERE portfolio = ${own} ORDER BY instrument`,
      values: [portfolio],
    }),
    answer: (rows: readonly (UnitsRow & { readonly instrument: Instrument })[]) =>
      rows.map((row) => ({ instrument: row.instrument, ...unpackUnitsState(row) })),
  },
  records: {
    statement: (portfolio, { record }) => ({
      text: `SELECT id, value FROM fixpoint.record WHERE portfolio = ${own} AND kind = $2 ORDER BY id`,
      values: [portfolio, record],
    }),
    answer: (rows: readonly { readonly id: string; readonly value: string }[]) =>
      rows.map(({ id, value }) => ({ id, value: unpackJson(value) })),
  },
  entries: {
    statement: (portfolio, { afterSeq, limit, filter }) =>
      filtered('e.seq > $2::bigint', 'ORDER BY e.seq', [portfolio, afterSeq, limit], filter),
    answer: (rows: readonly EntryRow[]) => rows.map(unpackJournalEntry),
  },
  newest_entries: {
    statement: (portfolio, { beforeSeq, limit, filter }) =>
      filtered('e.seq < $2::bigint', 'ORDER BY e.seq DESC', [portfolio, beforeSeq, limit], filter),
    answer: (rows: readonly EntryRow[]) => rows.map(unpackJournalEntry),
  },
  chain: {
    statement: (portfolio, { afterSeq, limit }) => ({
      text: `SELECT e.hash, ${entryColumns} FROM ${entryRows} AND e.seq > $2::bigint ORDER BY e.seq LIMIT $3`,
      values: [portfolio, afterSeq, limit],
    }),
    answer: (rows: readonly (EntryRow & { readonly hash: Buffer })[]) =>
      rows.map((row) => ({
        seq: row.seq,
        text: restoreText(row),
        hash: unpackHash(row.hash),
        date: unpackDate(row.date),
        postings: unpackPostings(row.postings),
      })),
  },
  // In the order of the column, which is not that of the texts.
  receipts: {
    statement: (portfolio, { afterKey, limit }) => ({
      text: `SELECT key, seq, detail FROM fixpoint.receipt
        WHERE portfolio = ${own} AND key > $2 ORDER BY key LIMIT $3`,
      values: [portfolio, packKey(afterKey), limit],
    }),
    answer: (rows: readonly PackedReceipt[]) => rows.map(unpackReceiptRow),
  },
  sightings: {
    statement: (portfolio, { after, limit }) => ({
      text: `SELECT ${sightingColumns} FROM fixpoint.sighting AS s WHERE s.portfolio = ${own}
        AND (s.source, s.source_id, s.revision) > ($2, $3, $4) ORDER BY s.source, s.source_id, s.revision LIMIT $5`,
      values: [portfolio, after.source, after.sourceId, after.revision, limit],
    }),
    answer: (rows: readonly SightingRow[]) => rows.map(unpackSighting),
  },
};

export function askListing(
  kind: ListingKind,
  portfolio: PortfolioName,
  read: Read,
): { readonly statement: Statement; readonly answer: (rows: readonly object[]) => unknown } {
  // The read is of this kind, which the table's type cannot say.
  const { statement, answer } = listings[kind] as unknown as Listing<ListingKind, object>;
  return { statement: statement(portfolio, read as ReadOf<ListingKind>), answer };
}

/** By an import through its index; by anything else along the journal, which ends at the limit. */
function filtered(
  place: string,
  order: string,
  values: readonly unknown[],
  { kinds, subject, importId, actor }: EntryFilter,
): Statement {
  const given: unknown[] = [...values];
  const conditions: string[] = [];
  const narrow = (condition: (parameter: string) => string, value: unknown): void => {
    if (value === undefined) return;
    given.push(value);
    conditions.push(`AND ${condition(`$${given.length}`)}`);
  };
  narrow((parameter) => `o.kind = ANY(${parameter}::text[])`, kinds);
  narrow((parameter) => `e.subject = ${parameter}`, subject);
  narrow((parameter) => `e.import = ${parameter}`, importId);
  narrow((parameter) => `o.actor = ${parameter}`, actor);
  const text = `SELECT ${entryColumns} FROM ${entryRows} AND ${place} ${conditions.join(' ')} ${order} LIMIT $3`;
  return { text, values: given };
}
