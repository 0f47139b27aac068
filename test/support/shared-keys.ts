/** What many processes write to one file at once: a pool of keys, each with its own wish, dealt out with repeats. */
import type { JsonObject } from '../../src/ledger/json-value.ts';
import { Decimal } from '../../src/money/decimal.ts';
import { openRandom } from './seeded-random.ts';

export interface KeyedWish {
  readonly key: string;
  readonly operation: 'deposit' | 'buy';
  readonly input: JsonObject;
  /** What it does to the cash, in dollars. */
  readonly effect: string;
}

export interface Deal {
  readonly seed: number;
  readonly processes: number;
  readonly wishesEach: number;
  /** Of ten wishes of a process, how many carry a key that some process has as its own. */
  readonly repeatsOfTen: number;
}

/** Every key there is. Each belongs to one process, which sends it in any case. */
export function listKeys({ processes, wishesEach, repeatsOfTen }: Deal): readonly KeyedWish[] {
  const own = (wishesEach * (10 - repeatsOfTen)) / 10;
  return Array.from({ length: processes * own }, (_, number) => toWish(number));
}

/** The wishes of one process: its own keys and repeats drawn from all of them, shuffled. */
export function dealWishes(deal: Deal, process: number): readonly KeyedWish[] {
  const keys = listKeys(deal);
  const random = openRandom(deal.seed * 1_000 + process);
  const own = keys.length / deal.processes;
  const wishes = keys.slice(process * own, (process + 1) * own);
  while (wishes.length < deal.wishesEach) wishes.push(random.pick(keys));
  return random.shuffle(wishes);
}

/** Every third buys something, the others bring money. No two amounts are equal, so that all are plainly other events. */
function toWish(number: number): KeyedWish {
  const key = `wish-${number}`;
  const amount = Decimal.fromParts(BigInt(100 + number), 2);
  const moved = { amount: amount.toString(), currency: 'USD', on: '2024-02-01' };
  if (number % 3 !== 0) return { key, operation: 'deposit', input: moved, effect: amount.toString() };
  const input = { ...moved, instrument: `I${number % 7}`, units: '1' };
  return { key, operation: 'buy', input, effect: amount.negated().toString() };
}
