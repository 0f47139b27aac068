/** A hub for tests: a clock that the test sets, and everything the hub reports kept for looking at. */
import { Hub, type HubOptions } from '../../src/engine/hub.ts';
import type { Fence } from '../../src/engine/lease.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import type { Store } from '../../src/engine/store-protocol.ts';
import { dateOfInstant } from '../../src/ledger/calendar-date.ts';
import type { JsonObject, JsonValue } from '../../src/ledger/json-value.ts';
import { defaultSettings, parsePortfolioName } from '../../src/ledger/portfolio.ts';
import { findOperation } from '../../src/operations/registry.ts';
import { findQuery } from '../../src/queries/registry.ts';
import type { DoorAdapter } from './door-adapters.ts';
import { fail } from './fail.ts';

export interface TestHub {
  readonly hub: Hub;
  readonly clock: { now: string };
  readonly defects: unknown[];
  /** Submits an operation by name to `main`. */
  readonly write: (
    operation: string,
    input: JsonObject,
    key?: string,
    more?: WriteOptions,
  ) => Promise<Outcome>;
  /** Asks a question by name about `main` and returns its body. */
  readonly ask: (query: string, parameters?: JsonObject) => Promise<JsonValue>;
}

export interface WriteOptions {
  readonly dryRun?: boolean;
  readonly portfolio?: string;
  readonly importId?: string;
  readonly fence?: Fence;
}

export const main = parsePortfolioName('main') ?? fail('main is a portfolio name');

/** With a `via`, what surfaces offer is sent through that surface; the rest goes to the hub directly. */
export function openTestHub(store: Store, overrides: Partial<HubOptions> = {}, via?: DoorAdapter): TestHub {
  const clock = { now: '2026-06-01T12:00:00.000Z' };
  const defects: unknown[] = [];
  const hub = new Hub({
    store,
    keys: 'required',
    defaultPortfolio: main,
    portfolioDefaults: defaultSettings,
    now: () => clock.now,
    dateAt: dateOfInstant,
    fetchOutside: () => Promise.resolve(undefined),
    observeOutcome: () => {},
    observeBatch: () => {},
    reportDefect: (_operation, error) => void defects.push(error),
    monotonic: () => performance.now(),
    defer: setImmediate,
    ...overrides,
  });
  const send = via?.connect(hub);
  return {
    hub,
    clock,
    defects,
    write: (name, input, key, { dryRun = false, portfolio = 'main', importId, fence } = {}) => {
      const operation = findOperation(name) ?? fail(`there is no operation ${name}`);
      if (send !== undefined && key !== undefined && operation.exposure === 'everywhere') {
        return send({ operation, portfolio, input, key, dryRun });
      }
      return hub.submit({
        operation,
        portfolio,
        input,
        ...(key === undefined ? {} : { key }),
        ...(importId === undefined ? {} : { importId }),
        ...(fence === undefined ? {} : { fence }),
        dryRun,
        door: via?.door ?? 'cli',
        actor: 'tester',
      });
    },
    ask: async (name, parameters = {}) => {
      const query = findQuery(name) ?? fail(`there is no question ${name}`);
      const answer = await hub.ask({ query, portfolio: 'main', parameters });
      return answer.kind === 'answer' ? answer.body : fail(`${name} was refused: ${answer.message}`);
    },
  };
}
