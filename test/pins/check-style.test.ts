// Each test plants one breach of the house style in a small tree and sees the check refuse it. The planted
// words are put together here, so that the check does not find them in this file.

import { describe, expect, it } from 'vitest';
import { checkStyle } from '../../scripts/check-style.js';
import { runCheckScript, withPlantedTree, type PlantedFiles } from '../support/planted-tree.ts';

const clean: PlantedFiles = {
  'src/money/decimal.ts': 'export const scaleMax = 18 as const;\n',
  'scripts/style-exceptions.json': '{}\n',
};

function problemsOf(planted: PlantedFiles): readonly string[] {
  return withPlantedTree({ ...clean, ...planted }, (root) => checkStyle(root).problems);
}

function linesOf(count: number): string {
  return '// A line.\n'.repeat(count);
}

function functionOf(lineCount: number): string {
  return `export function planted(): void {\n${'  void 0;\n'.repeat(lineCount - 2)}}\n`;
}

describe('the style check', () => {
  it('passes a clean tree and counts what it saw', () => {
    withPlantedTree(clean, (root) => {
      expect(runCheckScript('check-style.js', root)).toEqual({
        exitCode: 0,
        output: 'style: 1 files checked\n',
      });
    });
  });

  it('fails as a program on a breach, and on a tree without sources', () => {
    withPlantedTree({ ...clean, 'src/money/long.ts': linesOf(301) }, (root) => {
      expect(runCheckScript('check-style.js', root).exitCode).toBe(1);
    });
    withPlantedTree({ 'README.md': '' }, (root) => {
      expect(runCheckScript('check-style.js', root).exitCode).toBe(1);
    });
  });
});

describe('the length limits', () => {
  it('allow 300 lines in a file and refuse 301', () => {
    expect(problemsOf({ 'src/money/planted.ts': linesOf(300) })).toEqual([]);
    expect(problemsOf({ 'src/money/planted.ts': linesOf(301) })).toEqual([
      'src/money/planted.ts:1: has 301 lines; the limit is 300',
    ]);
  });

  it('allow 60 lines in a function and refuse 61, comments before it not counted', () => {
    expect(problemsOf({ 'src/money/planted.ts': linesOf(5) + functionOf(60) })).toEqual([]);
    expect(problemsOf({ 'src/money/planted.ts': linesOf(5) + functionOf(61) })).toEqual([
      'src/money/planted.ts:6: planted has 61 lines; the limit is 60',
    ]);
  });

  it.each([
    ['an arrow function', `export const planted = () => {\n${'\n'.repeat(60)}};\n`],
    ['a method', `export const holder = { planted() {\n${'\n'.repeat(60)}} };\n`],
    ['a generator', `export function* planted() {\n${'\n'.repeat(60)}}\n`],
  ])('measure %s', (_kind, source) => {
    expect(problemsOf({ 'src/money/planted.ts': source })).toEqual([
      'src/money/planted.ts:1: planted has 62 lines; the limit is 60',
    ]);
  });

  it('do not measure functions in tests', () => {
    expect(problemsOf({ 'src/money/planted.test.ts': functionOf(61) })).toEqual([]);
  });

  it('let a listed file be long, and want it off the list when it no longer is', () => {
    const list = '{ "src/money/planted.ts": "One table of all currencies." }';
    const listed = { 'scripts/style-exceptions.json': list };
    expect(problemsOf({ ...listed, 'src/money/planted.ts': linesOf(301) })).toEqual([]);
    expect(problemsOf({ ...listed, 'src/money/planted.ts': linesOf(300) })).toHaveLength(1);
    expect(problemsOf(listed)).toHaveLength(1);
  });

  it('want a reason for each listed file', () => {
    const listed = { 'scripts/style-exceptions.json': '{ "src/money/planted.ts": "" }' };
    expect(problemsOf({ ...listed, 'src/money/planted.ts': linesOf(301) })).toHaveLength(1);
  });
});

describe('the names', () => {
  it.each(['utils', 'common', 'helpers', 'types'])('refuse a folder and a file called %s', (name) => {
    expect(problemsOf({ [`src/money/${name}/planted.ts`]: '' })).toHaveLength(1);
    expect(problemsOf({ [`src/money/${name}.ts`]: '' })).toHaveLength(1);
  });

  it.each(['postEntry.ts', 'PostEntry.ts', 'post_entry.ts', 'post--entry.ts'])('refuse %s', (name) => {
    expect(problemsOf({ [`src/money/${name}`]: '' })).toHaveLength(1);
  });

  it('accept kebab-case with endings, and leave fixtures as they came', () => {
    expect(
      problemsOf({
        'src/money/post-entry.test.ts': '',
        'src/store/sqlite/migrations/0001-journal.sql': '',
        'test/fixtures/files/Statement 2026_01.csv': 'Date\n',
      }),
    ).toEqual([]);
  });
});

describe('the words', () => {
  it.each([
    ['TO', 'DO'],
    ['FIX', 'ME'],
    ['XX', 'X'],
    ['HA', 'CK'],
  ])('refuse %s%s in a comment', (first, second) => {
    expect(problemsOf({ 'src/money/planted.ts': `// ${first}${second}: later\n` })).toHaveLength(1);
  });

  it('refuse a silenced compiler', () => {
    expect(problemsOf({ 'src/money/planted.ts': `// @ts-${'ig'}${'nore'}\n` })).toHaveLength(1);
  });

  it('know the currency code that means no currency', () => {
    expect(problemsOf({ 'src/money/planted.ts': `export const none = '${'XX'}X';\n` })).toEqual([]);
  });
});

describe('the types', () => {
  it.each([
    ['an annotation', `export const planted: ${'an'}y = 1;`],
    ['a generic argument', `export const planted = new Set<${'an'}y>();`],
  ])('refuse any in %s, in tests too', (_where, source) => {
    expect(problemsOf({ 'src/money/planted.ts': source })).toHaveLength(1);
    expect(problemsOf({ 'src/money/planted.test.ts': source })).toHaveLength(1);
  });

  const cast = "export const planted = 'x' as Planted;\n";

  it.each([
    'src/engine/store-protocol.ts',
    'src/engine/run-batch.ts',
    'src/store/sqlite/codec.ts',
    'src/store/sqlite/rows/codec-entry.ts',
    'src/store/postgres/answer.ts',
    'src/money/planted.test.ts',
    'test/support/planted.ts',
  ])('allow a cast in %s', (path) => {
    expect(problemsOf({ [path]: cast })).toEqual([]);
  });

  it.each(['src/money/planted.ts', 'src/engine/answer.ts', 'src/store/sqlite/open.ts'])(
    'refuse a cast in %s',
    (path) => {
      expect(problemsOf({ [path]: cast })).toHaveLength(1);
      expect(problemsOf({ [path]: 'export const planted = <Planted>1;\n' })).toHaveLength(1);
    },
  );

  it('allow a cast on a line that says which brand it makes, and no other line', () => {
    const branded = "export const a = 'x' as Planted; // brand: checked above.\n";
    expect(problemsOf({ 'src/money/planted.ts': branded })).toEqual([]);
    expect(problemsOf({ 'src/money/planted.ts': `// brand: not here\n${cast}` })).toHaveLength(1);
  });
});

describe('the tests', () => {
  it.each([
    "it.skip('a', () => {});",
    "describe.only('a', () => {});",
    "test.todo('a');",
    "it.skipIf(true)('a', () => {});",
    "describe.concurrent.skip('a', () => {});",
    "it.each([1]).only('a', () => {});",
  ])('refuse %s', (source) => {
    expect(problemsOf({ 'src/money/planted.test.ts': source })).toHaveLength(1);
    expect(problemsOf({ 'test/conformance/planted.ts': source })).toHaveLength(1);
  });

  it('do not mind the same words elsewhere', () => {
    expect(problemsOf({ 'src/money/planted.test.ts': 'reader.skip(5);' })).toEqual([]);
    expect(problemsOf({ 'src/automation/planted.ts': 'task.skip();' })).toEqual([]);
  });
});
