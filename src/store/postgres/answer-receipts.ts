import type { StoredReceipt } from '../../engine/receipt.ts';
import type { ReceiptRow as BareReceipt } from '../../engine/store-protocol.ts';
import { unpackJson } from '../codec-value.ts';
import { unpackKey } from './codec.ts';
import { type EntryRow, entryColumns, unpackEntry } from './codec-entry.ts';

export type ReceiptRow = { readonly receipt_key: Buffer; readonly detail: string | null } & (
  | EntryRow
  // The columns of the entry are all empty when the receipt names none.
  | { readonly seq: null }
);

export const receiptColumns = `t.key AS receipt_key, t.detail, ${entryColumns}`;

/** For a statement that has `receipt AS t`. */
export const receiptJoins = `
  LEFT JOIN fixpoint.entry AS e ON e.portfolio = t.portfolio AND e.seq = t.seq
  LEFT JOIN fixpoint.origin AS o ON o.portfolio = e.portfolio AND o.id = e.origin`;

/** A row of the table `receipt`, without the entry that it names. */
export interface PackedReceipt {
  readonly key: Buffer;
  readonly seq: number | null;
  readonly detail: string | null;
}

export function unpackReceiptRow({ key, seq, detail }: PackedReceipt): BareReceipt {
  return {
    key: unpackKey(key),
    seq: seq ?? undefined,
    detail: detail === null ? undefined : unpackJson(detail),
  };
}

export function unpackReceipt(row: ReceiptRow): StoredReceipt {
  const key = unpackKey(row.receipt_key);
  const detail = row.detail === null ? undefined : unpackJson(row.detail);
  if (row.seq === null) return { key, seq: undefined, entry: undefined, reversedBy: undefined, detail };
  return { key, seq: row.seq, entry: unpackEntry(row), reversedBy: row.reversed_by ?? undefined, detail };
}
