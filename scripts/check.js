// What `npm run check` runs: every check of the project, all of them even when one fails.
// Each prints its name and how it ended; what it had to say is shown only when it failed.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = fileURLToPath(new URL('..', import.meta.url));

const strictLint = ['--type-aware', '--deny-warnings', '--report-unused-disable-directives'];
const linted = ['src', 'test', 'scripts', 'bin', 'vitest.config.ts'].filter((path) =>
  existsSync(join(projectFolder, path)),
);

/** Name, program, arguments; each program is run by Node. A new check is one line here. */
const checks = [
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit'],
  ['lint', 'node_modules/oxlint/bin/oxlint', ...strictLint, ...linted],
  ['format', 'node_modules/@biomejs/biome/bin/biome', 'format', '--reporter=summary', '.'],
  ['layers', 'scripts/check-layers.js'],
  ['style', 'scripts/check-style.js'],
  ['claims', 'scripts/check-claims.js'],
  ['reference', 'node_modules/tsx/dist/cli.mjs', 'scripts/generate-reference.ts', '--check'],
];

const failed = checks.filter(([name, ...command]) => !passes(name, command));
const count = `${checks.length - failed.length} checks ok, ${failed.length} FAILED`;
process.stdout.write(
  failed.length === 0 ? `${count}\n` : `${count}: ${failed.map(([name]) => name).join(', ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function passes(name, command) {
  const started = Date.now();
  const { status, stdout, stderr, error } = spawnSync(process.execPath, command, {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (status === 0) {
    process.stdout.write(`${name}: ok (${seconds} s)\n`);
    return true;
  }
  process.stdout.write(
    `${name}: FAILED (${seconds} s)\n${stdout ?? ''}${stderr ?? ''}${error ? `${error}\n` : ''}`,
  );
  return false;
}
