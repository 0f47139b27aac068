// Reading the source tree for the checks: which files there are, and their syntax.

import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const neverRead = new Set(['node_modules', 'dist', 'coverage', '.git']);

/**
 * Every file below the given folders (those that exist), as paths relative to `root` with forward slashes,
 * sorted, so that the output of a check does not depend on the file system.
 */
export function listFiles(root, folders) {
  return folders.flatMap((folder) => filesIn(root, folder)).toSorted();
}

function filesIn(root, folder) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return neverRead.has(entry.name) ? [] : filesIn(root, path);
    return entry.isFile() ? [path] : [];
  });
}

export function readText(root, path) {
  return readFileSync(join(root, path), 'utf8');
}

/** Whether the file holds tests; such a file reaches no user and is not part of the product. */
export function isTest(path) {
  return /\.test\.[jt]sx?$/.test(path);
}

export function parseSource(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}

/** Visits every node of the syntax tree, parents first. */
export function forEachNode(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => forEachNode(child, visit));
}

/** The comments of a file with the position of each, in order. */
export function commentsOf(sourceFile) {
  const found = new Map();
  const text = sourceFile.text;
  const collect = (node) => {
    if (ts.isTokenKind(node.kind)) {
      const from = node.getFullStart();
      const ranges = [
        ...(ts.getLeadingCommentRanges(text, from) ?? []),
        ...(ts.getTrailingCommentRanges(text, from) ?? []),
      ];
      for (const { pos, end } of ranges) found.set(pos, text.slice(pos, end));
      return;
    }
    for (const child of node.getChildren(sourceFile)) {
      if (!ts.isJSDoc(child)) collect(child);
    }
  };
  collect(sourceFile);
  const inOrder = [...found].toSorted(([left], [right]) => left - right);
  return inOrder.map(([position, comment]) => ({ position, text: comment }));
}

/** The line of a position, counted from 1. */
export function lineAt(sourceFile, position) {
  return sourceFile.getLineAndCharacterOfPosition(position).line + 1;
}

/** Whether the module with this URL is the program being run, also when it was reached through a link. */
export function isProgram(moduleUrl) {
  const [, program] = process.argv;
  return program !== undefined && realpathSync(program) === realpathSync(fileURLToPath(moduleUrl));
}

/** The folder to check: what `--root` names, otherwise the project. */
export function rootFrom(options) {
  const given = options.indexOf('--root');
  if (given === -1) return fileURLToPath(new URL('..', import.meta.url));
  const folder = options[given + 1];
  if (folder === undefined) throw new Error('--root needs a folder.');
  return resolve(folder);
}

/** Prints what a check found and returns the exit code. */
export function report(name, problems, summary) {
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  const outcome = problems.length === 0 ? summary : `${problems.length} problem(s); ${summary}`;
  process.stdout.write(`${name}: ${outcome}\n`);
  return problems.length === 0 ? 0 : 1;
}
