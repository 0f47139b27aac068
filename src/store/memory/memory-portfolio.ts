/** One portfolio's data in plain maps, and how an append changes it. Every change comes with its undo. */
import type { Account } from '../../ledger/account.ts';
import type { ChainHash } from '../../ledger/chain.ts';
import type { Entry } from '../../ledger/entry.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import type { UnitsState } from '../../ledger/units-timeline.ts';
import type { Currency } from '../../money/currency.ts';
import type { StoredReceipt } from '../../engine/receipt.ts';
import type { Balance, FoldCache, PortfolioAppend, PortfolioState } from '../../engine/store-protocol.ts';
import type { Sighting } from '../../engine/sighting.ts';

export type Undo = () => void;

export interface StoredEntry {
  readonly entry: Entry;
  readonly text: string;
  readonly hash: ChainHash;
}

export class MemoryPortfolio {
  state: PortfolioState | undefined = undefined;
  readonly entries: StoredEntry[] = [];
  readonly reversals = new Map<number, number>();
  readonly bySubject = new Map<string, Entry[]>();
  readonly byIdentity = new Map<string, Entry[]>();
  readonly receipts = new Map<string, StoredReceipt>();
  readonly sightings: Sighting[] = [];
  readonly sightingRows = new Map<string, Sighting[]>();
  readonly records = new Map<
    string,
    { readonly kind: string; readonly id: string; readonly value: JsonObject }
  >();
  readonly balances = new Map<string, Balance & { readonly account: Account; readonly currency: Currency }>();
  readonly units = new Map<Instrument, UnitsState>();
  readonly foldCaches = new Map<Instrument, FoldCache>();

  /** Throws when a key, sighting or reversal exists already: the store's last defence of "once". */
  append(append: PortfolioAppend, undo: Undo[]): void {
    const before = this.state;
    undo.push(() => {
      this.state = before;
    });
    if (append.isNew !== (before === undefined))
      throw new Error(`Portfolio ${append.portfolio.name} exists already`);
    this.state = append.portfolio;
    for (const stored of append.entries) this.#addEntry(stored, undo);
    for (const receipt of append.receipts) this.#addReceipt(receipt, undo);
    for (const { leaves: _, ...sighting } of append.sightings) this.#addSighting(sighting, undo);
    for (const { kind, id, value } of append.records) {
      put(this.records, `${kind}\n${id}`, value === null ? undefined : { kind, id, value }, undo);
    }
    for (const balance of append.balances)
      put(this.balances, `${balance.account} ${balance.currency}`, balance, undo);
    for (const { instrument, ...state } of append.units) put(this.units, instrument, state, undo);
  }

  #addEntry(stored: StoredEntry, undo: Undo[]): void {
    const { entry } = stored;
    if (entry.seq !== this.entries.length + 1) throw new Error(`Entry ${entry.seq} is out of sequence`);
    this.entries.push(stored);
    undo.push(() => void this.entries.pop());
    if (entry.reverses !== undefined) {
      if (this.reversals.has(entry.reverses)) throw new Error(`Entry ${entry.reverses} is reversed already`);
      put(this.reversals, entry.reverses, entry.seq, undo);
    }
    if (entry.subject === undefined) return;
    pushTo(this.bySubject, entry.subject, entry, undo);
    if (entry.identity !== undefined) {
      pushTo(this.byIdentity, nameIdentity(entry.subject, entry.date, entry.identity), entry, undo);
    }
  }

  #addReceipt(receipt: StoredReceipt, undo: Undo[]): void {
    if (this.receipts.has(receipt.key)) throw new Error(`The key ${receipt.key} exists already`);
    put(this.receipts, receipt.key, receipt, undo);
  }

  #addSighting(sighting: Sighting, undo: Undo[]): void {
    const name = nameSighting(sighting.source, sighting.sourceId);
    const rows = this.sightingRows.get(name) ?? [];
    if (rows.some((row) => row.revision === sighting.revision))
      throw new Error(`The sighting ${name} exists already`);
    pushTo(this.sightingRows, name, sighting, undo);
    this.sightings.push(sighting);
    undo.push(() => void this.sightings.pop());
  }
}

export function nameIdentity(subject: string, date: string, identity: string): string {
  return `${date} ${identity} ${subject}`;
}

export function nameSighting(source: string, sourceId: string): string {
  return JSON.stringify([source, sourceId]);
}

function put<K, V>(map: Map<K, V>, key: K, value: V | undefined, undo: Undo[]): void {
  const before = map.get(key);
  undo.push(() => void (before === undefined ? map.delete(key) : map.set(key, before)));
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V, undo: Undo[]): void {
  const list = map.get(key);
  if (list === undefined) put(map, key, [value], undo);
  else {
    list.push(value);
    undo.push(() => void list.pop());
  }
}
