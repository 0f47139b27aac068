import { describe, expect, it } from 'vitest';
import { knownOperation } from '../../../test/support/mcp-hub.ts';
import type { TypedWish } from './ledger.ts';
import { splitBatch, toBatchElement } from './split-batch.ts';

function wish(portfolio: string, note = ''): TypedWish {
  const input = note === '' ? { amount: '5' } : { amount: '5', note };
  return { operation: knownOperation('deposit'), portfolio, input, key: 'k', dryRun: false };
}

describe('a batch for a hub', () => {
  it('holds neighbours of one portfolio, in order', () => {
    const wishes = ['a', 'a', 'b', 'a'].map((name) => wish(name));
    expect(splitBatch(wishes).map((batch) => batch.map(({ portfolio }) => portfolio))).toEqual([
      ['a', 'a'],
      ['b'],
      ['a'],
    ]);
  });

  it('holds at most a thousand', () => {
    const sizes = splitBatch(Array.from({ length: 2_001 }, () => wish('a'))).map(({ length }) => length);
    expect(sizes).toEqual([1_000, 1_000, 1]);
  });

  it('stays below a megabyte, whatever is in it', () => {
    const batches = splitBatch(Array.from({ length: 1_000 }, () => wish('a', '贵'.repeat(500))));
    expect(batches.flat()).toHaveLength(1_000);
    for (const batch of batches) {
      expect(Buffer.byteLength(JSON.stringify(batch.map(toBatchElement)))).toBeLessThan(1_000_000);
    }
  });
});
