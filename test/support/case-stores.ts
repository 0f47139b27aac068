/** What suites by value open their books with. They do not know which store it is. */
import type { HubOptions } from '../../src/engine/hub.ts';
import type { Store } from '../../src/engine/store-protocol.ts';
import type { PortfolioSettings } from '../../src/ledger/portfolio.ts';
import type { OpenStore } from '../conformance/opened-store.ts';
import { type CaseBooks, openCaseOn } from './case-books.ts';
import { openLazily } from './lazy-store.ts';
import { openTradeBooksOn, type TradeBooks } from './trade-books.ts';

export interface CaseChoices extends Partial<Omit<HubOptions, 'store'>> {
  /** Lies between the hub and the store. */
  readonly plant?: (store: Store) => Store;
}

export interface CaseStores {
  /** Books of their own, empty, gone when the test ends. */
  readonly openCase: (settings?: Partial<PortfolioSettings>, choices?: CaseChoices) => CaseBooks;
  readonly openTradeBooks: (settings?: Partial<PortfolioSettings>) => TradeBooks;
  /** For tests that close and open a store themselves. */
  readonly open: OpenStore;
}

export function caseStores(name: string, open: OpenStore): CaseStores {
  return {
    open,
    openCase: (settings = {}, { plant = (store: Store) => store, ...choices } = {}) =>
      openCaseOn(plant(openLazily(name, open)), settings, choices),
    openTradeBooks: (settings = {}) => openTradeBooksOn(openLazily(name, open), settings),
  };
}
