#!/usr/bin/env node
// Starts the bundled program. In a fresh checkout the bundle is built first; with FIXPOINT_DEV set it is
// built again whenever a source file is newer (not otherwise, because looking costs start-up time).

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);

if (!existsSync(main)) {
  run('prepare.js');
  run('build.js', '--quiet');
} else if (process.env.FIXPOINT_DEV) {
  run('build.js', '--quiet', '--if-stale');
}

await import(main.href);

/** Runs one of the project's scripts. What it says goes to stderr, because stdout belongs to the program. */
function run(script, ...options) {
  const path = fileURLToPath(new URL(`../scripts/${script}`, import.meta.url));
  const { status } = spawnSync(process.execPath, [path, ...options], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
