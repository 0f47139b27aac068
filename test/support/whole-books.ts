/** Books in which every table has rows: mixed operations, things held for review, an import, and many deposits. */
import type { Store } from '../../src/engine/store-protocol.ts';
import { sendBatch } from '../crash/stop-sweep.ts';
import { fail } from './fail.ts';
import { mixedBatch } from './mixed-batch.ts';
import { openTestHub, type TestHub } from './test-hub.ts';

/** A deposit that a test sends again. */
export const knownDeposit = {
  input: { amount: '12.5', currency: 'USD', on: '2024-02-01' },
  key: 'known',
} as const;

/** Fills `main` and a second portfolio, whose name sorts before it. Resolves when all of it is booked. */
export async function fillWholeBooks(store: Store, deposits: number): Promise<TestHub> {
  const hub = openTestHub(store);
  await sendBatch(hub, mixedBatch);
  await expectStatus(hub, 'accepted', 'deposit', knownDeposit.input, knownDeposit.key);
  await expectStatus(hub, 'accepted', 'set_alias', { alias: 'US0378331005', instrument: 'AAPL' });
  await expectStatus(hub, 'accepted', 'set_rate', { from: 'EUR', to: 'USD', rate: '1.08', on: '2024-03-01' });
  await expectStatus(hub, 'accepted', 'set_instrument', { instrument: 'AAPL', name: '苹果 "Apple"' });
  await expectStatus(hub, 'held', 'record_external_trade', heldTrade);
  await expectStatus(hub, 'accepted', 'create_portfolio', { base_currency: 'EUR' }, 'create', 'family');
  await expectStatus(
    hub,
    'accepted',
    'deposit',
    { amount: '7', currency: 'EUR', on: '2024-01-01' },
    'known',
    'family',
  );
  const keys = Array.from({ length: deposits }, (_, index) => keyOf(index));
  await Promise.all(
    keys.map((key, index) =>
      hub.write('deposit', { amount: `${(index % 97) + 1}.${(index % 9) + 1}`, on: dayOf(index) }, key),
    ),
  );
  return hub;
}

/** Units and side of a trade that another source told of a day before, for nearly the same amount. */
const heldTrade = {
  side: 'buy',
  instrument: 'KO',
  units: '10',
  amount: '600.01',
  currency: 'USD',
  on: '2024-04-05',
  source: 'third',
  source_id: 'X1',
} as const;

/** UUIDs and other keys side by side: databases keep and sort them differently. */
function keyOf(index: number): string {
  const digits = ((index * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
  return index % 3 === 0
    ? `order-${index}`
    : `${digits}-0000-4000-8000-00000000${String(index).padStart(4, '0')}`;
}

function dayOf(index: number): string {
  return `2025-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}`;
}

async function expectStatus(
  hub: TestHub,
  status: string,
  operation: string,
  input: Parameters<TestHub['write']>[1],
  key?: string,
  portfolio = 'main',
): Promise<void> {
  const outcome = await hub.write(operation, input, key, { portfolio });
  if (outcome.status !== status) fail(`${operation} was answered ${JSON.stringify(outcome)}`);
}
