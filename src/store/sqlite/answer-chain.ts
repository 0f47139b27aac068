/**
 * The journal as it is stored, for whoever walks all of it. Rows come as lists of values and bytes as digits, because
 * making an object and a buffer for every column took longer than everything that is done with them.
 */
import type Database from 'better-sqlite3';
import type { ChainedEntry } from '../../engine/store-protocol.ts';
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
  const select = prepareOnce<[number, number, number], StoredRow>(
    db,
    `SELECT ${columns} FROM entry WHERE portfolio = ? AND seq > ? ORDER BY seq LIMIT ?`,
  );
  const selectOrigin = prepareOnce<[number], Origin>(
    db,
    'SELECT kind, operation, door, actor FROM origin WHERE id = ?',
  );
  return (portfolio: number, afterSeq: number, limit: number): readonly ChainedEntry[] => {
    const origins = new Map<number, Origin | undefined>();
    const originOf = (id: number): Origin | undefined => {
      if (!origins.has(id)) origins.set(id, selectOrigin().get(id));
      return origins.get(id);
    };
    const rows = select().raw().all(portfolio, afterSeq, limit);
    return rows.flatMap((row) => {
      const origin = originOf(row[1]);
      // An entry whose origin somebody removed cannot be told any more: it is missing, which `verify` reports.
      return origin === undefined ? [] : [toChained(row, origin)];
    });
  };
}

function toChained(row: StoredRow, origin: Origin): ChainedEntry {
  const [seq, , day, , , , , , , , , , , packed, body, hash] = row;
  const date = unpackDate(day);
  const postings = unpackPostings(packed);
  const text = wholeText(body) ?? unpackBody(toldBy(row, origin, date), postings, body);
  return { seq, text, hash, date, postings };
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
