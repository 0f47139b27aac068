/**
 * An entry as a row of SQLite. What stands in a column is not repeated in the body; the text is put together again when
 * it is read, character for character (1).
 */
import { decodeEntry } from '../../ledger/entry-codec.ts';
import type { Entry } from '../../ledger/entry.ts';
import type { JournalEntry } from '../../engine/store-protocol.ts';
import { packBody, packPostings, unpackBody, wholeText } from '../codec-body.ts';
import {
  type Packed,
  packDate,
  packIdentity,
  packInstant,
  packKey,
  unpackDate,
  unpackIdentity,
  unpackInstant,
  unpackKey,
} from './codec.ts';

/** What `entryColumns` selects. */
export interface EntryRow {
  readonly seq: number;
  readonly kind: string;
  readonly operation: string;
  readonly door: string;
  readonly actor: string;
  readonly date: number;
  readonly instant: number | string | null;
  readonly recorded_at: number | string;
  readonly subject: string | null;
  readonly account: string | null;
  readonly key: Packed | null;
  readonly reverses: number | null;
  readonly identity: Packed | null;
  readonly import: string | null;
  readonly body: string;
  readonly postings: string | null;
  readonly reversed_by: number | null;
}

/** For a statement that joins `entry AS e` with `origin AS o`. */
export const entryColumns = `
  e.seq AS seq, o.kind AS kind, o.operation AS operation, o.door AS door, o.actor AS actor, e.date AS date,
  e.instant AS instant, e.recorded_at AS recorded_at, e.subject AS subject, e.account AS account, e.key AS key,
  e.reverses AS reverses, e.identity AS identity, e.import AS import, e.postings AS postings, e.body AS body,
  (SELECT r.seq FROM entry AS r WHERE r.portfolio = e.portfolio AND r.reverses = e.seq) AS reversed_by`;

/** The columns of an entry. Its number in the table `origin` and its hash are added by whoever writes them. */
export interface PackedEntry {
  readonly date: number;
  readonly instant: bigint | string | null;
  readonly recordedAt: bigint | string;
  readonly key: Packed | null;
  readonly identity: Packed | null;
  readonly postings: string | null;
  readonly body: string;
}

export function packEntry(entry: Entry, text: string): PackedEntry {
  const { instant, recordedAt, key, identity } = entry;
  return {
    date: packDate(entry.date),
    instant: instant === undefined ? null : packInstant(instant),
    recordedAt: packInstant(recordedAt),
    key: key === undefined ? null : packKey(key),
    identity: identity === undefined ? null : packIdentity(identity),
    postings: packPostings(entry.postings),
    body: packBody(entry, text),
  };
}

export function unpackEntry(row: EntryRow): Entry {
  return decodeEntry(restoreText(row));
}

export function unpackJournalEntry(row: EntryRow): JournalEntry {
  return { entry: unpackEntry(row), reversedBy: row.reversed_by ?? undefined };
}

/** The entry's text, as it was appended. */
export function restoreText(row: EntryRow): string {
  const whole = wholeText(row.body);
  if (whole !== undefined) return whole;
  const { instant, subject, account, key, reverses, identity } = row;
  const told = {
    seq: row.seq,
    kind: row.kind,
    date: unpackDate(row.date),
    instant: instant === null ? undefined : unpackInstant(instant),
    subject: subject ?? undefined,
    account: account ?? undefined,
    recordedAt: unpackInstant(row.recorded_at),
    door: row.door,
    actor: row.actor,
    operation: row.operation,
    key: key === null ? undefined : unpackKey(key),
    reverses: reverses ?? undefined,
    identity: identity === null ? undefined : unpackIdentity(identity),
    importId: row.import ?? undefined,
  };
  return unpackBody(told, row.postings, row.body);
}
