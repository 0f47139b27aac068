import { loadFact, type StoreScript } from '../engine/store-protocol.ts';
import type { PortfolioName, PortfolioSettings } from '../ledger/portfolio.ts';
import { defaultSettings } from '../ledger/portfolio.ts';

/** The portfolio's settings; the defaults for one that nothing has been booked in yet. */
export function* loadSettings(portfolio: PortfolioName): StoreScript<PortfolioSettings> {
  const state = yield* loadFact(portfolio, { kind: 'portfolio' });
  return state?.settings ?? defaultSettings;
}
