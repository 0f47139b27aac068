// What `npm test` runs: prepare, build, then every test. Its last line is always "N passed, N failed".
//
// Failed counts failed tests and, one each, test files that did not load, hooks that threw and errors nobody
// caught. A step before the tests that fails counts as one, and so does a run in which no test ran at all.
// Arguments go to vitest: `npm test -- src/money`.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

process.exitCode = runTests(process.argv.slice(2));

function runTests(vitestArguments) {
  if (!runNode('scripts/prepare.js', '--tests')) return conclude({ passed: 0, failed: 1 }, 1);
  if (!runNode('scripts/build.js')) return conclude({ passed: 0, failed: 1 }, 1);

  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-tests-'));
  try {
    const countsFile = join(folder, 'counts.json');
    const reporters = ['--reporter=default', '--reporter=./scripts/count-reporter.js'];
    const { status } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...vitestArguments],
      { cwd: projectFolder, stdio: 'inherit', env: { ...process.env, FIXPOINT_TEST_COUNTS: countsFile } },
    );
    return conclude(readCounts(countsFile), status ?? 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Prints the last line and returns the exit code: 0 only when vitest is content, tests ran and none failed.
 */
function conclude(counts, status) {
  const { passed } = counts;
  let { failed } = counts;
  if (passed === 0 && failed === 0) {
    process.stderr.write('No test ran.\n');
    failed = 1;
  } else if (status !== 0 && failed === 0) {
    process.stderr.write(`vitest ended with exit code ${status} though no test failed.\n`);
    failed = 1;
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

function runNode(...command) {
  return spawnSync(process.execPath, command, { cwd: projectFolder, stdio: 'inherit' }).status === 0;
}
