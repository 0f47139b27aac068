import { describe, expect, it } from 'vitest';
import { tableLines } from './table-lines.ts';

const columns = [
  { title: 'Name', align: 'left' },
  { title: 'Units', align: 'right' },
] as const;

describe('a table', () => {
  it('pads plain text', async () => {
    const rows = [
      ['AAPL', '2.5'],
      ['BRK.B', '1500'],
    ];
    expect(await tableLines(columns, rows)).toEqual(['Name   Units', 'AAPL     2.5', 'BRK.B   1500']);
  });

  it('counts a Chinese character as two columns', async () => {
    const rows = [
      ['贵州茅台', '1500'],
      ['AAPL', '2.5'],
    ];
    expect(await tableLines(columns, rows)).toEqual([
      'Name      Units',
      '贵州茅台   1500',
      'AAPL        2.5',
    ]);
  });

  it('adds no colours and no borders', async () => {
    const [head] = await tableLines(columns, [['é', '1']]);
    expect(head).toBe('Name  Units');
  });

  it('shows control characters in cells', async () => {
    expect(await tableLines([{ title: 'Note', align: 'left' }], [['a\nb\u001b[1m']])).toEqual([
      'Note',
      'a\\nb\\x1b[1m',
    ]);
  });

  it('draws many rows', async () => {
    const rows = Array.from({ length: 150_000 }, (_, index) => [`I${index}`, '1']);
    expect(await tableLines(columns, rows)).toHaveLength(150_001);
  });
});
