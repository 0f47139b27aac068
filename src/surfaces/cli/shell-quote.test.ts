import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { splitShellWords } from '../../../test/support/split-shell-words.ts';
import { quoteForShell } from './shell-quote.ts';

const nasty = [
  'fixpoint',
  '',
  "it's",
  'two words',
  '$HOME `id` $(id) "quoted" \\ ! ~ * ? [a] {b} # & | ; < > ( )',
  'line\nbreak\n',
  '\ttab',
  '贵州茅台',
  'esc \u001b[31m bell \u0007',
  '\u009b\u202e\u{e0041}',
  '--flag=-1',
  "'''",
  '%s',
];

describe('a quoted command line', () => {
  it('leaves plain words alone', () => {
    expect(quoteForShell(['fixpoint', 'buy', 'AAPL', '+2', '--on', '2026-05-01', 'a@b:c/d_e=f,g%'])).toBe(
      'fixpoint buy AAPL +2 --on 2026-05-01 a@b:c/d_e=f,g%',
    );
  });

  it.each([
    { word: '', quoted: "''" },
    { word: 'two words', quoted: "'two words'" },
    { word: "it's", quoted: "'it'\\''s'" },
    { word: 'a\u001bb', quoted: `'a'"$(printf '\\033')"'b'` },
  ])('writes $quoted', ({ word, quoted }) => {
    expect(quoteForShell([word])).toBe(quoted);
  });

  it('is read back word for word by a real shell', () => {
    const script = `for word in ${quoteForShell(nasty)}; do printf '%s\\000' "$word"; done`;
    const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
    expect(words).toEqual(nasty);
  });

  it('is read back word for word, whatever the words are', () => {
    const word = fc
      .string({ unit: 'binary' })
      .filter((text) => !text.includes('\0') && Buffer.from(text).toString() === text);
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(splitShellWords(quoteForShell(words))).toEqual(words);
      }),
    );
  });

  it('holds nothing that a terminal obeys but line breaks and tabs', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (words) => {
        expect(quoteForShell(words)).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
  });
});
