import { loadFact, loadReceipts, type ReceiptRow, type StoreScript } from '../engine/store-protocol.ts';
import type { SightingPlace } from '../engine/sighting.ts';
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
  /** By the number of an entry: 1 when the receipt of its key names it. */
  const named = new Uint8Array(journal.keys.length + 1);
  for (;;) {
    const page = yield* loadFact(portfolio, { kind: 'receipts', afterKey, limit: journalPage });
    for (const receipt of page) {
      afterKey = receipt.key;
      if (receipt.seq !== undefined && journal.keys[receipt.seq - 1] === receipt.key) named[receipt.seq] = 1;
      else checkOther(receipt, journal, report);
    }
    count += page.length;
    if (page.length < journalPage) break;
  }
  yield* verifyRemaining(portfolio, journal, named, report);
  return count;
}

/** A receipt that names no entry, or one that was booked under another key or none. */
function checkOther({ key, seq, detail }: ReceiptRow, journal: Journal, report: Report): void {
  if (seq === undefined) {
    if (detail === undefined) report('receipts', `The receipt of ${key} says nothing.`);
    return;
  }
  if (seq > journal.entries) {
    report('receipts', `The receipt of ${key} names entry ${seq}, which is not there.`);
  } else if (detail?.['operation'] === undefined && !journal.unread.has(seq)) {
    report('receipts', `The receipt of ${key} names entry ${seq}, which was booked under another key.`);
  }
}

/** Keys whose receipt does not name the entry: further entries of one command, and those that have no receipt. */
function* verifyRemaining(
  portfolio: PortfolioName,
  { keys }: Journal,
  named: Uint8Array,
  report: Report,
): StoreScript<void> {
  const remaining = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    const isFurther = index > 0 && keys[index - 1] === key;
    if (key === undefined || isFurther || named[index + 1] === 1 || remaining.has(key)) continue;
    remaining.set(key, index + 1);
  }
  const seqs = [...remaining];
  for (let first = 0; first < seqs.length; first += journalPage) {
    const page = seqs.slice(first, first + journalPage);
    const receipts = yield* loadReceipts(page.map(([key]) => ({ portfolio, key })));
    for (const [index, [key, seq]] of page.entries()) {
      if (receipts[index] === undefined)
        report('receipts', `Entry ${seq} was booked under the key ${key}, which has no receipt.`);
    }
  }
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
