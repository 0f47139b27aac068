import { loadFact, type SightingPlace, type StoreScript } from '../engine/store-protocol.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import { journalPage } from './load-entries.ts';
import type { Journal, Report } from './verify-journal.ts';

/** Every receipt names an entry that exists, and every key of the journal has its receipt. Returns how many there are. */
export function* verifyReceipts(
  portfolio: PortfolioName,
  journal: Journal,
  report: Report,
): StoreScript<number> {
  let count = 0;
  let afterKey = '';
  const missing = new Map(journal.keys);
  for (;;) {
    const page = yield* loadFact(portfolio, { kind: 'receipts', afterKey, limit: journalPage });
    for (const { key, seq, entry, detail } of page) {
      count += 1;
      afterKey = key;
      missing.delete(key);
      if (seq !== undefined && seq > journal.entries)
        report('receipts', `The receipt of ${key} names entry ${seq}, which is not there.`);
      if (seq === undefined && detail === undefined)
        report('receipts', `The receipt of ${key} says nothing.`);
      if (entry !== undefined && detail?.['operation'] === undefined && entry.key !== key) {
        report(
          'receipts',
          `The receipt of ${key} names entry ${entry.seq}, which was booked under another key.`,
        );
      }
    }
    if (page.length < journalPage) break;
  }
  for (const [key, seq] of missing)
    report('receipts', `Entry ${seq} was booked under the key ${key}, which has no receipt.`);
  return count;
}

/** Every sighting that names an entry names one that exists, and revisions have no gaps. */
export function* verifySightings(
  portfolio: PortfolioName,
  journal: Journal,
  report: Report,
): StoreScript<void> {
  let after: SightingPlace = { source: '', sourceId: '', revision: -1 };
  for (;;) {
    const page = yield* loadFact(portfolio, { kind: 'sightings', after, limit: journalPage });
    for (const { source, sourceId, revision, seq } of page) {
      const same = source === after.source && sourceId === after.sourceId;
      if (revision !== (same ? after.revision + 1 : 0)) {
        report(
          'sightings',
          `The tellings of ${sourceId} by ${source} have a gap before revision ${revision}.`,
        );
      }
      if (seq !== undefined && (seq < 1 || seq > journal.entries)) {
        report('sightings', `${source} tells of ${sourceId} as entry ${seq}, which is not there.`);
      }
      after = { source, sourceId, revision };
    }
    if (page.length < journalPage) return;
  }
}
