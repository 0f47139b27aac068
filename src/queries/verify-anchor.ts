import { isJsonObject } from '../ledger/json-value.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import type { Journal, Report } from './verify-journal.ts';

/** How many entries there were when the anchor was taken; undefined when it cannot be read. */
export function countAnchored(text: string): number | undefined {
  return readAnchor(text)?.entries;
}

/**
 * Was the journal rewritten before the anchor? Its hash must still stand after as many entries; the journal was walked
 * with that number.
 */
export function verifyAnchor(text: string, portfolio: PortfolioName, journal: Journal, report: Report): void {
  const anchor = readAnchor(text);
  if (anchor === undefined) {
    report('anchor', 'The anchor cannot be read. It must be what the anchor question printed as JSON.');
    return;
  }
  if (anchor.portfolio !== portfolio) {
    report('anchor', `The anchor is of portfolio ${anchor.portfolio}, not of ${portfolio}.`);
    return;
  }
  const found = journal.hashAsked;
  if (found === undefined) {
    report(
      'anchor',
      `The anchor was taken after ${anchor.entries} entries and the journal has only ${journal.entries}: entries were removed, or an older copy was restored.`,
    );
  } else if (found !== anchor.head) {
    report(
      'anchor',
      `After ${anchor.entries} entries the head was ${anchor.head} and is now ${found}: history was rewritten.`,
    );
  }
}

function readAnchor(text: string) {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(data)) return undefined;
  const { portfolio, entries, head } = data;
  if (typeof portfolio !== 'string' || typeof entries !== 'number' || typeof head !== 'string')
    return undefined;
  return { portfolio, entries, head };
}
