// Bundles the program twice. dist/main.js is the whole of it, from src/app/main.ts; dist/quick.cjs is what a ledger
// command needs, from src/app/quick-main.ts, in one file, because fewer files start sooner. bin/fixpoint.js chooses.
//
// In the whole program every `import()` becomes a file of its own, so that a command loads only what it needs. All files but
// main.js carry a hash of their content in their name and are put in place by renaming, main.js last: whoever
// starts the program during a build gets the old one or the new one, never half of each.
//
//   --quiet     say nothing unless it fails
//   --if-stale  build only when a file in src/ is newer than the last build

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const sourceFolder = join(projectFolder, 'src');
const outputFolder = join(projectFolder, 'dist');
const quickFile = join(outputFolder, 'quick.cjs');
/** What V8 keeps of it. */
const compiledFile = join(outputFolder, 'quick.compiled');
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

/** What both bundles have in common. */
const common = {
  absWorkingDir: projectFolder,
  bundle: true,
  platform: 'node',
  target: 'node20',
  sourcemap: false,
  logLevel: 'warning',
  write: false,
};

const quiet = process.argv.includes('--quiet');

if (!process.argv.includes('--if-stale') || isStale()) process.exitCode = await build();

async function build() {
  const started = performance.now();
  const { build: bundle } = await import('esbuild');
  try {
    const whole = await bundle({
      ...common,
      entryPoints: ['src/app/main.ts'],
      outdir: outputFolder,
      entryNames: '[name]',
      chunkNames: 'parts/[name]-[hash]',
      splitting: true,
      format: 'esm',
      charset: 'utf8',
      legalComments: 'linked',
      external: unbundled,
    });
    const quick = await bundle({
      ...common,
      entryPoints: ['src/app/quick-main.ts'],
      outfile: quickFile,
      format: 'cjs',
      charset: 'ascii', // bin/fixpoint.js reads it without decoding it
      legalComments: 'none',
      // Packages are loaded from where they are installed by the few commands that need one.
      packages: 'external',
      define: { 'import.meta.url': 'programUrl' },
      // V8 refuses `import()` in a script that it has kept compiled.
      supported: { 'dynamic-import': false },
      banner: { js: '(function (require, programUrl, startWhole) {' },
      footer: { js: '})' },
    });
    const files = whole.outputFiles;
    putInPlace(files);
    putQuickInPlace(quick.outputFiles[0].text);
    files.push(...quick.outputFiles);
    warmUp();
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

/** Its first line names its content: bin/fixpoint.js tells by it what V8 kept of this bundle and what of another. */
function putQuickInPlace(text) {
  const temporary = join(outputFolder, `.quick.cjs.${process.pid}`);
  writeFileSync(temporary, `// ${createHash('sha256').update(text).digest('hex')}\n${text}`);
  renameSync(temporary, quickFile);
}

/** Runs a command on books that are thrown away, so that V8 keeps what it compiles before anybody waits for it. */
function warmUp() {
  rmSync(compiledFile, { force: true });
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-build-'));
  try {
    const program = join(projectFolder, 'bin/fixpoint.js');
    const args = [
      'deposit',
      '1',
      '--idempotency-key',
      'warm-up',
      '--store',
      `sqlite:${join(folder, 'books.db')}`,
    ];
    // It may fail where no driver is installed; then the first command does it.
    spawnSync(process.execPath, [program, ...args], { cwd: folder, env: {}, stdio: 'ignore' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function removeLeftovers(current) {
  for (const path of filesBelow(outputFolder)) {
    if (path === stampFile || path === compiledFile || current.has(path)) continue;
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
