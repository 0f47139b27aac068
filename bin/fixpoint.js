#!/usr/bin/env node
// Starts the bundled program: the quick one, which has the ledger's commands, or the whole one for the others. In a
// fresh checkout the bundles are built first; with FIXPOINT_DEV set they are built again whenever a source file is
// newer (not otherwise, because looking costs start-up time).
//
// To start is most of what a ledger command takes. The quick program is therefore one script and no ES module, and V8
// keeps what it compiled of it in a file beside it. V8 itself compares no more than the script's length, so the file
// says of which bundle it is; V8 refuses what another version of it made. Any trouble with that file is no trouble: the
// script is compiled anew.

const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

const dist = path.join(__dirname, '../dist');
const quick = path.join(dist, 'quick.cjs');
const compiled = path.join(dist, 'quick.compiled');
const whole = path.join(dist, 'main.js');

/** Commands that the quick program would hand over; asking it first costs time. */
const wholeCommands = [
  'import',
  'serve',
  'mcp',
  'tokens',
  'bucket',
  'guard',
  'lint',
  'topology',
  'store',
  'backup',
  'restore',
  'doctor',
];

if (process.env.FIXPOINT_DEV) build('--if-stale');
if (wholeCommands.includes(process.argv[2])) void startWhole();
else startQuick();

/** Never comes back: the program ends the process. */
async function startWhole() {
  if (!existsSync(whole)) build();
  await import(pathToFileURL(whole).href);
  return new Promise(() => {});
}

function startQuick() {
  // Nothing in it is outside ASCII, and as Latin-1 it need not be decoded.
  let source = readIfThere(quick, 'latin1');
  if (source === undefined) {
    build();
    source = readFileSync(quick, 'latin1');
  }
  const mark = `${source.slice(0, source.indexOf('\n'))} ${process.version} ${process.arch}`;
  const cachedData = readKept(mark);
  const script = new Script(source, { filename: quick, cachedData });
  if (cachedData === undefined || script.cachedDataRejected) process.once('exit', () => keep(mark, script));
  script.runInThisContext()(requireLater, pathToFileURL(quick).href, startWhole);
}

/** Undefined when nothing was kept, or when it is of another bundle or Node. */
function readKept(mark) {
  const kept = readIfThere(compiled);
  if (kept === undefined) return undefined;
  const lineEnd = kept.indexOf('\n');
  return kept.toString('latin1', 0, lineEnd) === mark ? kept.subarray(lineEnd + 1) : undefined;
}

/** At the end, when what the command needed has been compiled. Flushed before it gets its name, so that it is whole. */
function keep(mark, script) {
  try {
    const temporary = `${compiled}.${process.pid}`;
    const data = Buffer.concat([Buffer.from(`${mark}\n`), script.createCachedData()]);
    writeFileSync(temporary, data, { flush: true });
    renameSync(temporary, compiled);
  } catch {
    // The folder may belong to somebody else. Then every command compiles what it needs.
  }
}

/**
 * Node's own modules are loaded when something of them is used: most commands need no more than a few, and the one for
 * cryptography alone takes a fifteenth of the time of a command.
 */
function requireLater(name) {
  if (!name.startsWith('node:')) return require(name);
  return new Proxy({}, { get: (_, member) => require(name)[member] });
}

function readIfThere(file, encoding) {
  try {
    return readFileSync(file, encoding);
  } catch {
    return undefined;
  }
}

function build(...options) {
  const { spawnSync } = require('node:child_process');
  run('prepare.js');
  run('build.js', '--quiet', ...options);

  /** Runs one of the project's scripts. What it says goes to stderr, because stdout belongs to the program. */
  function run(script, ...rest) {
    const file = path.join(__dirname, '../scripts', script);
    const { status } = spawnSync(process.execPath, [file, ...rest], { stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(1);
  }
}
