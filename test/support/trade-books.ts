/** Books for tests of what sources tell differently about one trade. */
import { loadFact, type Store } from '../../src/engine/store-protocol.ts';
import { isJsonArray, isJsonObject, type JsonObject } from '../../src/ledger/json-value.ts';
import type { PortfolioSettings } from '../../src/ledger/portfolio.ts';
import { type CaseBooks, openCaseOn } from './case-books.ts';
import { fail } from './fail.ts';
import { main } from './test-hub.ts';

/** Ten shares for 1,901 in all. */
export const bought = {
  kind: 'trade',
  side: 'buy',
  instrument: 'A',
  units: '10',
  amount: '1901',
  price: '190',
  fee: '0',
  currency: 'USD',
  date: '2026-05-01',
};

/** A telling by a source, under an id of its own. */
export const tell = (source: string, fact: JsonObject, id = '1') => ({
  source,
  source_id: id,
  told: { fact },
  fact,
});

export const plain = tell('file:csv:A', bought);
/** The same trade by a source that knows that 1 of it was fee. */
export const withFee = tell('file:csv:B', { ...bought, fee: '1' });

/** The same telling, to be taken back. */
export const take = ({ source, source_id }: typeof plain) => ({ source, source_id });

export interface TradeBooks extends CaseBooks {
  readonly balances: () => Promise<Readonly<Record<string, string>>>;
  readonly journal: () => Promise<readonly JsonObject[]>;
}

export function openTradeBooksOn(store: Store, settings: Partial<PortfolioSettings> = {}): TradeBooks {
  const books = openCaseOn(store, settings);
  return {
    ...books,
    balances: async () => {
      const found = await store.read(() => loadFact(main, { kind: 'balances' }));
      return Object.fromEntries(found.map(({ account, amount }) => [account, amount.toString()]));
    },
    journal: async () => {
      const answer = await books.ask('entries', { limit: 500 });
      const entries = isJsonObject(answer) ? answer['entries'] : undefined;
      return entries !== undefined && isJsonArray(entries)
        ? entries.filter(isJsonObject)
        : fail('no entries');
    },
  };
}
