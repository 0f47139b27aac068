import { Hub, type HubOptions } from '../engine/hub.ts';
import { type CalendarDate, dateOfInstant } from '../ledger/calendar-date.ts';
import { defaultSettings } from '../ledger/portfolio.ts';
import type { Config } from './config.ts';
import { dateIn } from './local-date.ts';
import { openStore } from './open-store.ts';

/** What reports to whoever runs the hub; nothing of it can change an outcome. */
export type Observers = Pick<HubOptions, 'observeOutcome' | 'observeBatch' | 'reportDefect'>;

export interface OpenedHub {
  readonly hub: Hub;
  readonly close: () => Promise<void>;
}

/** Opens the store and puts the hub on it. `waits` says whether waiting for another process may block this one. */
export async function createHub(
  config: Config,
  waits: 'block' | 'yield',
  observers: Observers,
): Promise<OpenedHub> {
  const store = await openStore(config.store, { waits });
  const hub = new Hub({
    ...observers,
    store,
    keys: config.keys,
    defaultPortfolio: config.portfolio,
    portfolioDefaults: { ...defaultSettings, baseCurrency: config.baseCurrency },
    now: () => new Date().toISOString(),
    dateAt: (instant): CalendarDate => dateIn(config.zone, instant) ?? dateOfInstant(instant),
    fetchOutside: () => Promise.resolve(undefined),
    monotonic: () => performance.now(),
    defer: setImmediate,
  });
  const close = async (): Promise<void> => {
    await hub.settle();
    await store.close();
  };
  return { hub, close };
}
