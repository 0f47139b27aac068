// Bundles src/app/main.ts and everything it imports into dist/main.js.
//
// Every `import()` becomes a file of its own, so that a command loads only what it needs. All files but
// main.js carry a hash of their content in their name and are put in place by renaming, main.js last: whoever
// starts the program during a build gets the old one or the new one, never half of each.
//
//   --quiet     say nothing unless it fails
//   --if-stale  build only when a file in src/ is newer than the last build

import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const sourceFolder = join(projectFolder, 'src');
const outputFolder = join(projectFolder, 'dist');
const stampFile = join(outputFolder, '.built');

/** Native addons: they load a compiled file from their own folder, so they cannot be part of a bundle. */
const unbundled = ['sqlite12', 'sqlite13'];

/**
 * A hub that is running may still load a file of the build it was started from. Files that no longer belong
 * to the build are therefore kept for a day; shorter breaks such a hub, longer only costs disk.
 */
const leftoverAgeMsMax = 24 * 60 * 60 * 1000;

/**
 * CommonJS packages ask for Node's modules through `require`, which an ES module does not have. esbuild puts
 * a stand-in with this sentence into one file of the output; that file, and no other, is given a real
 * `require`.
 */
const requireStandIn = 'Dynamic require of "';
const requireBanner =
  "import { createRequire as createBundleRequire } from 'node:module';\n" +
  'const require = createBundleRequire(import.meta.url);\n';

const quiet = process.argv.includes('--quiet');

if (!process.argv.includes('--if-stale') || isStale()) process.exitCode = await build();

async function build() {
  const started = performance.now();
  const { build: bundle } = await import('esbuild');
  try {
    const result = await bundle({
      absWorkingDir: projectFolder,
      entryPoints: ['src/app/main.ts'],
      outdir: outputFolder,
      entryNames: '[name]',
      chunkNames: 'parts/[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      charset: 'utf8',
      legalComments: 'linked',
      sourcemap: false,
      external: unbundled,
      logLevel: 'warning',
      write: false,
    });
    const files = result.outputFiles;
    putInPlace(files);
    removeLeftovers(new Set(files.map((file) => file.path)));
    const kilobytes = Math.round(files.reduce((sum, file) => sum + file.contents.length, 0) / 1024);
    const elapsed = Math.round(performance.now() - started);
    say(`Built dist: ${files.length} files, ${kilobytes} kB, ${elapsed} ms.`);
    return 0;
  } catch (error) {
    // esbuild has already printed each error with its place; anything else is told here.
    const printed = error instanceof Error && 'errors' in error;
    process.stderr.write(printed ? 'The build failed.\n' : `The build failed: ${String(error)}\n`);
    return 1;
  }
}

function putInPlace(files) {
  const entry = join(outputFolder, 'main.js');
  const others = files.filter((file) => file.path !== entry);
  for (const file of [...others, ...files.filter((candidate) => candidate.path === entry)]) {
    mkdirSync(dirname(file.path), { recursive: true });
    const temporary = join(dirname(file.path), `.${basename(file.path)}.${process.pid}`);
    const text = file.text;
    writeFileSync(temporary, text.includes(requireStandIn) ? requireBanner + text : text);
    renameSync(temporary, file.path);
  }
  writeFileSync(stampFile, '');
  utimesSync(stampFile, new Date(), new Date());
}

function removeLeftovers(current) {
  for (const path of filesBelow(outputFolder)) {
    if (path === stampFile || current.has(path)) continue;
    if (Date.now() - statSync(path).mtimeMs > leftoverAgeMsMax) rmSync(path, { force: true });
  }
}

function isStale() {
  try {
    const builtAt = statSync(stampFile).mtimeMs;
    return filesBelow(sourceFolder).some((path) => path.endsWith('.ts') && statSync(path).mtimeMs > builtAt);
  } catch {
    return true;
  }
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function say(sentence) {
  if (!quiet) process.stderr.write(`${sentence}\n`);
}
