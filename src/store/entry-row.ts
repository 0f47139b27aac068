/**
 * An entry as a row of a database. What stands in a column is not repeated in the body; the text is put together again
 * when it is read, character for character. The databases differ only in how they keep instants and bytes.
 */
import type { JournalEntry } from '../engine/store-protocol.ts';
import { decodeEntry } from '../ledger/decode-entry.ts';
import type { Entry } from '../ledger/entry.ts';
import { unpackBody, unpackPostings, wholeText } from './codec-body.ts';
import { unpackDate } from './codec-value.ts';

/** What each store's `entryColumns` selects. */
export interface EntryRow<Instant, Bytes> {
  readonly seq: number;
  readonly kind: string;
  readonly operation: string;
  readonly door: string;
  readonly actor: string;
  readonly date: number;
  readonly instant: Instant | null;
  readonly recorded_at: Instant;
  readonly subject: string | null;
  readonly account: string | null;
  readonly key: Bytes | null;
  readonly reverses: number | null;
  readonly identity: Bytes | null;
  readonly import: string | null;
  readonly body: string;
  readonly postings: string | null;
  readonly reversed_by: number | null;
}

export interface ColumnCodec<Instant, Bytes> {
  readonly unpackInstant: (packed: Instant) => string;
  readonly unpackKey: (packed: Bytes) => string;
  readonly unpackIdentity: (packed: Bytes) => string;
}

export interface EntryReader<Row> {
  /** The entry's text, as it was appended. */
  readonly restoreText: (row: Row) => string;
  readonly unpackEntry: (row: Row) => Entry;
  readonly unpackJournalEntry: (row: Row) => JournalEntry;
}

export function entryReader<Instant, Bytes>(
  codec: ColumnCodec<Instant, Bytes>,
): EntryReader<EntryRow<Instant, Bytes>> {
  const restoreText = (row: EntryRow<Instant, Bytes>): string =>
    wholeText(row.body) ?? unpackBody(toldBy(row, codec), unpackPostings(row.postings), row.body);
  const unpackEntry = (row: EntryRow<Instant, Bytes>): Entry => decodeEntry(restoreText(row));
  return {
    restoreText,
    unpackEntry,
    unpackJournalEntry: (row) => ({ entry: unpackEntry(row), reversedBy: row.reversed_by ?? undefined }),
  };
}

function toldBy<Instant, Bytes>(row: EntryRow<Instant, Bytes>, codec: ColumnCodec<Instant, Bytes>) {
  const { instant, subject, account, key, reverses, identity } = row;
  return {
    seq: row.seq,
    kind: row.kind,
    date: unpackDate(row.date),
    instant: instant === null ? undefined : codec.unpackInstant(instant),
    subject: subject ?? undefined,
    account: account ?? undefined,
    recordedAt: codec.unpackInstant(row.recorded_at),
    door: row.door,
    actor: row.actor,
    operation: row.operation,
    key: key === null ? undefined : codec.unpackKey(key),
    reverses: reverses ?? undefined,
    identity: identity === null ? undefined : codec.unpackIdentity(identity),
    importId: row.import ?? undefined,
  };
}
