/** Whatever is done to a file, parsing it gives rows or problems, and never throws (invariants 1 and 2 of `format.ts`). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyOf, readFixture } from '../../../../test/support/file-fixture.ts';
import { draftEntry } from '../../../ledger/draft-entry.ts';
import { checkBalanced } from '../../../ledger/posting.ts';
import { problemsMax } from '../format.ts';
import type { FormatOptions } from '../format.ts';
import { detectFormat, findFormat } from '../registry.ts';
import { parseColumnMapping } from './mapped-csv.ts';

/** Changes to a text: at a place given in parts of a thousand, drop some characters and put others in. */
const edits = fc.array(
  fc.record({
    place: fc.nat({ max: 999 }),
    dropped: fc.nat({ max: 6 }),
    added: fc.oneof(
      fc.constantFrom(...'",;\n\r\t|-+.:/@~{}[]\\0123456789eE \u0000\u00a0\uFEFF\uD800'.split('')),
      fc.constantFrom(
        '1e999999999',
        '99999999999999999999999999999999999999',
        '-0',
        '""',
        '"\n"',
        'null',
        'NaN',
        'BUY',
        'FEE',
        '0.',
      ),
      fc.string({ maxLength: 8 }),
    ),
  }),
  { minLength: 1, maxLength: 6 },
);
type Edits = typeof edits extends fc.Arbitrary<infer T> ? T : never;

function changed(text: string, changes: Edits): string {
  return changes.reduce((current, { place, dropped, added }) => {
    const at = Math.floor((current.length * place) / 1_000);
    return current.slice(0, at) + added + current.slice(at + dropped);
  }, text);
}

function optionsOf(): FormatOptions {
  const mapping = parseColumnMapping(JSON.parse(readFixture('bank-mapping.json')));
  if (mapping.kind === 'problems') throw new Error('The options of the test are wrong');
  return { currency: currencyOf('EUR'), zone: 'Europe/Berlin', mapping: mapping.mapping };
}

const options = optionsOf();
const lineBreaks = /\r\n|\r|\n/;

/** What the answer is and what is wrong with it. */
function checkParsed(name: string, text: string): readonly ['rows' | 'problems', ...unknown[]] {
  const parsed = findFormat(name)?.parse(text, options);
  if (parsed === undefined) throw new Error(`There is no format ${name}`);
  const lines = text.split(lineBreaks).length;
  const isOutside = (line: number) => line < 1 || line > lines;
  if (parsed.kind === 'problems') {
    const { problems } = parsed;
    const isFew = problems.length > 0 && problems.length <= problemsMax + 1;
    const isClear = ({ line, code, message }: (typeof problems)[number]) =>
      !isOutside(line) && /^[a-z_]+$/.test(code) && /\S.*\.$/s.test(message);
    return [
      'problems',
      ...(isFew ? [] : [problems.length]),
      ...problems.filter((problem) => !isClear(problem)),
    ];
  }
  const isSound = ({ line, event }: (typeof parsed.rows)[number]) =>
    !isOutside(line) && (!('fact' in event) || checkBalanced(draftEntry(event.fact).postings).size === 0);
  return ['rows', ...parsed.rows.filter((row) => !isSound(row))];
}

const files = [
  ['utrade', 'utrade-first.csv'],
  ['ghostfolio-json', 'ghostfolio.json'],
  ['ghostfolio-csv', 'ghostfolio.csv'],
  ['wealthfolio', 'wealthfolio-comma.csv'],
  ['csv', 'bank.csv'],
] as const;

describe('a file that was changed at random', () => {
  it.each(files)('gives rows or problems in %s', (name, file) => {
    const seen = { rows: 0, problems: 0 };
    fc.assert(
      fc.property(edits, (changes) => {
        const text = changed(readFixture(file), changes);
        detectFormat(text);
        const [answer, ...wrong] = checkParsed(name, text);
        seen[answer] += 1;
        if (wrong.length > 0) expect(wrong).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
    // Changes that always or never break a file would test one side only.
    expect(Math.min(seen.rows, seen.problems)).toBeGreaterThan(20);
  });

  it.each(files)('gives rows or problems in %s when it is nothing but noise', (name) => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 })),
        (text) => {
          detectFormat(text);
          checkParsed(name, text);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
