import type Database from 'better-sqlite3';
import type { PortfolioAppend } from '../../engine/store-protocol.ts';
import type { Sighting } from '../../engine/sighting.ts';
import type { StoredReceipt } from '../../engine/receipt.ts';
import type { Entry } from '../../ledger/entry.ts';
import { type Packed, packHash, packIdentity, packInstant, packKey } from './codec.ts';
import { packEntry } from './codec-entry.ts';
import { prepareOnce } from './prepare-once.ts';

type EntryValues = [
  portfolio: number,
  seq: number,
  origin: number,
  date: number,
  instant: bigint | string | null,
  recordedAt: bigint | string,
  subject: string | null,
  account: string | null,
  key: Packed | null,
  reverses: number | null,
  identity: Packed | null,
  importId: string | null,
  postings: string | null,
  body: string,
  hash: Buffer,
];

export function appendEntries(db: Database.Database) {
  const insert = prepareOnce<EntryValues>(
    db,
    `INSERT INTO entry (portfolio, seq, origin, date, instant, recorded_at, subject, account, key, reverses, identity,
       import, postings, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const originOf = originWriter(db);

  /** Returns the keys as they were packed, since most of them get a receipt too. */
  return (portfolio: number, entries: PortfolioAppend['entries']): ReadonlyMap<string, Packed> => {
    const packedKeys = new Map<string, Packed>();
    const origins = new Map<string, number>();
    for (const { entry, text, hash } of entries) {
      const packed = packEntry(entry, text);
      if (entry.key !== undefined && packed.key !== null) packedKeys.set(entry.key, packed.key);
      insert().run(
        portfolio,
        entry.seq,
        originOf(entry, origins),
        packed.date,
        packed.instant,
        packed.recordedAt,
        entry.subject ?? null,
        entry.account ?? null,
        packed.key,
        entry.reverses ?? null,
        packed.identity,
        entry.importId ?? null,
        packed.postings,
        packed.body,
        packHash(hash),
      );
    }
    return packedKeys;
  };
}

export function appendReceipts(db: Database.Database) {
  const insert = prepareOnce<[number, Packed, number | null, string | null]>(
    db,
    'INSERT INTO receipt (portfolio, key, seq, detail) VALUES (?, ?, ?, ?)',
  );
  return (
    portfolio: number,
    receipts: readonly StoredReceipt[],
    packedKeys: ReadonlyMap<string, Packed>,
  ): void => {
    for (const { key, seq, detail } of receipts) {
      const packedKey = packedKeys.get(key) ?? packKey(key);
      insert().run(portfolio, packedKey, seq ?? null, detail === undefined ? null : JSON.stringify(detail));
    }
  };
}

export function appendSightings(db: Database.Database) {
  const insert = prepareOnce<
    [number, string, string, number, number, string, number | null, Packed | null, string, bigint | string]
  >(
    db,
    `INSERT INTO sighting (portfolio, source, source_id, revision, generation, state, seq, identity, told, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (portfolio: number, sightings: readonly Sighting[]): void => {
    for (const { source, sourceId, revision, generation, state, seq, identity, told, at } of sightings) {
      const packedIdentity = identity === undefined ? null : packIdentity(identity);
      const toldText = JSON.stringify(told);
      const moment = packInstant(at);
      insert().run(
        portfolio,
        source,
        sourceId,
        revision,
        generation,
        state,
        seq ?? null,
        packedIdentity,
        toldText,
        moment,
      );
    }
  };
}

/** Finds or adds the origin of an entry, asking the database once per origin and append. */
function originWriter(db: Database.Database) {
  type Origin = [kind: string, operation: string, door: string, actor: string];
  const select = prepareOnce<Origin, { readonly id: number }>(
    db,
    'SELECT id FROM origin WHERE kind = ? AND operation = ? AND door = ? AND actor = ?',
  );
  const insert = prepareOnce<Origin>(
    db,
    'INSERT INTO origin (kind, operation, door, actor) VALUES (?, ?, ?, ?)',
  );
  return ({ kind, operation, door, actor }: Entry, seen: Map<string, number>): number => {
    const name = `${kind}\n${operation}\n${door}\n${actor}`;
    let id = seen.get(name) ?? select().get(kind, operation, door, actor)?.id;
    id ??= Number(insert().run(kind, operation, door, actor).lastInsertRowid);
    seen.set(name, id);
    return id;
  };
}
