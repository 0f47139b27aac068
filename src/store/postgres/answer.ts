/**
 * Answers the requests of a script in one transaction on one connection. Statements are sent as they come and answered
 * in that order; what is appended is not waited for until something needs the answer, so that a batch takes as many
 * round trips as it has questions.
 *
 * Invariants: (1) the portfolio that a write reads or appends to is locked before, by a statement of its own, so that
 * what is read afterwards is as it was left by whoever had the lock; (2) nothing read is kept beyond the transaction.
 */
import { Writable } from 'node:stream';
import type pg from 'pg';
import { assertNewestFence, type Fence, type Lease } from '../../engine/lease.ts';
import type {
  PlacedRead,
  PortfolioAppend,
  PortfolioState,
  Read,
  StoreReply,
  StoreRequest,
} from '../../engine/store-protocol.ts';
import type { PortfolioName } from '../../ledger/portfolio.ts';
import { unreachable } from '../../ledger/unreachable.ts';
import { type LeaseRow, saveLease, selectLease, shareLeases, unpackLease } from './answer-leases.ts';
import { askListing } from './answer-listing.ts';
import { insertPortfolio, lockPortfolios, type PortfolioRow, unpackPortfolio } from './answer-portfolios.ts';
import { askSet, isAskedInSets } from './answer-set.ts';
import { appendJournal, type NumberedAppend, originsOf } from './append-journal.ts';
import { appendProjections, upsertFoldCache } from './append-projections.ts';
import { nameStatement, type Statement } from './statement.ts';

/** A portfolio that this transaction holds, or has found not to exist. */
interface Held {
  readonly id: number | undefined;
  readonly state: PortfolioState | undefined;
}

/** What is kept from one transaction to the next. Hints only: nothing is wrong when they are. */
export interface StoreMemory {
  /** Origins that were committed. With one that is not there after all nothing of the transaction is written. */
  readonly origins: Set<string>;
  /** Do connections keep statements, so that each is planned once? A pooler may give every transaction another. */
  keepsStatements: boolean;
}

export class Answerer {
  readonly #client: pg.ClientBase;
  readonly #access: 'write' | 'read';
  readonly #memory: StoreMemory;
  readonly #held = new Map<PortfolioName, Promise<Held>>();
  readonly #appended: NumberedAppend[] = [];
  readonly #stream: Writable | undefined;
  #gathers = false;
  #unanswered: Promise<unknown>[] = [];

  constructor(client: pg.ClientBase, access: 'write' | 'read', memory: StoreMemory) {
    this.#client = client;
    this.#access = access;
    this.#memory = memory;
    this.#stream = streamOf(client);
  }

  /** What the script has appended so far. */
  get appended(): readonly NumberedAppend[] {
    return this.#appended;
  }

  get origins(): readonly string[] {
    return originsOf(this.#appended);
  }

  /** Sends a statement; its failure shows in `settle` at the latest. */
  send<Row extends object>({ text, values, rows }: Statement): Promise<readonly Row[]> {
    this.#gather();
    const name =
      this.#memory.keepsStatements && !text.startsWith('BEGIN') ? { name: nameStatement(text) } : {};
    const answer = this.#client.query<Row>({ ...name, text, values: [...values] }).then((result) => {
      if (rows !== undefined && result.rowCount !== rows) {
        throw new Error(`${result.rowCount} rows were written instead of ${rows}: ${text}`);
      }
      return result.rows;
    });
    answer.catch(() => undefined); // told in `settle`; without this the process would end before
    this.#unanswered.push(answer);
    return answer;
  }

  /** What is sent in one turn goes out in one piece, and wakes the server once. */
  #gather(): void {
    if (this.#gathers || this.#stream === undefined) return;
    const stream = this.#stream;
    this.#gathers = true;
    stream.cork();
    process.nextTick(() => {
      this.#gathers = false;
      stream.uncork();
    });
  }

  /** Waits for all that was sent. Throws what the first of it failed with: the rest fails because of it. */
  async settle(): Promise<void> {
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    await Promise.all(unanswered);
  }

  async answer(request: StoreRequest): Promise<StoreReply> {
    switch (request.kind) {
      case 'load_receipts': {
        const reads = request.keys.map(({ portfolio, key }) => ({
          portfolio,
          read: { kind: 'receipt', key } as const,
        }));
        return this.#load(reads);
      }
      case 'load_facts':
        return this.#load(request.reads);
      case 'append':
        if (request.fences !== undefined) await this.#assertNewest(request.fences);
        await this.#append(request.portfolios);
        return undefined;
      case 'load_lease':
        return this.#loadLease(request.name);
      case 'save_lease':
        await this.send(saveLease(request.lease, request.isNew));
        return undefined;
      case 'save_fold_cache':
        void this.send(upsertFoldCache(request.portfolio, request.instrument, request.cache));
        return undefined;
      default:
        return unreachable(request);
    }
  }

  async #load(reads: readonly PlacedRead[]): Promise<readonly unknown[]> {
    if (this.#access === 'write') this.#lock(reads.map(({ portfolio }) => portfolio));
    const answers: unknown[] = [];
    const waiting: Promise<void>[] = [];
    const sets = new Map<Read['kind'], number[]>();
    for (const [index, { portfolio, read }] of reads.entries()) {
      const set = sets.get(read.kind);
      const held = read.kind === 'portfolio' ? this.#held.get(portfolio) : undefined;
      if (set !== undefined) set.push(index);
      else if (isAskedInSets(read.kind)) sets.set(read.kind, [index]);
      else if (held !== undefined) waiting.push(held.then(({ state }) => void (answers[index] = state)));
      else {
        const { statement, answer } = askListing(read.kind, portfolio, read);
        waiting.push(this.send(statement).then((rows) => void (answers[index] = answer(rows))));
      }
    }
    for (const [kind, indices] of sets) {
      if (!isAskedInSets(kind)) continue;
      const asked = askSet(
        kind,
        indices.flatMap((index) => reads[index] ?? []),
      );
      const deal = (rows: readonly object[]): void => {
        for (const [place, answer] of asked.answers(rows).entries()) answers[indices[place] ?? -1] = answer;
      };
      waiting.push(this.send(asked.statement).then(deal));
    }
    for (const promise of waiting) promise.catch(() => undefined);
    await this.settle();
    await Promise.all(waiting);
    return answers;
  }

  #lock(names: readonly PortfolioName[]): void {
    const wanted = [...new Set(names)].filter((name) => !this.#held.has(name));
    if (wanted.length === 0) return;
    const locked = this.send<PortfolioRow>(lockPortfolios(wanted));
    for (const name of wanted) {
      const held = locked.then((rows): Held => {
        const row = rows.find((found) => found.name === name);
        return { id: row?.id, state: row === undefined ? undefined : unpackPortfolio(row) };
      });
      held.catch(() => undefined); // told in `settle`
      this.#held.set(name, held);
    }
  }

  async #loadLease(name: string): Promise<Lease | undefined> {
    const [row] = await this.send<LeaseRow>(selectLease(name, this.#access));
    return row === undefined ? undefined : unpackLease(row);
  }

  /** Answered before anything is appended: COMMIT is sent behind the appends, whatever came of them here. */
  async #assertNewest(fences: readonly Fence[]): Promise<void> {
    const rows = await this.send<LeaseRow>(shareLeases(fences));
    const leases = new Map(rows.map((row) => [row.name, unpackLease(row)]));
    for (const fence of fences) assertNewestFence(fence, leases.get(fence.lease));
  }

  async #append(portfolios: readonly PortfolioAppend[]): Promise<void> {
    this.#lock(portfolios.map(({ portfolio }) => portfolio.name));
    let together: NumberedAppend[] = [];
    for (const append of portfolios) {
      const { name } = append.portfolio;
      const id = await this.#idFor(append);
      this.#held.set(name, Promise.resolve({ id, state: append.portfolio }));
      // A statement brings a row to one final value, so a portfolio that comes again begins the next statements.
      if (together.some((earlier) => earlier.id === id)) {
        this.#sendAppends(together);
        together = [];
      }
      together.push({ ...append, id });
    }
    this.#sendAppends(together);
  }

  #sendAppends(appends: readonly NumberedAppend[]): void {
    this.#appended.push(...appends);
    for (const statement of appendJournal(appends, this.#memory.origins)) void this.send(statement);
    for (const statement of appendProjections(appends)) void this.send(statement);
  }

  /** Throws when the portfolio exists although it is said to be new, or the other way round. */
  async #idFor({ portfolio, isNew }: PortfolioAppend): Promise<number> {
    const held = await this.#held.get(portfolio.name);
    if (isNew !== (held?.id === undefined)) {
      throw new Error(
        isNew ? `Portfolio ${portfolio.name} exists already` : `There is no portfolio "${portfolio.name}"`,
      );
    }
    if (held?.id !== undefined) return held.id;
    const [row] = await this.send<{ readonly id: number }>(insertPortfolio(portfolio));
    if (row === undefined) throw new Error(`Portfolio ${portfolio.name} got no number`);
    return row.id;
  }
}

/** The driver's types do not show its socket. Without it everything works, by more system calls. */
function streamOf(client: object): Writable | undefined {
  const connection: unknown = 'connection' in client ? client.connection : undefined;
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return undefined;
  return connection.stream instanceof Writable ? connection.stream : undefined;
}
