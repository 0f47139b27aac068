/**
 * The load of all write measurements: deposits and buys by turns, on the day on which they are sent, in one portfolio or in
 * many.
 * Amounts differ from one event to the next, as those of real events do; each follows from the event's number, so that
 * a repeat of a key repeats its content.
 */
import type { Wish } from '../../src/engine/hub.ts';
import type { JsonObject } from '../../src/ledger/json-value.ts';
import { buy } from '../../src/operations/ledger/buy.ts';
import { deposit } from '../../src/operations/ledger/deposit.ts';
import type { KeySource } from './keys.ts';

export const portfolio = 'main';

const instruments = 200;

/** More than all the buys of a run cost. */
export const openingAmount = '1000000000000';

export interface LoadEvent {
  readonly operation: 'deposit' | 'buy';
  readonly input: JsonObject;
}

export type EventMix = 'both' | LoadEvent['operation'];

export function eventAt(index: number, mix: EventMix = 'both'): LoadEvent {
  const isDeposit = mix === 'deposit' || (mix === 'both' && index % 2 === 0);
  if (isDeposit) {
    return { operation: 'deposit', input: { amount: toCents(((index * 7_919) % 500_000) + 100) } };
  }
  const input = {
    instrument: `S${(index * 31) % instruments}`,
    units: String(((index * 37) % 99) + 1),
    price: toCents(((index * 7_907) % 49_000) + 1_000),
    fee: '1',
  };
  return { operation: 'buy', input };
}

/** The portfolio of this number; the first is the one that everybody has. */
export function namePortfolio(index: number): string {
  return index === 0 ? portfolio : `p${index}`;
}

/** The next wishes from number `first` on, round the portfolios by turns. */
export function wishesFrom(
  first: number,
  count: number,
  nextKey: KeySource,
  mix?: EventMix,
  portfolios = 1,
): Wish[] {
  return Array.from({ length: count }, (_, offset) => {
    const { operation, input } = eventAt(first + offset, mix);
    const chosen = operation === 'deposit' ? deposit : buy;
    const place = namePortfolio((first + offset) % portfolios);
    return { operation: chosen, portfolio: place, input, key: nextKey(), door: 'http', actor: 'bench' };
  });
}

function toCents(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
