// Refuses hand-written claims about what happens when a call is repeated.
//
//   node scripts/check-claims.js [--root FOLDER]
//
// What help, OpenAPI, MCP hints and the reference say about repeating a call is generated from each
// operation's replay contract. A sentence written by hand would stay when the contract changes, so there must
// be none: not in strings and comments of the folders that users hear from, not in docs/ (except
// docs/concepts, which explains the idea, and docs/reference, which is generated), and in README.md only
// between the lines `<!-- promises:begin -->` and `<!-- promises:end -->`. Tests reach no user and are not
// read.

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

const spokenFolders = ['src/operations', 'src/queries', 'src/surfaces', 'src/app'];
const unreadDocs = ['docs/concepts/', 'docs/reference/'];
const promisesBegin = '<!-- promises:begin -->';
const promisesEnd = '<!-- promises:end -->';

/** Names of fields, headers and hints, which say nothing about how a call behaves. */
const identifiers =
  /\b(?:idempotency_key(?:_reused|_required|_invalid)?|idempotency-key|idempotencyKey|idempotentHint|idempotency-replayed)\b/gi;

/** Between two words of a claim: blanks, line ends, and what starts the next line of a comment or quotation. */
const gap = String.raw`[\s*/>]+`;

const claims = [
  String.raw`idempoten\w*`,
  ...['safe to retry', 'safely retried', 'safe to repeat'].map((words) => words.replaceAll(' ', gap)),
  'retry-safe',
  'exactly-once',
  '幂等',
];

/** Only README.md, ARCHITECTURE.md and docs/concepts state the promise in these words. */
const promise = `exactly${gap}once`;

const claim = new RegExp([...claims, promise].join('|'), 'giu');
const claimBesidesPromise = new RegExp(claims.join('|'), 'giu');

/**
 * Checks the tree below `root`; returns the problems as lines of text, and how many texts were read.
 * @param {string} root
 * @returns {{ problems: string[], textCount: number }}
 */
export function checkClaims(root) {
  const sources = listFiles(root, spokenFolders).filter((path) => /\.tsx?$/.test(path) && !isTest(path));
  const docs = listFiles(root, ['docs']).filter(
    (path) => !unreadDocs.some((folder) => path.startsWith(folder)),
  );
  const problems = [
    ...sources.flatMap((path) => sourceProblems(path, readText(root, path))),
    ...docs.flatMap((path) => textProblems(path, readText(root, path), claim)),
  ];
  const hasReadme = existsSync(join(root, 'README.md'));
  if (hasReadme) problems.push(...readmeProblems(readText(root, 'README.md')));
  const textCount = sources.length + docs.length + (hasReadme ? 1 : 0);
  if (textCount === 0) problems.push(`src: no text was found below ${root}, so nothing was checked`);
  return { problems, textCount };
}

function sourceProblems(path, text) {
  const sourceFile = parseSource(path, text);
  const pieces = commentsOf(sourceFile);
  forEachNode(sourceFile, (node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
    if (isText && !isModuleName(node)) {
      pieces.push({ position: node.getStart(sourceFile), text: node.getText(sourceFile) });
    }
  });
  return pieces.flatMap((piece) =>
    findClaims(piece.text, claim).map(({ index, words }) =>
      describeClaim(path, lineAt(sourceFile, piece.position + index), words),
    ),
  );
}

function isModuleName(node) {
  return ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
}

function textProblems(path, text, pattern) {
  return findClaims(text, pattern).map(({ index, words }) => describeClaim(path, lineOf(text, index), words));
}

function readmeProblems(text) {
  const begin = text.indexOf(promisesBegin);
  const end = text.indexOf(promisesEnd);
  if (begin === -1 && end === -1) return textProblems('README.md', text, claimBesidesPromise);
  const isOneSection =
    begin !== -1 &&
    end > begin &&
    begin === text.lastIndexOf(promisesBegin) &&
    end === text.lastIndexOf(promisesEnd);
  if (!isOneSection) return [`README.md:1: needs "${promisesBegin}" once and "${promisesEnd}" once after it`];
  const outside = text.slice(0, begin) + blank(text.slice(begin, end)) + text.slice(end);
  return textProblems('README.md', outside, claimBesidesPromise);
}

function findClaims(text, pattern) {
  const withoutIdentifiers = text.replace(identifiers, blank);
  return [...withoutIdentifiers.matchAll(pattern)].map((match) => ({
    index: match.index,
    words: match[0].replace(/\s+/g, ' '),
  }));
}

/** The same number of characters and lines, saying nothing, so that later positions stay right. */
function blank(text) {
  return text.replace(/[^\n]/g, ' ');
}

function lineOf(text, index) {
  return text.slice(0, index).split('\n').length;
}

function describeClaim(path, line, words) {
  return `${path}:${line}: claims "${words}" by hand; the replay contract is what says how a repeat behaves`;
}

if (isProgram(import.meta.url)) {
  const { problems, textCount } = checkClaims(rootFrom(process.argv.slice(2)));
  process.exitCode = report('claims', problems, `${textCount} texts checked`);
}
