import { describe, expect, it } from 'vitest';
import { rememberParsed } from './remember-parsed.ts';

describe('a parser that remembers', () => {
  it('parses a text once, and one that is not accepted each time', () => {
    const asked: string[] = [];
    const parse = rememberParsed((text) => {
      asked.push(text);
      return /^\d+$/.test(text) ? Number(text) : undefined;
    });
    expect(['7', 'x', '7', 'x', '8'].map(parse)).toEqual([7, undefined, 7, undefined, 8]);
    expect(asked).toEqual(['7', 'x', 'x', '8']);
  });

  it('goes on after more texts than it remembers', () => {
    const parse = rememberParsed(Number);
    const texts = Array.from({ length: 10_000 }, (_, index) => String(index));
    expect(texts.map(parse)).toEqual(texts.map(Number));
    expect(parse('1')).toBe(1);
  });
});
