/**
 * The facts that a batch has loaded, kept true while its commands are decided one after the other: what an accepted
 * command appends is applied here at once, so the next one sees it.
 *
 * Invariants: (1) a fact is either loaded and exact, or missing and said to be so; (2) nothing is changed by a command
 * that is refused, unchanged or a dry run; (3) what is written back to the store is exactly what changed here.
 */
import type { Currency } from '../money/currency.ts';
import type { Account } from '../ledger/account.ts';
import { chainStart, nextChainHash } from '../ledger/chain.ts';
import type { Entry, RecordChange } from '../ledger/entry.ts';
import { encodeEntry } from '../ledger/entry-codec.ts';
import type { Instrument } from '../ledger/instrument.ts';
import type { PortfolioName, PortfolioSettings } from '../ledger/portfolio.ts';
import { advanceUnits, needsHistory, unitsOf } from '../ledger/units-timeline.ts';
import { type Cell, LookupFacts } from './lookup-facts.ts';
import type { PortfolioView } from './operation.ts';
import type { StoredReceipt } from './receipt.ts';
import { nameRead } from './read-name.ts';
import type { Answer, PortfolioAppend, PortfolioState, Read } from './store-protocol.ts';
import type { Sighting } from './sighting.ts';

/** A fact is needed that was not loaded. The executor loads it and decides again. */
export class MissingFact extends Error {
  readonly read: Read;

  constructor(read: Read) {
    // It is caught at once and its stack is never shown. Taking one would cost more than all else that is done to
    // find out what a command reads.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`The fact ${nameRead(read)} was not loaded`);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'MissingFact';
    this.read = read;
  }
}

/** What a command adds to a portfolio once it is accepted. */
export interface Addition {
  readonly entries: readonly Entry[];
  readonly sightings: readonly Sighting[];
  readonly records: readonly RecordChange[];
  readonly receipt: StoredReceipt | undefined;
  readonly settings: PortfolioSettings | undefined;
}

export class WorkingPortfolio implements PortfolioView {
  readonly name: PortfolioName;
  readonly #defaults: PortfolioSettings;
  readonly #cells = new Map<string, Cell>();
  readonly #lookups = new LookupFacts();
  #state: PortfolioState | undefined;
  #stored = false;
  #pending = emptyPending();

  constructor(name: PortfolioName, defaults: PortfolioSettings) {
    this.name = name;
    this.#defaults = defaults;
  }

  get exists(): boolean {
    this.get({ kind: 'portfolio' });
    return this.#state !== undefined;
  }

  get settings(): PortfolioSettings {
    return this.#state?.settings ?? this.#defaults;
  }

  get nextSeq(): number {
    return (this.#state?.seq ?? 0) + 1;
  }

  has(read: Read): boolean {
    return this.#cells.has(nameRead(read));
  }

  /** Takes in what the store answered. */
  learn(read: Read, answer: unknown): void {
    const name = nameRead(read);
    if (this.#cells.has(name)) return;
    const cell = { read, answer };
    this.#cells.set(name, cell);
    this.#lookups.learn(cell);
    if (read.kind === 'portfolio') {
      this.#state = answer as PortfolioState | undefined; // answered to a read of this kind
      this.#stored = this.#state !== undefined;
    }
  }

  get<R extends Read>(read: R): Answer<R> {
    const cell = this.#cells.get(nameRead(read));
    if (cell === undefined) throw new MissingFact(read);
    return cell.answer as Answer<R>; // the cell was filled by the answer to this very read
  }

  /** Reads without which an entry cannot be applied. Asking may throw `MissingFact`, one after the other. */
  prepareFor(
    entry: Pick<Entry, 'postings' | 'legs' | 'date' | 'reverses' | 'kind' | 'sets' | 'flags'>,
  ): void {
    for (const { account, currency } of entry.postings) this.get({ kind: 'balance', account, currency });
    for (const instrument of instrumentsOf(entry)) {
      const units = this.get({ kind: 'units', instrument });
      if (needsHistory(units, entry)) this.get({ kind: 'history', instrument });
    }
  }

  /** Appends: numbers and chains are the caller's, everything derived follows here. */
  apply(addition: Addition): void {
    const before = this.#state ?? { name: this.name, settings: this.#defaults, seq: 0, head: chainStart };
    let { seq, head } = before;
    for (const entry of addition.entries) {
      const text = encodeEntry(entry);
      head = nextChainHash(head, text);
      seq = entry.seq;
      this.#pending.entries.push({ entry, text, hash: head });
      this.#applyEntry(entry);
      for (const change of entry.sets) this.#applyRecord(change);
    }
    for (const change of addition.records) this.#applyRecord(change);
    for (const sighting of addition.sightings) this.#applySighting(sighting);
    if (addition.receipt !== undefined) this.#pending.receipts.push(addition.receipt);
    this.#state = { name: this.name, settings: addition.settings ?? before.settings, seq, head };
    this.#replace({ kind: 'portfolio' }, this.#state);
    this.#pending.touched = true;
  }

  /** What has been added since the last call, for the store; undefined when nothing was. */
  takePending(): PortfolioAppend | undefined {
    const pending = this.#pending;
    if (!pending.touched || this.#state === undefined) return undefined;
    this.#pending = emptyPending();
    const isNew = !this.#stored;
    this.#stored = true;
    return {
      portfolio: this.#state,
      isNew,
      entries: pending.entries,
      receipts: pending.receipts,
      sightings: pending.sightings,
      records: [...pending.records.values()],
      balances: [...pending.balances.values()].map(({ account, currency }) => ({
        account,
        currency,
        ...this.get({ kind: 'balance', account, currency }),
      })),
      units: [...pending.units].map((instrument) => ({
        instrument,
        ...this.get({ kind: 'units', instrument }),
      })),
    };
  }

  #applyEntry(entry: Entry): void {
    for (const posting of entry.postings) {
      const read = { kind: 'balance', account: posting.account, currency: posting.currency } as const;
      const { amount, lastDate } = this.get(read);
      this.#replace(read, {
        amount: amount.plus(posting.amount),
        lastDate: entry.date > lastDate ? entry.date : lastDate,
      });
      this.#pending.balances.set(`${posting.account} ${posting.currency}`, posting);
    }
    for (const instrument of instrumentsOf(entry)) {
      this.#applyUnits(instrument, entry);
      this.#update({ kind: 'history', instrument }, (history) => [...history, entry]);
    }
    this.#lookups.applyEntry(entry);
    this.#update({ kind: 'entry', seq: entry.seq }, () => ({ entry, reversedBy: undefined }));
    if (entry.reverses !== undefined) {
      const reversed = { kind: 'entry', seq: entry.reverses } as const;
      this.#update(reversed, (found) => found && { ...found, reversedBy: entry.seq });
    }
  }

  #applyUnits(instrument: Instrument, entry: Entry): void {
    const read = { kind: 'units', instrument } as const;
    const units = this.get(read);
    const next = needsHistory(units, entry)
      ? unitsOf([...this.get({ kind: 'history', instrument }), entry])
      : advanceUnits(units, entry);
    this.#replace(read, next);
    this.#pending.units.add(instrument);
  }

  #applyRecord(change: RecordChange): void {
    this.#pending.records.set(`${change.kind} ${change.id}`, change);
    const read = { kind: 'record', record: change.kind, id: change.id } as const;
    if (this.has(read)) this.#replace(read, change.value ?? undefined);
  }

  #applySighting(sighting: Sighting): void {
    this.#pending.sightings.push(sighting);
    const { source, sourceId, seq } = sighting;
    this.#update({ kind: 'sighting', source, sourceId }, (rows) => [...rows, sighting]);
    if (seq !== undefined) {
      this.#update({ kind: 'sightings_of_entry', seq }, (rows) => [
        ...rows.filter(isOtherThan(sighting)),
        sighting,
      ]);
    }
    this.#lookups.applySighting(sighting);
  }

  #update<R extends Read>(read: R, change: (answer: Answer<R>) => Answer<R>): void {
    const cell = this.#cells.get(nameRead(read));
    if (cell !== undefined) cell.answer = change(cell.answer as Answer<R>); // as in `get`
  }

  #replace(read: Read, answer: unknown): void {
    const name = nameRead(read);
    const cell = this.#cells.get(name);
    if (cell === undefined) this.#cells.set(name, { read, answer });
    else cell.answer = answer;
  }
}

function isOtherThan(sighting: Sighting): (row: Sighting) => boolean {
  return (row) => row.source !== sighting.source || row.sourceId !== sighting.sourceId;
}

interface Pending {
  touched: boolean;
  readonly entries: PortfolioAppend['entries'][number][];
  readonly receipts: StoredReceipt[];
  readonly sightings: Sighting[];
  readonly records: Map<string, RecordChange>;
  readonly balances: Map<string, { readonly account: Account; readonly currency: Currency }>;
  readonly units: Set<Instrument>;
}

function emptyPending(): Pending {
  return {
    touched: false,
    entries: [],
    receipts: [],
    sightings: [],
    records: new Map(),
    balances: new Map(),
    units: new Set(),
  };
}

function instrumentsOf(entry: Pick<Entry, 'legs'>): ReadonlySet<Instrument> {
  return new Set(entry.legs.map((leg) => leg.instrument));
}
