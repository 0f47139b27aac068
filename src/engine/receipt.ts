/**
 * A receipt remembers a key: which operation it named, with what canonical input, and what came of it. It commits in
 * the same transaction as the entry it belongs to (P2) and is kept for ever.
 */
import { describeEntry } from '../ledger/describe-entry.ts';
import type { Door, Entry } from '../ledger/entry.ts';
import { isJsonObject, type JsonObject, toCanonicalJson } from '../ledger/json-value.ts';

/** How a remembered command ended. Refusals and faults are never remembered. */
export type ReceiptStatus = 'accepted' | 'matched' | 'held' | 'unchanged';

/** What the store keeps: the key, the first entry it led to, and what cannot be read off that entry. */
export interface StoredReceipt {
  readonly key: string;
  readonly seq: number | undefined;
  readonly entry: Entry | undefined;
  readonly reversedBy: number | undefined;
  readonly detail: JsonObject | undefined;
}

export interface Receipt {
  readonly key: string;
  readonly operation: string;
  readonly input: JsonObject;
  readonly status: ReceiptStatus;
  readonly code: string | undefined;
  readonly seq: number | undefined;
  readonly reviewId: string | undefined;
  readonly reversedBy: number | undefined;
  readonly result: JsonObject;
  readonly at: string;
  readonly door: string;
  readonly actor: string;
}

export interface ReceiptDraft {
  readonly key: string;
  readonly operation: string;
  readonly input: JsonObject;
  readonly status: ReceiptStatus;
  readonly code?: string;
  /** The first entry that the command booked. */
  readonly entry?: Entry;
  /** The entry that it was matched with, when it booked none. */
  readonly entrySeq?: number;
  readonly reviewId?: string;
  /** What the outcome carries besides the entry's own description. */
  readonly extra: JsonObject;
  readonly at: string;
  readonly door: Door;
  readonly actor: string;
}

/** What is stored: nothing that the entry says already. */
export function toStoredReceipt(draft: ReceiptDraft): StoredReceipt {
  const { key, entry, status, code, reviewId, extra } = draft;
  const detail: Record<string, JsonObject[string]> = {};
  if (entry === undefined) {
    detail['operation'] = draft.operation;
    detail['input'] = draft.input;
    detail['at'] = draft.at;
    detail['door'] = draft.door;
    detail['actor'] = draft.actor;
  }
  if (status !== 'accepted') detail['status'] = status;
  if (code !== undefined) detail['code'] = code;
  if (reviewId !== undefined) detail['review_id'] = reviewId;
  if (Object.keys(extra).length > 0) detail['result'] = extra;
  return {
    key,
    seq: entry?.seq ?? draft.entrySeq,
    entry,
    reversedBy: undefined,
    detail: Object.keys(detail).length > 0 ? detail : undefined,
  };
}

/** The receipt as it reads, put together from what was stored and the entry it names. */
export function readReceipt(stored: StoredReceipt): Receipt {
  const { key, seq, reversedBy, detail = {} } = stored;
  // An entry that was there before the command has another key, or none, and says nothing about this one.
  const entry = stored.entry?.key === key ? stored.entry : undefined;
  const own = (name: string, fromEntry: string | undefined): string => {
    const value = detail[name];
    if (typeof value === 'string') return value;
    if (fromEntry === undefined) throw new Error(`The receipt of key ${key} lacks its ${name}`);
    return fromEntry;
  };
  const input = isJsonObject(detail['input']) ? detail['input'] : entry?.input;
  if (input === undefined) throw new Error(`The receipt of key ${key} lacks its input`);
  const extra = isJsonObject(detail['result']) ? detail['result'] : {};
  const status = detail['status'];
  return {
    key,
    operation: own('operation', entry?.operation),
    input,
    status: status === 'matched' || status === 'held' || status === 'unchanged' ? status : 'accepted',
    code: typeof detail['code'] === 'string' ? detail['code'] : undefined,
    seq,
    reviewId: typeof detail['review_id'] === 'string' ? detail['review_id'] : undefined,
    reversedBy,
    result: entry === undefined ? extra : { ...describeEntry(entry), ...extra },
    at: own('at', entry?.recordedAt),
    door: own('door', entry?.door),
    actor: own('actor', entry?.actor),
  };
}

/**
 * The names of the fields in which two canonical inputs differ, in alphabetical order. Empty when they are the same
 * wish. `operation` is named when another operation used the key.
 */
export function findDifferences(receipt: Receipt, operation: string, input: JsonObject): readonly string[] {
  if (receipt.operation !== operation) return ['operation'];
  const names = new Set([...Object.keys(receipt.input), ...Object.keys(input)]);
  return [...names]
    .filter((name) => toCanonicalJson(receipt.input[name] ?? null) !== toCanonicalJson(input[name] ?? null))
    .sort();
}
