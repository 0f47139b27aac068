import type Database from 'better-sqlite3';
import type { StoredReceipt } from '../../engine/receipt.ts';
import type { ReceiptRow as BareReceipt } from '../../engine/store-protocol.ts';
import { dashKey, type Packed, packKey, unpackJson, unpackKey } from './codec.ts';
import { type EntryRow, entryColumns, unpackEntry } from './codec-entry.ts';
import { prepareOnce } from './prepare-once.ts';

type ReceiptRow = { readonly receipt_key: Packed; readonly detail: string | null } & (
  | EntryRow
  // The columns of the entry are all empty when the receipt names none.
  | { readonly seq: null }
);

/** A list of values, which is made faster than an object and a buffer. */
type BareRow = [digits: string | null, text: string | null, seq: number | null, detail: string | null];

const receiptRows = `
  SELECT t.key AS receipt_key, t.detail AS detail, ${entryColumns}
  FROM receipt AS t
  LEFT JOIN entry AS e ON e.portfolio = t.portfolio AND e.seq = t.seq
  LEFT JOIN origin AS o ON o.id = e.origin`;

export function answerReceipts(db: Database.Database) {
  const selectOne = prepareOnce<[number, Packed], ReceiptRow>(
    db,
    `${receiptRows} WHERE t.portfolio = ? AND t.key = ?`,
  );
  // In the order of the column, which is not that of the texts: keys that are UUIDs come last.
  const selectAfter = prepareOnce<[number, Packed, number], BareRow>(
    db,
    `SELECT iif(typeof(key) = 'blob', lower(hex(key)), NULL), iif(typeof(key) = 'blob', NULL, key), seq, detail
     FROM receipt WHERE portfolio = ? AND key > ? ORDER BY key LIMIT ?`,
  );

  return {
    receipt: (portfolio: number, key: string): StoredReceipt | undefined => {
      const row = selectOne().get(portfolio, packKey(key));
      return row === undefined ? undefined : unpackReceipt(row);
    },
    after: (portfolio: number, key: string, limit: number): readonly BareReceipt[] =>
      selectAfter().raw().all(portfolio, packKey(key), limit).map(unpackBare),
  };
}

function unpackBare([digits, text, seq, detail]: BareRow): BareReceipt {
  return {
    key: digits === null ? (text ?? '') : dashKey(digits),
    seq: seq ?? undefined,
    detail: detail === null ? undefined : unpackJson(detail),
  };
}

function unpackReceipt(row: ReceiptRow): StoredReceipt {
  const key = unpackKey(row.receipt_key);
  const detail = row.detail === null ? undefined : unpackJson(row.detail);
  if (row.seq === null) return { key, seq: undefined, entry: undefined, reversedBy: undefined, detail };
  return { key, seq: row.seq, entry: unpackEntry(row), reversedBy: row.reversed_by ?? undefined, detail };
}
