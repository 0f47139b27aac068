/**
 * Writes what a batch adds. Rows of the journal are inserted only; the database refuses anything else. What follows
 * from the journal is replaced by its final value, except days of cash, which the store adds up itself.
 */
import type Database from 'better-sqlite3';
import type { PortfolioAppend } from '../../engine/store-protocol.ts';
import { appendEntries, appendReceipts, appendSightings } from './append-journal.ts';
import { appendProjections } from './append-projections.ts';
import type { PortfolioAnswers } from './answer-portfolios.ts';

export function answerAppends(db: Database.Database, portfolios: PortfolioAnswers) {
  const addEntries = appendEntries(db);
  const addReceipts = appendReceipts(db);
  const addSightings = appendSightings(db);
  const projections = appendProjections(db);
  return {
    append: (append: PortfolioAppend): void => {
      const portfolio = portfolios.put(append.portfolio, append.isNew);
      const packedKeys = addEntries(portfolio, append.entries);
      addReceipts(portfolio, append.receipts, packedKeys);
      addSightings(portfolio, append.sightings);
      projections.addCash(portfolio, append.entries);
      projections.replace(portfolio, append);
    },
  };
}
