/**
 * Entries as they are stored, for whoever reads many of them: the whole journal or all about an instrument. Rows come as lists of values and bytes as digits, because
 * making an object and a buffer for every column took longer than everything that is done with them.
 */
import type Database from 'better-sqlite3';
import type { ChainedEntry } from '../../engine/store-protocol.ts';
import { decodeEntry } from '../../ledger/decode-entry.ts';
import type { Entry } from '../../ledger/entry.ts';
import { unpackBody, unpackPostings, wholeText } from '../codec-body.ts';
import { dashKey, unpackDate, unpackInstant } from './codec.ts';
import { prepareOnce } from './prepare-once.ts';

type StoredRow = [
  seq: number,
  origin: number,
  date: number,
  instant: number | string | null,
  recordedAt: number | string,
  subject: string | null,
  account: string | null,
  keyDigits: string | null,
  keyText: string | null,
  reverses: number | null,
  identityDigits: string | null,
  identityText: string | null,
  importId: string | null,
  postings: string | null,
  body: string,
  hash: string,
];

const columns = `seq, origin, date, instant, recorded_at, subject, account,
  iif(typeof(key) = 'blob', lower(hex(key)), NULL), iif(typeof(key) = 'blob', NULL, key), reverses,
  iif(typeof(identity) = 'blob', lower(hex(identity)), NULL), iif(typeof(identity) = 'blob', NULL, identity),
  import, postings, body, lower(hex(hash))`;

interface Origin {
  readonly kind: string;
  readonly operation: string;
  readonly door: string;
  readonly actor: string;
}

export function answerChain(db: Database.Database) {
  const originFinder = findOrigins(db);
  const select = prepareOnce<[number, number, number], StoredRow>(
    db,
    `SELECT ${columns} FROM entry WHERE portfolio = ? AND seq > ? ORDER BY seq LIMIT ?`,
  );
  // Named, as in `answer-entries.ts`: the planner would walk the whole journal to have its rows in order.
  const selectAbout = prepareOnce<[number, string], StoredRow>(
    db,
    `SELECT ${columns} FROM entry INDEXED BY entry_subject WHERE portfolio = ? AND subject = ? ORDER BY seq`,
  );
  return {
    chain: (portfolio: number, afterSeq: number, limit: number): readonly ChainedEntry[] => {
      const originOf = originFinder();
      const rows = select().raw().all(portfolio, afterSeq, limit);
      return rows.flatMap((row) => {
        const origin = originOf(row[1]);
        // An entry whose origin somebody removed cannot be told any more: it is missing, which `verify` reports.
        return origin === undefined ? [] : [toChained(row, origin)];
      });
    },
    history: (portfolio: number, instrument: string): readonly Entry[] => {
      const originOf = originFinder();
      const entries: Entry[] = [];
      // One by one, so that of an instrument with many entries no more than their meaning is held.
      for (const row of selectAbout().raw().iterate(portfolio, instrument)) {
        const origin = originOf(row[1]);
        if (origin !== undefined) entries.push(decodeEntry(textOf(row, origin)));
      }
      return entries;
    },
  };
}

/** For one answer, since another process may add origins at any time. There are few, and each is looked up once. */
function findOrigins(db: Database.Database) {
  const select = prepareOnce<[number], Origin>(
    db,
    'SELECT kind, operation, door, actor FROM origin WHERE id = ?',
  );
  return () => {
    const origins = new Map<number, Origin | undefined>();
    return (id: number): Origin | undefined => {
      if (!origins.has(id)) origins.set(id, select().get(id));
      return origins.get(id);
    };
  };
}

function toChained(row: StoredRow, origin: Origin): ChainedEntry {
  const [seq, , day, , , , , , , , , , , packed, , hash] = row;
  const postings = unpackPostings(packed);
  return { seq, text: textOf(row, origin, postings), hash, date: unpackDate(day), postings };
}

function textOf(row: StoredRow, origin: Origin, postings = unpackPostings(row[13])): string {
  const body = row[14];
  return wholeText(body) ?? unpackBody(toldBy(row, origin, unpackDate(row[2])), postings, body);
}

function toldBy(row: StoredRow, { kind, operation, door, actor }: Origin, date: string) {
  const [seq, , , instant, recordedAt, subject, account, keyDigits, keyText, reverses] = row;
  const [identityDigits, identityText, importId] = [row[10], row[11], row[12]];
  return {
    seq,
    kind,
    date,
    instant: instant === null ? undefined : unpackInstant(instant),
    subject: subject ?? undefined,
    account: account ?? undefined,
    recordedAt: unpackInstant(recordedAt),
    door,
    actor,
    operation,
    key: keyDigits === null ? (keyText ?? undefined) : dashKey(keyDigits),
    reverses: reverses ?? undefined,
    identity: identityDigits ?? identityText ?? undefined,
    importId: importId ?? undefined,
  };
}
