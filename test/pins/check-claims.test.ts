// Promise P8: what we say about repeating a call is generated from the replay contract. Each test plants a
// sentence written by hand and sees the check refuse it, or a harmless one and sees it pass.

import { describe, expect, it } from 'vitest';
import { checkClaims } from '../../scripts/check-claims.js';
import { runCheckScript, withPlantedTree, type PlantedFiles } from '../support/planted-tree.ts';

const clean: PlantedFiles = {
  'src/operations/deposit.ts': "export const summary = 'Deposit cash.';\n",
  'docs/operating/backup.md': 'Copy the file.\n',
  'README.md': 'Every event takes effect exactly once.\n',
};

function problemsOf(planted: PlantedFiles): readonly string[] {
  return withPlantedTree({ ...clean, ...planted }, (root) => checkClaims(root).problems);
}

describe('the claims check', () => {
  it('passes a clean tree and counts what it read', () => {
    withPlantedTree(clean, (root) => {
      expect(runCheckScript('check-claims.js', root)).toEqual({
        exitCode: 0,
        output: 'claims: 3 texts checked\n',
      });
    });
  });

  it('fails as a program on a planted claim, naming the line and the words', () => {
    const planted = "export const a = 1;\nexport const summary = 'This call is idempotent.';\n";
    withPlantedTree({ ...clean, 'src/operations/planted.ts': planted }, (root) => {
      const { exitCode, output } = runCheckScript('check-claims.js', root);
      expect(exitCode).toBe(1);
      expect(output).toContain('src/operations/planted.ts:2: claims "idempotent" by hand');
    });
  });

  it('fails when it read nothing', () => {
    withPlantedTree({ 'src/money/decimal.ts': 'export {};\n' }, (root) => {
      expect(runCheckScript('check-claims.js', root).exitCode).toBe(1);
    });
  });

  it.each(['src/operations', 'src/queries', 'src/surfaces', 'src/app'])('reads %s at any depth', (folder) => {
    const planted = "export const summary = 'safe to retry';\n";
    expect(problemsOf({ [`${folder}/deep/er/planted.ts`]: planted })).toHaveLength(1);
  });

  it.each([
    'idempotent',
    'Idempotently',
    'idempotency',
    'safe to retry',
    'Safe  to\nretry',
    'safely retried',
    'safe to repeat',
    'retry-safe',
    'exactly-once',
    'exactly once',
    '这个操作是幂等的',
  ])('refuses "%s" in a document', (words) => {
    expect(problemsOf({ 'docs/operating/planted.md': `It is ${words}, we say.\n` })).toHaveLength(1);
  });

  it.each([
    ['a string', "export const a = 'safe to retry';"],
    ['a template', 'export const a = (name: string) => `${name} is safe to retry: ${name}`;'],
    ['the end of a template', 'export const a = (name: string) => `${name} is safe to retry`;'],
    ['a line comment', 'export const a = 1; // safe to retry'],
    ['a comment inside an expression', 'export const a = [1 /* safe to retry */, 2];'],
    ['a docstring over two lines', '/**\n * It is safe\n * to retry.\n */\nexport const a = 1;'],
  ])('refuses a claim in %s', (_where, source) => {
    expect(problemsOf({ 'src/surfaces/planted.ts': source })).toHaveLength(1);
  });

  it('names the line of a claim inside a longer piece of text', () => {
    const source = 'export const a = `\nfirst\nsafe to retry\n`;\n';
    expect(problemsOf({ 'src/app/planted.ts': source })).toEqual([
      'src/app/planted.ts:3: claims "safe to retry" by hand; the replay contract is what says how a repeat behaves',
    ]);
  });

  it.each([
    'idempotency_key',
    'idempotency_key_reused',
    'Idempotency-Key',
    '--idempotency-key',
    'idempotentHint',
    'Idempotency-Replayed',
    'idempotencyKey',
  ])('lets the identifier %s stand in strings and documents', (identifier) => {
    expect(
      problemsOf({
        'src/surfaces/planted.ts': `export const a = 'Give ${identifier} a value.';\n`,
        'docs/operating/planted.md': `Give \`${identifier}\` a value.\n`,
      }),
    ).toEqual([]);
  });

  it('does not let an identifier on the same line hide a claim', () => {
    const source = "export const a = 'idempotency_key makes it idempotent';\n";
    expect(problemsOf({ 'src/app/planted.ts': source })).toHaveLength(1);
  });

  it('reads only what is said: not names of variables, modules or tests, and not the layers below', () => {
    expect(
      problemsOf({
        'src/surfaces/planted.ts': "import { idempotent } from './idempotent.ts';\nexport { idempotent };\n",
        'src/surfaces/planted.test.ts': "export const a = 'idempotent';\n",
        'src/engine/planted.ts': "export const a = 'idempotent';\n",
      }),
    ).toEqual([]);
  });

  it('leaves out the concepts and the generated reference', () => {
    expect(
      problemsOf({
        'docs/concepts/once.md': 'Idempotent means exactly once.\n',
        'docs/reference/deposit.md': 'Safe to retry.\n',
      }),
    ).toEqual([]);
  });
});

describe('the claims check in README.md', () => {
  it('allows claims between the marks of the promises and refuses them after', () => {
    const section = '<!-- promises:begin -->\nSafe to retry.\n<!-- promises:end -->\n';
    expect(problemsOf({ 'README.md': section })).toEqual([]);
    expect(problemsOf({ 'README.md': `${section}Safe to retry.\n` })).toEqual([
      'README.md:4: claims "Safe to retry" by hand; the replay contract is what says how a repeat behaves',
    ]);
  });

  it('allows the promise itself anywhere, but not its adjective', () => {
    expect(problemsOf({ 'README.md': 'It takes effect exactly once.\n' })).toEqual([]);
    expect(problemsOf({ 'README.md': 'It has exactly-once effects.\n' })).toHaveLength(1);
  });

  it.each([
    ['no end', '<!-- promises:begin -->\n'],
    ['no beginning', '<!-- promises:end -->\n'],
    ['the wrong order', '<!-- promises:end -->\n<!-- promises:begin -->\n'],
    ['a second section', '<!-- promises:begin --><!-- promises:end --><!-- promises:begin -->\n'],
  ])('refuses marks with %s', (_fault, text) => {
    expect(problemsOf({ 'README.md': text })).toHaveLength(1);
  });
});
