// Checks the parts of the house style that a machine can see.
//
//   node scripts/check-style.js [--root FOLDER]
//
// 1. In src/ a file has at most 300 lines and a function at most 60 (functions in tests are not measured: a
//    `describe` holds a whole table). Files that are longer today stand in style-exceptions.json, each with
//    its reason; no other file may grow past the limit, and a file that no longer does must leave the list.
// 2. Folders and files are kebab-case, and none is called utils, common, helpers or types.
// 3. No marks of unfinished work, no `any`, no silenced compiler.
// 4. No test is skipped, left for later, or run alone.
// 5. Outside tests a cast (`as`, except `as const`) stands only where text from outside becomes a type: in
//    the files named by `castsAllowedIn` and on lines that say `// brand:`.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import {
  commentsOf,
  forEachNode,
  isProgram,
  isTest,
  lineAt,
  listFiles,
  parseSource,
  readText,
  report,
  rootFrom,
} from './source-tree.js';

const fileLinesMax = 300;
const functionLinesMax = 60;
const exceptionsFile = 'scripts/style-exceptions.json';

const forbiddenNames = new Set(['utils', 'util', 'common', 'helpers', 'helper', 'types']);
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Written in two halves so that this file does not find itself. */
const unfinished = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'].join('|')})\\b`);
/** Also the ISO code for "no currency", which is why it is looked for in comments only. */
const unfinishedInComment = new RegExp(`\\b${'XX' + 'X'}\\b`);
const silencedCompiler = new RegExp(`@ts-(?:${['ig' + 'nore', 'no' + 'check'].join('|')})`);

const testRunners = new Set(['it', 'test', 'describe', 'suite', 'bench', 'context', 'task']);
const testEscapes = new Set(['skip', 'skipIf', 'runIf', 'only', 'todo', 'fails']);

const castsAllowedIn = [
  /^src\/engine\/store-protocol\.ts$/,
  /^src\/engine\/(?:run-batch|working-facts|lookup-facts|field)\.ts$/,
  /^src\/store\/(?:.+\/)?codec[^/]*\.ts$/,
  /^src\/store\/(?:.+\/)?answer[^/]*\.ts$/,
];

/**
 * Checks the tree below `root`; returns the problems as lines of text, and how many files were seen.
 * @param {string} root
 * @returns {{ problems: string[], fileCount: number }}
 */
export function checkStyle(root) {
  const paths = listFiles(root, ['src', 'test', 'scripts', 'bin', 'web', 'bench', 'examples']).filter(
    (path) => !path.startsWith('test/fixtures/'),
  );
  const exceptions = readExceptions(root);
  const sources = paths.filter((path) => /\.(?:ts|tsx|js)$/.test(path));
  const files = sources.map((path) => readSource(root, path));
  const problems = [
    ...nameProblems(paths),
    ...files.flatMap((file) => [...wordProblems(file), ...syntaxProblems(file)]),
    ...lengthProblems(files, exceptions),
  ];
  if (!paths.some((path) => path.startsWith('src/'))) {
    problems.push(`src: no file was found below ${root}, so nothing was checked`);
  }
  return { problems, fileCount: sources.length };
}

function readExceptions(root) {
  if (!existsSync(join(root, exceptionsFile))) return {};
  return JSON.parse(readText(root, exceptionsFile));
}

function readSource(root, path) {
  const text = readText(root, path);
  return { path, text, sourceFile: parseSource(path, text) };
}

function nameProblems(paths) {
  const problems = new Set();
  for (const path of paths) {
    const parts = path.split('/');
    for (const [index, part] of parts.entries()) {
      // `post-entry.test.ts` is named post-entry; what follows the first dot is only the kind of file.
      const name = index === parts.length - 1 ? part.split('.')[0] : part;
      const place = parts.slice(0, index + 1).join('/');
      if (forbiddenNames.has(name)) {
        problems.add(`${place}:1: is called "${name}"; name it after the noun that its content belongs to`);
      } else if (!kebabCase.test(name) && !isConventional(part)) {
        problems.add(`${place}:1: is not named in kebab-case`);
      }
    }
  }
  return [...problems];
}

/** Names that a tool or a reader expects in this form: README.md, .gitignore, Dockerfile. */
function isConventional(name) {
  return name.startsWith('.') || /^[A-Z]+(?:\.md)?$/.test(name) || name === 'Dockerfile';
}

function wordProblems({ path, text, sourceFile }) {
  const problems = [];
  for (const [index, line] of text.split('\n').entries()) {
    const word = unfinished.exec(line) ?? silencedCompiler.exec(line);
    if (word !== null) problems.push(`${path}:${index + 1}: says ${word[0]}`);
  }
  for (const comment of commentsOf(sourceFile)) {
    const word = unfinishedInComment.exec(comment.text);
    if (word !== null) problems.push(`${path}:${lineAt(sourceFile, comment.position)}: says ${word[0]}`);
  }
  return problems;
}

function syntaxProblems({ path, text, sourceFile }) {
  const problems = [];
  const lines = text.split('\n');
  const add = (node, problem) => {
    problems.push(`${path}:${lineAt(sourceFile, node.getStart(sourceFile))}: ${problem}`);
  };
  forEachNode(sourceFile, (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) add(node, 'uses the type any');
    const escape = isTest(path) || path.startsWith('test/') ? testEscapeOf(node) : undefined;
    if (escape !== undefined) add(node, `calls ${escape}; every test runs`);
    if (isCast(node) && !isTest(path) && path.startsWith('src/')) {
      const branded = lines.slice(lineAt(sourceFile, node.getStart()) - 1, lineAt(sourceFile, node.end));
      const allowed =
        castsAllowedIn.some((pattern) => pattern.test(path)) ||
        branded.some((line) => line.includes('// brand:'));
      if (!allowed) add(node, 'casts with "as"; parse the value, or say "// brand:" and why on that line');
    }
  });
  return problems;
}

function isCast(node) {
  if (ts.isTypeAssertionExpression(node)) return true;
  if (!ts.isAsExpression(node)) return false;
  const isConst = ts.isTypeReferenceNode(node.type) && node.type.getText() === 'const';
  return !isConst;
}

/** `it.skip`, `describe.each(…).only`, `test.concurrent.todo`: an escape whose chain starts at a runner. */
function testEscapeOf(node) {
  if (!ts.isPropertyAccessExpression(node) || !testEscapes.has(node.name.text)) return undefined;
  let start = node.expression;
  while (ts.isPropertyAccessExpression(start) || ts.isCallExpression(start)) start = start.expression;
  return ts.isIdentifier(start) && testRunners.has(start.text)
    ? `${start.text}.${node.name.text}`
    : undefined;
}

function lengthProblems(files, exceptions) {
  const problems = [];
  const tooLong = new Set();
  for (const file of files.filter(({ path }) => path.startsWith('src/'))) {
    const found = [...fileLengthProblems(file), ...functionLengthProblems(file)];
    if (found.length > 0) tooLong.add(file.path);
    if (!Object.hasOwn(exceptions, file.path)) problems.push(...found);
  }
  for (const [path, reason] of Object.entries(exceptions)) {
    if (!tooLong.has(path))
      problems.push(`${exceptionsFile}:1: lists ${path}, which keeps the limits; remove it`);
    if (typeof reason !== 'string' || reason === '') {
      problems.push(`${exceptionsFile}:1: lists ${path} without a reason`);
    }
  }
  return problems;
}

function fileLengthProblems({ path, text }) {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > fileLinesMax ? [`${path}:1: has ${lines} lines; the limit is ${fileLinesMax}`] : [];
}

function functionLengthProblems({ path, sourceFile }) {
  if (isTest(path)) return [];
  const problems = [];
  forEachNode(sourceFile, (node) => {
    if (!ts.isFunctionLike(node) || node.body === undefined) return;
    const first = lineAt(sourceFile, node.getStart(sourceFile));
    const lines = lineAt(sourceFile, node.end) - first + 1;
    if (lines <= functionLinesMax) return;
    const name = functionNameOf(node, sourceFile);
    problems.push(`${path}:${first}: ${name} has ${lines} lines; the limit is ${functionLinesMax}`);
  });
  return problems;
}

function functionNameOf(node, sourceFile) {
  const named = node.name ?? ('name' in node.parent ? node.parent.name : undefined);
  return named === undefined ? 'a function' : named.getText(sourceFile);
}

if (isProgram(import.meta.url)) {
  const { problems, fileCount } = checkStyle(rootFrom(process.argv.slice(2)));
  process.exitCode = report('style', problems, `${fileCount} files checked`);
}
