import { describe, expect, it } from 'vitest';
import { Decimal } from '../../money/decimal.ts';
import { readSplitRatio, toSplitRatio } from './split-ratio.ts';
import type { Ratio } from '../../ledger/ratio.ts';

function written(ratio: Ratio | undefined): string {
  return ratio === undefined ? 'none' : `${ratio.newUnits}:${ratio.oldUnits}`;
}

describe('toSplitRatio', () => {
  it.each([
    ['4', '4:1'],
    ['0.25', '1:4'],
    ['1.5', '3:2'],
    ['1.05', '21:20'],
    ['0.005', '1:200'],
    ['2.406', '2406:1000'],
    ['150', '150:1'],
    ['0', 'none'],
    ['1', 'none'],
    ['1.00', 'none'],
    ['-4', 'none'],
  ])('makes of %s the ratio %s', (text, ratio) => {
    expect(written(toSplitRatio(Decimal.of(text)))).toBe(ratio);
  });
});

describe('readSplitRatio', () => {
  it.each([
    ['1:4', '1:4'],
    ['3/2', '3:2'],
    ['4 : 2', '4:2'],
    ['0:1', 'none'],
    ['4:0', 'none'],
    ['2:2', 'none'],
    ['4', 'none'],
    ['1:2:3', 'none'],
    ['-1:4', 'none'],
    ['', 'none'],
  ])('reads %s as %s', (text, ratio) => {
    expect(written(readSplitRatio(text))).toBe(ratio);
  });
});
