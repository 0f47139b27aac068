/**
 * An entry as a row of SQLite: instants are milliseconds or text, keys and identities bytes or text (1).
 */
import type { Entry } from '../../ledger/entry.ts';
import { packBody, packPostings } from '../codec-body.ts';
import { entryReader, type EntryRow as AnyEntryRow } from '../entry-row.ts';
import {
  type Packed,
  packDate,
  packIdentity,
  packInstant,
  packKey,
  unpackIdentity,
  unpackInstant,
  unpackKey,
} from './codec.ts';

export type EntryRow = AnyEntryRow<number | string, Packed>;

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

export const { restoreText, unpackEntry, unpackJournalEntry } = entryReader<number | string, Packed>({
  unpackInstant,
  unpackKey,
  unpackIdentity,
});
