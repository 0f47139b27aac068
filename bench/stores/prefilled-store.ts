import { copyFileSync } from 'node:fs';
import { deposit } from '../../src/operations/ledger/deposit.ts';
import { openingAmount, portfolio, wishesFrom } from '../load/events.ts';
import { createKeySource } from '../load/keys.ts';
import { batchCommandsMax } from '../../src/engine/writer.ts';
import { openBenchHub } from './bench-hub.ts';

/** As many keys are there before anything is measured, because an empty index flatters. */
export const prefilledKeys = 10_000;

/** Makes a store with `prefilledKeys` random keys, and more than enough cash. Closed, so that its file can be copied. */
export async function makePrefilledStore(path: string): Promise<void> {
  const { hub, close } = openBenchHub(path);
  const nextKey = createKeySource('random');
  const opening = {
    operation: deposit,
    portfolio,
    input: { amount: openingAmount },
    key: nextKey(),
    door: 'http',
    actor: 'bench',
  } as const;
  await hub.submit(opening);
  for (let first = 1; first < prefilledKeys; first += batchCommandsMax) {
    const count = Math.min(batchCommandsMax, prefilledKeys - first);
    await hub.submitAll(wishesFrom(first, count, nextKey));
  }
  await close();
}

export function copyStore(from: string, to: string): string {
  copyFileSync(from, to);
  return to;
}
