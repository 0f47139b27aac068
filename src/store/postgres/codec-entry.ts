/**
 * An entry as a row of PostgreSQL. What stands in a column is not repeated in the body; the text is put together again
 * when it is read, character for character.
 */
import type { JournalEntry } from '../../engine/store-protocol.ts';
import { decodeEntry } from '../../ledger/entry-codec.ts';
import type { Entry } from '../../ledger/entry.ts';
import { unpackBody, wholeText } from '../codec-body.ts';
import { unpackDate } from '../codec-value.ts';
import { unpackIdentity, unpackInstant, unpackKey } from './codec.ts';

/** What `entryColumns` selects. */
export interface EntryRow {
  readonly seq: number;
  readonly kind: string;
  readonly operation: string;
  readonly door: string;
  readonly actor: string;
  readonly date: number;
  readonly instant: string | null;
  readonly recorded_at: string;
  readonly subject: string | null;
  readonly account: string | null;
  readonly key: Buffer | null;
  readonly reverses: number | null;
  readonly identity: Buffer | null;
  readonly import: string | null;
  readonly body: string;
  readonly postings: string | null;
  readonly reversed_by: number | null;
}

/** For a statement that has `entry AS e` and `origin AS o`. */
export const entryColumns = `
  e.seq, o.kind, o.operation, o.door, o.actor, e.date, e.instant, e.recorded_at, e.subject, e.account, e.key, e.reverses,
  e.identity, e.import, e.postings, e.body,
  (SELECT r.seq FROM fixpoint.entry AS r WHERE r.portfolio = e.portfolio AND r.reverses = e.seq) AS reversed_by`;

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
