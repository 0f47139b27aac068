import { isJsonObject } from '../../src/ledger/json-value.ts';
import { openBenchHub } from './bench-hub.ts';
import { countRows, openRaw } from './open-raw.ts';

/** Above this many entries only rows are counted; `verify` over more has a measurement of its own. */
const verifiedEntriesMax = 120_000;

/**
 * Checks after a load that every accepted write is there, once: as many entries and receipts as were told to callers,
 * and books that verify. Throws when not; returns a sentence when so.
 */
export async function checkBooks(
  what: string,
  path: string,
  expected: { readonly before: number; readonly accepted: number },
): Promise<string> {
  const wanted = expected.before + expected.accepted;
  const db = openRaw(path);
  const [entries, receipts] = [countRows(db, 'entry'), countRows(db, 'receipt')];
  db.close();
  if (entries !== wanted || receipts !== wanted) {
    throw new Error(
      `${what}: ${expected.accepted} writes were accepted on top of ${expected.before}, and there are ${entries} entries and ${receipts} receipts`,
    );
  }
  const counted = `${what}: ${expected.accepted} accepted, ${expected.accepted} entries and receipts added`;
  if (entries > verifiedEntriesMax) return `${counted}; too many for verify here.`;
  const { ask, close } = openBenchHub(path);
  const report = await ask('verify');
  await close();
  const isOk = isJsonObject(report) && report['ok'] === true && report['entries'] === entries;
  if (!isOk) throw new Error(`${what}: verify found ${JSON.stringify(report).slice(0, 1_000)}`);
  return `${counted}; verify of ${entries} entries ok.`;
}
