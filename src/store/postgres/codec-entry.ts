/** Entries as rows of PostgreSQL: instants are text, keys and identities bytes. */
import { entryReader, type EntryRow as AnyEntryRow } from '../entry-row.ts';
import { unpackIdentity, unpackInstant, unpackKey } from './codec.ts';

export type EntryRow = AnyEntryRow<string, Buffer>;

/** For a statement that has `entry AS e` and `origin AS o`. */
export const entryColumns = `
  e.seq, o.kind, o.operation, o.door, o.actor, e.date, e.instant, e.recorded_at, e.subject, e.account, e.key, e.reverses,
  e.identity, e.import, e.postings, e.body,
  (SELECT r.seq FROM fixpoint.entry AS r WHERE r.portfolio = e.portfolio AND r.reverses = e.seq) AS reversed_by`;

export const { restoreText, unpackEntry, unpackJournalEntry } = entryReader<string, Buffer>({
  unpackInstant,
  unpackKey,
  unpackIdentity,
});
