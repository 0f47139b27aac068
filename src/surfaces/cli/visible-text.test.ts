import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { toJsonLine, toVisibleText } from './visible-text.ts';

describe('visible text', () => {
  it.each([
    { text: 'plain, 贵州茅台, é, 👩‍👩‍👧', shown: 'plain, 贵州茅台, é, 👩‍👩‍👧' },
    { text: 'red \u001b[31m', shown: 'red \\x1b[31m' },
    { text: 'a\nb\tc\r', shown: 'a\\nb\\tc\\r' },
    { text: '\u0000\u007f\u009b', shown: '\\x00\\x7f\\x9b' },
    { text: 'abc\u202ecba', shown: 'abc\\u{202e}cba' },
    { text: '\u{e0041}', shown: '\\u{e0041}' },
  ])('shows $shown', ({ text, shown }) => {
    expect(toVisibleText(text)).toBe(shown);
  });
});

describe('a JSON line', () => {
  it('escapes what a terminal would obey', () => {
    expect(toJsonLine({ note: '\u001b[2J\u009b\u202e\u007f\u{e0041}' })).toBe(
      '{"note":"\\u001b[2J\\u009b\\u202e\\u007f\\udb40\\udc41"}\n',
    );
  });

  it('holds the data it was given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(toJsonLine({ text }))).toEqual({ text });
      }),
    );
  });
});
