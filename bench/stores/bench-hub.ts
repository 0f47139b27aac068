import { Hub } from '../../src/engine/hub.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import type { Store } from '../../src/engine/store-protocol.ts';
import { dateOfInstant } from '../../src/ledger/calendar-date.ts';
import type { JsonObject, JsonValue } from '../../src/ledger/json-value.ts';
import { defaultSettings, parsePortfolioName } from '../../src/ledger/portfolio.ts';
import { dateIn } from '../../src/app/local-date.ts';
import { findQuery } from '../../src/queries/registry.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite/sqlite-store.ts';
import { portfolio } from '../load/events.ts';

export interface BenchHub {
  readonly hub: Hub;
  readonly store: Store;
  /** Transactions that were committed. */
  readonly commits: () => number;
  readonly accepted: () => number;
  /** The body of the answer to a question about the portfolio. */
  readonly ask: (query: string, parameters?: JsonObject) => Promise<JsonValue>;
  readonly close: () => Promise<void>;
}

export interface BenchHubOptions {
  readonly connect?: SqliteStoreOptions['connect'];
  /** Runs when the callers that are ready have had their turn; a hub of one command per transaction need not wait. */
  readonly defer?: (callback: () => void) => void;
}

/** On a file. */
export function openBenchHub(path: string, { connect, defer }: BenchHubOptions = {}): BenchHub {
  const store = openSqliteStore(path, { retryLock: 'yield', ...(connect === undefined ? {} : { connect }) });
  return openBenchHubOn(store, defer);
}

/** The hub as `src/app` puts it together, with counters. Stops the run at the first defect. */
export function openBenchHubOn(store: Store, defer: BenchHubOptions['defer'] = setImmediate): BenchHub {
  let commits = 0;
  let accepted = 0;
  const defaultPortfolio = parsePortfolioName(portfolio);
  if (defaultPortfolio === undefined) throw new Error(`${portfolio} is no name of a portfolio`);
  const hub = new Hub({
    store,
    keys: 'required',
    defaultPortfolio,
    portfolioDefaults: defaultSettings,
    now: () => new Date().toISOString(),
    dateAt: (instant) => dateIn(undefined, instant) ?? dateOfInstant(instant),
    fetchOutside: () => Promise.resolve(undefined),
    observeOutcome: ({ status }: Outcome) => {
      if (status === 'accepted') accepted += 1;
    },
    observeBatch: () => {
      commits += 1;
    },
    reportDefect: (operation, error) => {
      throw new Error(`${operation} failed`, { cause: error });
    },
    monotonic: () => performance.now(),
    defer,
  });
  return {
    hub,
    store,
    commits: () => commits,
    accepted: () => accepted,
    ask: async (name, parameters = {}) => {
      const query = findQuery(name);
      if (query === undefined) throw new Error(`There is no question ${name}`);
      const answer = await hub.ask({ query, portfolio, parameters });
      if (answer.kind === 'refuse') throw new Error(`${name} was refused: ${answer.message}`);
      return answer.body;
    },
    close: () => store.close(),
  };
}
