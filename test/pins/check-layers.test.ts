// The layer check once had a false green elsewhere: a tool that saw no module and said all was well. These
// tests plant each kind of violation in a small tree and see the check refuse it.

import { describe, expect, it } from 'vitest';
import { checkLayers } from '../../scripts/check-layers.js';
import { runCheckScript, withPlantedTree, type PlantedFiles } from '../support/planted-tree.ts';

/** A tree without a fault, using everything that is allowed and looks as if it might not be. */
const clean: PlantedFiles = {
  'src/money/decimal.ts': 'export const scaleMax = 18;\n',
  'src/ledger/entry.ts': [
    "import { createHash } from 'node:crypto';",
    "import { scaleMax } from '../money/decimal.ts';",
    '// Date.now() and process.env in a comment are only words.',
    "export const label = 'setTimeout';",
    'export const epoch = new Date(0);',
    "export const digest = (text: string) => createHash('sha256').update(text + scaleMax).digest('hex');",
  ].join('\n'),
  'src/engine/writer.ts': [
    "import type { label } from '../ledger/entry.ts';",
    'export interface Timers { readonly setTimeout: typeof setTimeout; readonly name: typeof label }',
    'export const later = (timers: Timers, run: () => void) => timers.setTimeout(run, 5);',
  ].join('\n'),
  'src/operations/buy.ts': "export { later } from '../engine/writer.ts';\n",
  'src/store/database.ts': [
    "import { openSync } from 'node:fs';",
    "import sqlite from 'sqlite12';",
    "import { later } from '../engine/writer.ts';",
    'export const opened = [openSync, sqlite, later, Date.now(), process.env];',
  ].join('\n'),
  'src/app/main.ts': "export const main = () => import('../store/database.ts');\n",
  'src/ledger/entry.test.ts': [
    "import { readFileSync } from 'node:fs';",
    "import { it } from 'vitest';",
    "import { planted } from '../../test/support/plant.ts';",
    "import { label } from './entry.ts';",
    'it(label, () => [readFileSync, planted, Math.random()]);',
  ].join('\n'),
  'test/support/plant.ts': "export { main as planted } from '../../src/app/main.ts';\n",
};

function problemsOf(planted: PlantedFiles): readonly string[] {
  return withPlantedTree({ ...clean, ...planted }, (root) => checkLayers(root).problems);
}

describe('the layer check', () => {
  it('passes a clean tree and counts what it saw', () => {
    withPlantedTree(clean, (root) => {
      // By hand, in the order above: 0 + 2 + 1 + 1 + 3 + 1 + 4 + 1 imports.
      expect(checkLayers(root)).toEqual({ problems: [], moduleCount: 8, importCount: 13 });
      expect(runCheckScript('check-layers.js', root)).toEqual({
        exitCode: 0,
        output: 'layers: 8 modules and 13 imports checked\n',
      });
    });
  });

  it('fails as a program too, naming the place', () => {
    withPlantedTree({ ...clean, 'src/money/up.ts': "\nimport '../ledger/entry.ts';\n" }, (root) => {
      const { exitCode, output } = runCheckScript('check-layers.js', root);
      expect(exitCode).toBe(1);
      expect(output).toContain('src/money/up.ts:2: money imports ledger ("../ledger/entry.ts")');
    });
  });

  it('fails when it saw no module at all', () => {
    withPlantedTree({ 'README.md': 'Nothing to see.\n' }, (root) => {
      expect(runCheckScript('check-layers.js', root).exitCode).toBe(1);
    });
  });

  it('fails when only tests were seen', () => {
    withPlantedTree({ 'test/support/plant.ts': 'export {};\n' }, (root) => {
      expect(checkLayers(root).problems).toHaveLength(1);
    });
  });

  it.each([
    ['an import', "import { main } from '../app/main.ts';"],
    ['a type-only import', "import type { main } from '../app/main.ts';"],
    ['a re-export', "export * from '../app/main.ts';"],
    ['a dynamic import', "export const load = () => import('../app/main.ts');"],
    ['an import type', "export type Main = import('../app/main.ts').Main;"],
    ['a require', "export const main = require('../app/main.ts');"],
  ])('refuses %s of src/app from below', (_form, line) => {
    expect(problemsOf({ 'src/surfaces/http.ts': line })).toEqual([
      'src/surfaces/http.ts:1: surfaces imports app ("../app/main.ts"), which is not below it',
    ]);
  });

  it.each([
    ['ledger', 'engine'],
    ['engine', 'operations'],
    ['queries', 'store'],
    ['operations', 'queries'],
    ['store', 'operations'],
    ['automation', 'money'],
    ['doors', 'store'],
    ['workers', 'surfaces'],
    ['surfaces', 'store'],
  ])('refuses that %s imports %s', (from, to) => {
    const problems = problemsOf({
      [`src/${to}/target.ts`]: 'export const target = 1;\n',
      [`src/${from}/planted.ts`]: `import { target } from '../${to}/target.ts';\nexport const seen = target;\n`,
    });
    expect(problems).toEqual([
      `src/${from}/planted.ts:1: ${from} imports ${to} ("../${to}/target.ts"), which is not below it`,
    ]);
  });

  it('refuses a test that imports upwards, and one that reaches outside test/support', () => {
    expect(problemsOf({ 'src/money/a.test.ts': "import '../ledger/entry.ts';\n" })).toHaveLength(1);
    expect(
      problemsOf({ 'src/money/a.test.ts': "import '../../test/pins/b.ts';\n", 'test/pins/b.ts': '' }),
    ).toEqual([
      'src/money/a.test.ts:1: imports "../../test/pins/b.ts" from outside src/; a test here may use only test/support',
    ]);
  });

  it('refuses that a source file uses test support or imports a test', () => {
    expect(problemsOf({ 'src/app/b.ts': "import '../../test/support/plant.ts';\n" })).toHaveLength(1);
    expect(problemsOf({ 'src/app/b.ts': "import '../ledger/entry.test.ts';\n" })).toHaveLength(1);
  });

  it('refuses an import of a file that is not there', () => {
    expect(problemsOf({ 'src/money/a.ts': "import './gone.ts';\n" })).toEqual([
      'src/money/a.ts:1: imports "./gone.ts", which does not exist',
    ]);
  });

  it('refuses a folder that is no layer, and files beside the layers', () => {
    expect(problemsOf({ 'src/shared/a.ts': '' })[0]).toContain('lies in src/shared, which is no layer');
    expect(problemsOf({ 'src/a.ts': '' })[0]).toContain('lies directly in src/');
  });

  it('refuses a package below store', () => {
    expect(problemsOf({ 'src/queries/a.ts': "import { z } from 'zod';\n" })).toEqual([
      'src/queries/a.ts:1: queries imports the package "zod"; it may import none',
    ]);
  });

  it('lets the automation core import its two text packages by name, and no others', () => {
    expect(
      problemsOf({
        'src/automation/a.ts': [
          "import { parseDocument } from 'yaml';",
          "import { Lexer } from '@actions/expressions';",
          "import { equals } from '@actions/expressions/result';",
          'export const used = [parseDocument, Lexer, equals];',
        ].join('\n'),
      }),
    ).toEqual([]);
    expect(problemsOf({ 'src/automation/a.ts': "import { z } from 'yaml-lint';\n" })).toEqual([
      'src/automation/a.ts:1: automation imports the package "yaml-lint"; it may import only yaml, @actions/expressions',
    ]);
    expect(problemsOf({ 'src/ledger/a.ts': "import { parseDocument } from 'yaml';\n" })).toHaveLength(1);
  });
});

describe('the circle check', () => {
  it('reports a circle over three files by its path', () => {
    const problems = problemsOf({
      'src/money/a.ts': "import './b.ts';\n",
      'src/money/b.ts': "import './c.ts';\n",
      'src/money/c.ts': "import './a.ts';\n",
    });
    expect(problems).toEqual([
      'src/money/a.ts:1: imports itself in a circle: src/money/a.ts -> src/money/b.ts -> src/money/c.ts -> src/money/a.ts',
    ]);
  });

  it('counts type-only imports, and a file that imports itself', () => {
    expect(
      problemsOf({
        'src/money/a.ts': "import type { b } from './b.ts';\n",
        'src/money/b.ts': "import type { a } from './a.ts';\n",
      }),
    ).toHaveLength(1);
    expect(problemsOf({ 'src/money/a.ts': "import './a.ts';\n" })).toHaveLength(1);
  });

  it('does not call two ways to the same file a circle', () => {
    expect(
      problemsOf({
        'src/money/top.ts': "import './left.ts';\nimport './right.ts';\n",
        'src/money/left.ts': "import './low.ts';\n",
        'src/money/right.ts': "import './low.ts';\n",
        'src/money/low.ts': '',
      }),
    ).toEqual([]);
  });
});

describe('the purity check', () => {
  it.each([
    ['Date.now()', 'export const now = Date.now();'],
    ['a handed-on Date.now', 'export const clock = Date.now;'],
    ['a destructured Date.now', 'const { now } = Date; export const at = now();'],
    ["Date['now']", "export const now = Date['now']();"],
    ['new Date()', 'export const now = new Date();'],
    ['new Date without parentheses', 'export const now = new Date;'],
    ['Math.random', 'export const chance = Math.random();'],
    ['crypto.randomUUID', 'export const id = crypto.randomUUID();'],
    ['performance.now', 'export const now = performance.now();'],
    ['setTimeout', 'setTimeout(() => {}, 5);'],
    ['globalThis', "export const timer = globalThis['setTimeout'];"],
    ['process.env', 'export const home = process.env.HOME;'],
    ['fetch', "export const page = fetch('http://localhost');"],
    ['a computed import', 'export const load = (name: string) => import(name);'],
    ['import.meta', 'export const here = import.meta.url;'],
    ['node:fs', "import 'node:fs';"],
    ['fs without its prefix', "import 'fs';"],
    ['node:child_process', "import 'node:child_process';"],
    ['node:timers/promises', "import 'node:timers/promises';"],
    ['chance from node:crypto', "import { createHash, randomUUID } from 'node:crypto';"],
    ['all of node:crypto', "import * as crypt from 'node:crypto';"],
  ])('refuses %s in the core', (_what, line) => {
    expect(problemsOf({ 'src/engine/planted.ts': line })).toHaveLength(1);
  });

  it.each(['money', 'ledger', 'broker', 'automation', 'engine', 'operations', 'queries'])(
    'holds in %s',
    (folder) => {
      expect(problemsOf({ [`src/${folder}/planted.ts`]: 'export const now = Date.now();' })).toHaveLength(1);
    },
  );

  it.each(['store', 'doors', 'workers', 'surfaces', 'app'])('does not hold in %s', (folder) => {
    expect(problemsOf({ [`src/${folder}/planted.ts`]: 'export const now = Date.now();' })).toEqual([]);
  });

  it('lets a file use a word for a thing of its own', () => {
    expect(
      problemsOf({
        'src/queries/planted.ts': [
          'const performance = { now: 1 };',
          'export const gain = performance.now;',
          'export const later = (setTimeout: (run: () => void) => void) => setTimeout(() => {});',
        ].join('\n'),
      }),
    ).toEqual([]);
  });
});
