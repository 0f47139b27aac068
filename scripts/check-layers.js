// Checks that imports point downwards only, that the core stays pure, and that no files import in a circle.
//
//   node scripts/check-layers.js [--root FOLDER]
//
// 1. A folder of src/ imports itself and the folders that `mayImport` names for it; nothing imports src/app,
//    and only tests reach outside src/, into test/support.
// 2. The pure folders reach no clock, chance, timer, network, disk, environment or process, not even by name.
// 3. Only `mayUsePackages` folders import npm packages; a pure folder may import those that `purePackages` names
//    for it, each of which turns text into a value and touches nothing else.
// 4. No file imports itself by way of others; type-only imports count, because a reader follows them too.
// 5. A run that saw no module fails: it would otherwise call an empty folder clean.

import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import ts from 'typescript';
import {
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

const core = ['money', 'ledger', 'broker', 'automation', 'engine', 'operations', 'queries'];

const mayImport = {
  money: ['money'],
  ledger: ['ledger', 'money'],
  broker: ['broker', 'money'],
  automation: ['automation'],
  engine: ['engine', 'ledger', 'money'],
  operations: ['operations', 'engine', 'ledger', 'money', 'broker', 'automation'],
  queries: ['queries', 'operations', 'engine', 'ledger', 'money'],
  store: ['store', 'engine', 'ledger', 'money'],
  doors: ['doors', 'engine', 'operations', 'queries', 'ledger', 'money', 'broker'],
  workers: ['workers', 'doors', 'engine', 'operations', 'queries', 'ledger', 'money', 'broker', 'automation'],
  surfaces: ['surfaces', 'doors', 'operations', 'queries', 'engine', 'ledger', 'money', 'automation'],
  app: [...core, 'store', 'doors', 'workers', 'surfaces', 'app'],
};

const pureFolders = new Set(core);
const mayUsePackages = new Set(['store', 'doors', 'workers', 'surfaces', 'app']);
/** docs/adr/0017 says why these two. */
const purePackages = { automation: ['yaml', '@actions/expressions'] };

/** Node's modules that only compute. Everything else reaches the machine, the clock or the network. */
const pureBuiltins = new Set([
  'node:assert',
  'node:assert/strict',
  'node:buffer',
  'node:crypto',
  'node:util',
]);

/** What may be named in an import of node:crypto: the rest of that module is about chance and keys. */
const pureCrypto = new Set(['createHash', 'createHmac', 'hash', 'timingSafeEqual', 'Hash']);

const impureGlobals = new Set(
  (
    'process globalThis global crypto performance fetch WebSocket Temporal eval ' +
    'setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate'
  ).split(' '),
);

/** `Date.now` and the like. `new Date(value)` only computes and is allowed. */
const impureMembers = new Set(['Date.now', 'Math.random', 'AbortSignal.timeout']);

/**
 * Checks the tree below `root`; returns the problems as lines of text, and what was seen.
 * @param {string} root
 * @returns {{ problems: string[], moduleCount: number, importCount: number }}
 */
export function checkLayers(root) {
  const files = listFiles(root, ['src', 'test']).filter((path) => /\.(?:ts|tsx)$/.test(path));
  const modules = files
    .filter((path) => !path.startsWith('test/fixtures/'))
    .map((path) => readModule(root, path));
  const problems = modules.flatMap((module) => [
    ...placeProblems(module),
    ...module.imports.flatMap((found) => importProblems(root, module, found)),
    ...(isPure(module) ? module.impurities : []),
  ]);
  problems.push(...circleProblems(modules));
  const inSource = modules.filter((module) => module.path.startsWith('src/')).length;
  if (inSource === 0) problems.push(`src: no module was found below ${root}, so nothing was checked`);
  const importCount = modules.reduce((sum, module) => sum + module.imports.length, 0);
  return { problems, moduleCount: modules.length, importCount };
}

function readModule(root, path) {
  const sourceFile = parseSource(path, readText(root, path));
  const imports = [];
  const impurities = [];
  const ownNames = namesDeclaredIn(sourceFile);
  forEachNode(sourceFile, (node) => {
    const place = `${path}:${lineAt(sourceFile, node.getStart(sourceFile))}`;
    const specifier = specifierOf(node);
    if (specifier !== undefined) imports.push(toImport(path, place, node, specifier));
    const impurity = impurityOf(node, sourceFile, ownNames);
    if (impurity !== undefined)
      impurities.push(`${place}: ${impurity} in a pure folder; hand it in as a value`);
  });
  return { path, folder: folderOf(path), imports, impurities };
}

/** Names the file itself declares anywhere: a parameter `performance` or `setTimeout` is not the global. */
function namesDeclaredIn(sourceFile) {
  const names = new Set();
  forEachNode(sourceFile, (node) => {
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isImportSpecifier(node);
    if (declares && node.name !== undefined && ts.isIdentifier(node.name)) names.add(node.name.text);
  });
  return names;
}

function toImport(path, place, node, specifier) {
  const target = /^\.{1,2}\//.test(specifier) ? posix.join(posix.dirname(path), specifier) : undefined;
  return { place, node, specifier, target };
}

/** The module that a node imports from, whether by declaration, `import()`, `import('…')` type or require. */
function specifierOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literalText(node.moduleSpecifier);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return literalText(node.argument.literal);
  if (ts.isExternalModuleReference(node)) return literalText(node.expression);
  if (!ts.isCallExpression(node)) return undefined;
  const isDynamicImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isDynamicImport || isRequire ? literalText(node.arguments[0]) : undefined;
}

function literalText(node) {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function folderOf(path) {
  const parts = path.split('/');
  return parts[0] === 'src' ? (parts.length > 2 ? parts[1] : '') : undefined;
}

function isPure(module) {
  return pureFolders.has(module.folder) && !isTest(module.path);
}

function placeProblems({ path, folder }) {
  if (folder === undefined || Object.hasOwn(mayImport, folder)) return [];
  const where = folder === '' ? 'directly in src/' : `in src/${folder}`;
  return [`${path}:1: lies ${where}, which is no layer; the layers are ${Object.keys(mayImport).join(', ')}`];
}

function importProblems(root, module, found) {
  if (found.target !== undefined) return relativeProblems(root, module, found);
  const builtin = isBuiltin(found.specifier);
  if (!builtin) return packageProblems(module, found);
  return isPure(module) ? builtinProblems(found) : [];
}

function relativeProblems(root, module, { place, specifier, target }) {
  if (!existsSync(join(root, target))) return [`${place}: imports "${specifier}", which does not exist`];
  if (isTest(target)) return [`${place}: imports the test file "${specifier}"`];
  if (module.folder === undefined) return [];
  const targetFolder = folderOf(target);
  if (targetFolder === undefined) {
    if (isTest(module.path) && target.startsWith('test/support/')) return [];
    const allowed = isTest(module.path) ? 'a test here may use only test/support' : 'src/ stands alone';
    return [`${place}: imports "${specifier}" from outside src/; ${allowed}`];
  }
  const allowed = mayImport[module.folder] ?? [];
  if (allowed.includes(targetFolder)) return [];
  return [`${place}: ${module.folder} imports ${targetFolder} ("${specifier}"), which is not below it`];
}

function packageProblems(module, { place, specifier }) {
  if (module.folder === undefined || mayUsePackages.has(module.folder) || isTest(module.path)) return [];
  const allowed = purePackages[module.folder] ?? [];
  if (allowed.some((name) => specifier === name || specifier.startsWith(`${name}/`))) return [];
  const rest = allowed.length === 0 ? 'none' : `only ${allowed.join(', ')}`;
  return [`${place}: ${module.folder} imports the package "${specifier}"; it may import ${rest}`];
}

function builtinProblems({ place, node, specifier }) {
  const name = specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  if (!pureBuiltins.has(name))
    return [`${place}: imports "${specifier}" in a pure folder; hand it in as a value`];
  if (name !== 'node:crypto') return [];
  const named = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined;
  const names =
    named !== undefined && ts.isNamedImports(named) && node.importClause.name === undefined
      ? named.elements.map((element) => (element.propertyName ?? element.name).text)
      : ['everything'];
  const refused = names.filter((candidate) => !pureCrypto.has(candidate));
  if (refused.length === 0) return [];
  return [`${place}: imports ${refused.join(', ')} of "${specifier}" in a pure folder; only hashing is pure`];
}

/** What a node reads from the world outside, in words, or undefined. */
function impurityOf(node, sourceFile, ownNames) {
  if (ts.isNewExpression(node) && isNamed(node.expression, 'Date') && !node.arguments?.length)
    return 'new Date()';
  if (ts.isCallExpression(node) && isNamed(node.expression, 'Date')) return 'Date()';
  if (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) return 'import.meta';
  const member = memberText(node);
  if (member !== undefined && impureMembers.has(member)) return member;
  if (ts.isIdentifier(node) && impureGlobals.has(node.text) && isFreeValue(node)) {
    return ownNames.has(node.text) ? undefined : node.text;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const computed = literalText(node.arguments[0]) === undefined;
    return computed ? `a computed import (${node.getText(sourceFile)})` : undefined;
  }
  return undefined;
}

function memberText(node) {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    return `${node.expression.text}.${node.name.text}`;
  }
  if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.expression)) {
    return `${node.expression.text}.${literalText(node.argumentExpression) ?? ''}`;
  }
  if (ts.isBindingElement(node) && ts.isVariableDeclaration(node.parent.parent)) {
    const { initializer } = node.parent.parent;
    const name = node.propertyName ?? node.name;
    return isNamed(initializer, 'Date') || isNamed(initializer, 'Math')
      ? `${initializer.text}.${name.text}`
      : undefined;
  }
  return undefined;
}

function isNamed(node, name) {
  return node !== undefined && ts.isIdentifier(node) && node.text === name;
}

/**
 * Whether an identifier stands for a global value: not a member's name (`timers.setTimeout`), not a
 * declaration or property of that name, and not a type (`typeof setTimeout` describes a timer that is handed
 * in).
 */
function isFreeValue(node) {
  const { parent } = node;
  if (ts.isQualifiedName(parent) || ts.isTypeQueryNode(parent) || ts.isTypeReferenceNode(parent))
    return false;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  if ('name' in parent && parent.name === node) return false;
  return !ts.isLabeledStatement(parent) && !ts.isBreakOrContinueStatement(parent);
}

/** One line for each import that closes a circle, found by walking down from every file. */
function circleProblems(modules) {
  const targetsOf = new Map(
    modules.map(({ path, imports }) => [
      path,
      imports.flatMap(({ target }) => (target === undefined ? [] : [target])),
    ]),
  );
  const problems = [];
  const state = new Map();
  const trail = [];
  const visit = (path) => {
    state.set(path, 'open');
    trail.push(path);
    for (const target of targetsOf.get(path)) {
      if (!targetsOf.has(target)) continue;
      if (state.get(target) === 'open') {
        const circle = [...trail.slice(trail.indexOf(target)), target];
        problems.push(`${target}:1: imports itself in a circle: ${circle.join(' -> ')}`);
      } else if (state.get(target) === undefined) visit(target);
    }
    trail.pop();
    state.set(path, 'done');
  };
  for (const { path } of modules) if (state.get(path) === undefined) visit(path);
  return problems;
}

if (isProgram(import.meta.url)) {
  const { problems, moduleCount, importCount } = checkLayers(rootFrom(process.argv.slice(2)));
  process.exitCode = report('layers', problems, `${moduleCount} modules and ${importCount} imports checked`);
}
