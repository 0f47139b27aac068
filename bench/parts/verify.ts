/** Recomputing the books: every hash, posting, balance, unit and receipt. */
import { join } from 'node:path';
import { isJsonObject } from '../../src/ledger/json-value.ts';
import { runRounds } from '../measure/rounds.ts';
import type { Part } from '../part.ts';
import { openBenchHub } from '../stores/bench-hub.ts';
import { makeTradesStore } from '../stores/trades-store.ts';

export const verify: Part = async ({ folder, quick }) => {
  const path = join(folder, 'trades.db');
  const entries = await makeTradesStore(path, quick ? 10_000 : 100_000);
  const { seconds } = await runRounds(3, {
    seconds: async () => {
      const { ask, close } = openBenchHub(path);
      const started = performance.now();
      const report = await ask('verify');
      const elapsed = (performance.now() - started) / 1_000;
      await close();
      if (!isJsonObject(report) || report['ok'] !== true || report['entries'] !== entries)
        throw new Error(`verify found ${JSON.stringify(report).slice(0, 1_000)}`);
      return elapsed;
    },
  });
  return {
    figures: [
      { name: `verify: ${entries} entries`, unit: 's', samples: seconds },
      {
        name: 'verify: for a million entries at that rate',
        unit: 's',
        samples: seconds.map((taken) => (taken / entries) * 1_000_000),
        target: { row: 14, bound: 'at most', value: 5 },
      },
    ],
    checks: [`verify: the books of ${entries} entries are in order.`],
    notes: [],
  };
};
