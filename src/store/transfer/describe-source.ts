import { carriedTables } from './carried-tables.ts';
import { readPages } from './read-pages.ts';
import { RowDigest } from './row-digest.ts';
import type { TransferSource } from './transfer-ends.ts';

/** Rows of the small tables that are read at once. */
const pageRows = 2_000;

/**
 * A text that differs when anything was booked since: the ends of all journals, how many rows there are where rows are
 * only added, and a digest of those that are replaced.
 */
export async function describeSource(source: TransferSource): Promise<string> {
  const portfolios = await source.portfolios();
  const whole = new RowDigest();
  for (const { name, settings, seq, head } of portfolios) whole.add([name, settings, seq, head]);
  for (const table of carriedTables) {
    if (table.growth !== 'replaced') {
      whole.add([table.name, await source.count(table)]);
      continue;
    }
    for (const { name: portfolio } of portfolios) {
      for await (const rows of readPages(source, { table, portfolio }, pageRows)) {
        for (const row of rows) whole.add([table.name, portfolio, ...row]);
      }
    }
  }
  return whole.toString();
}
