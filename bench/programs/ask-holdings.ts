// Asks for the holdings in a process of its own and prints how long each answer took, and its peak of memory, as JSON.
//
//   node ask-holdings.js FILE once|with-trade

import { buy } from '../../src/operations/ledger/buy.ts';
import { portfolio } from '../load/events.ts';
import { createKeySource } from '../load/keys.ts';
import { openBenchHub } from '../stores/bench-hub.ts';
import type { AskedHoldings } from '../stores/asked-holdings.ts';

const [path = '', mode = 'once'] = process.argv.slice(2);
const { hub, ask, close } = openBenchHub(path);

const firstMs = await time('holdings');
const secondMs = await time('holdings');
const lotsMs = await time('lots');
if (mode === 'with-trade') {
  const input = { instrument: 'S7', units: '3', price: '11.5', fee: '1' };
  const key = createKeySource('random')();
  const { status } = await hub.submit({
    operation: buy,
    portfolio,
    input,
    key,
    door: 'file',
    actor: 'bench',
  });
  if (status !== 'accepted') throw new Error(`The trade was ${status}`);
}
const afterTradeMs = await time('holdings');
await close();
const peakMegabytes = process.resourceUsage().maxRSS / 1_000;
const asked: AskedHoldings = { firstMs, secondMs, lotsMs, afterTradeMs, peakMegabytes };
process.stdout.write(`${JSON.stringify(asked)}\n`);

async function time(question: 'holdings' | 'lots'): Promise<number> {
  const started = performance.now();
  await ask(question);
  return performance.now() - started;
}
