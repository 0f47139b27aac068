/**
 * Answers the requests of a script on one connection. What it keeps from one transaction to the next is statements
 * only: other processes write to the same file, so every row is read anew under the transaction's lock or snapshot.
 */
import type Database from 'better-sqlite3';
import type { Answers, QueryRead, Read, StoreReply, StoreRequest } from '../../engine/store-protocol.ts';
import { unreachable } from '../../ledger/unreachable.ts';
import { answerAppends } from './answer-append.ts';
import { answerEntries } from './answer-entries.ts';
import { answerLeases } from './answer-leases.ts';
import { answerPortfolios } from './answer-portfolios.ts';
import { answerProjections } from './answer-projections.ts';
import { answerReceipts } from './answer-receipts.ts';
import { answerSightings } from './answer-sightings.ts';

export class Answerer {
  readonly #portfolios;
  readonly #receipts;
  readonly #sightings;
  readonly #entries;
  readonly #projections;
  readonly #appends;
  readonly #leases;

  constructor(db: Database.Database) {
    this.#portfolios = answerPortfolios(db);
    this.#receipts = answerReceipts(db);
    this.#sightings = answerSightings(db);
    this.#entries = answerEntries(db, this.#sightings.claimsOn);
    this.#projections = answerProjections(db);
    this.#appends = answerAppends(db, this.#portfolios);
    this.#leases = answerLeases(db);
  }

  /** Forgets what the last transaction looked up. */
  beginTransaction(): void {
    this.#portfolios.forget();
  }

  answer(request: StoreRequest): StoreReply {
    switch (request.kind) {
      case 'load_receipts':
        return request.keys.map(({ portfolio, key }) =>
          this.#receipts.receipt(this.#portfolios.idOf(portfolio), key),
        );
      case 'load_facts':
        return request.reads.map(({ portfolio, read }) =>
          this.#read(this.#portfolios.idOf(portfolio), portfolio, read),
        );
      case 'append':
        this.#leases.assertNewest(request.fences ?? []);
        for (const append of request.portfolios) this.#appends.append(append);
        return undefined;
      case 'load_lease':
        return this.#leases.load(request.name);
      case 'save_lease':
        return this.#leases.save(request.lease, request.isNew);
      case 'save_fold_cache': {
        const portfolio = this.#portfolios.idOf(request.portfolio);
        return this.#projections.saveFoldCache(portfolio, request.instrument, request.cache);
      }
      default:
        return unreachable(request);
    }
  }

  #read(portfolio: number, name: string, read: Read): Answers[Read['kind']] {
    switch (read.kind) {
      case 'portfolio':
        return this.#portfolios.portfolio(name);
      case 'balance':
        return this.#projections.balance(portfolio, read.account, read.currency);
      case 'cash_days':
        return this.#projections.cashDays(portfolio, read.currency, read.after);
      case 'units':
        return this.#projections.units(portfolio, read.instrument);
      case 'record':
        return this.#projections.record(portfolio, read.record, read.id);
      case 'history':
        return this.#entries.history(portfolio, read.instrument);
      case 'entry':
        return this.#entries.entry(portfolio, read.seq);
      case 'matches':
        return this.#entries.matches(portfolio, read);
      case 'near':
        return this.#entries.near(portfolio, read);
      case 'entries_of_import':
        return this.#entries.ofImport(portfolio, read.importId);
      case 'sighting':
        return this.#sightings.sighting(portfolio, read.source, read.sourceId);
      case 'sightings_of_entry':
        return this.#sightings.ofEntry(portfolio, read.seq);
      case 'portfolios':
      case 'balances':
      case 'instruments':
      case 'records':
      case 'newest_record':
      case 'receipt':
      case 'entries':
      case 'newest_entries':
      case 'chain':
      case 'receipts':
      case 'sightings':
      case 'fold_cache':
        return this.#query(portfolio, read);
      default:
        return unreachable(read);
    }
  }

  #query(portfolio: number, read: QueryRead): Answers[QueryRead['kind']] {
    switch (read.kind) {
      case 'portfolios':
        return this.#portfolios.all();
      case 'balances':
        return this.#projections.balances(portfolio);
      case 'instruments':
        return this.#projections.instruments(portfolio);
      case 'records':
        return this.#projections.records(portfolio, read.record);
      case 'newest_record':
        return this.#projections.newestRecord(portfolio, read.record, read.from, read.to);
      case 'fold_cache':
        return this.#projections.foldCache(portfolio, read.instrument);
      case 'receipt':
        return this.#receipts.receipt(portfolio, read.key);
      case 'receipts':
        return this.#receipts.after(portfolio, read.afterKey, read.limit);
      case 'entries':
        return this.#entries.after(portfolio, read);
      case 'newest_entries':
        return this.#entries.newestBefore(portfolio, read);
      case 'chain':
        return this.#entries.chain(portfolio, read.afterSeq, read.limit);
      case 'sightings':
        return this.#sightings.after(portfolio, read.after, read.limit);
      default:
        return unreachable(read);
    }
  }
}
