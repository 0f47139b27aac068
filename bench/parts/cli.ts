/** How long a command of the built product takes from its start to its end, against a Node program that does nothing. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ratios, runRounds } from '../measure/rounds.ts';
import { runNode } from '../measure/run-process.ts';
import type { Part } from '../part.ts';
import { checkBooks } from '../stores/check-books.ts';
import { makePrefilledStore, prefilledKeys } from '../stores/prefilled-store.ts';

export const cli: Part = async ({ folder, project, quick }) => {
  const path = join(folder, 'books.db');
  await makePrefilledStore(path);
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, '');
  const program = join(project, 'bin/fixpoint.js');
  const store = ['--store', `sqlite:${path}`];
  const time = async (...args: readonly string[]) => (await runNode(args, { cwd: folder })).milliseconds;
  let deposits = 0;
  const times = await runRounds(quick ? 5 : 11, {
    empty: () => time(empty),
    cash: () => time(program, 'cash', ...store),
    deposit: () => {
      deposits += 1;
      return time(program, 'deposit', `${deposits}.25`, '--idempotency-key', randomUUID(), ...store);
    },
    // Its input has ended already, so it stops as soon as it is ready to serve.
    mcp: () => time(program, 'mcp', ...store),
  });
  const bound = 'at most';
  return {
    figures: [
      { name: 'cli: empty script', unit: 'ms', samples: times.empty },
      { name: 'cli: fixpoint cash', unit: 'ms', samples: times.cash },
      { name: 'cli: fixpoint deposit', unit: 'ms', samples: times.deposit },
      { name: 'cli: fixpoint mcp', unit: 'ms', samples: times.mcp },
      {
        name: 'cli: cash ÷ empty script',
        unit: '×',
        samples: ratios(times.cash, times.empty),
        target: { row: 15, bound, value: 1.5 },
      },
      {
        name: 'cli: deposit ÷ empty script',
        unit: '×',
        samples: ratios(times.deposit, times.empty),
        target: { row: 15, bound, value: 1.5 },
      },
      {
        name: 'cli: mcp ÷ empty script',
        unit: '×',
        samples: ratios(times.mcp, times.empty),
        target: { row: 15, bound, value: 3.2 },
      },
    ],
    checks: [await checkBooks('cli', path, { before: prefilledKeys, accepted: deposits })],
    notes: [],
  };
};
