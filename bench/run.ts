// Measures the built product, everything against something else that is measured in the same minutes.
//
//   npm run bench [-- --quick] [-- --only NAME,NAME] [-- --pgledger FOLDER]
//
// The systems that it is compared with are installed by `npm ci --prefix bench`, and pgledger is a checkout; what is not
// there is named. Prints a Markdown table. Absolute figures depend on the machine and on what else runs on it; the ratios do not, or
// much less. What the figures are held against is explained in RESULTS.md.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundlePrograms } from './bundle-programs.ts';
import { measureFlushRate } from './measure/flush-rate.ts';
import { runNode } from './measure/run-process.ts';
import type { PartReport } from './part.ts';
import { renderFigures } from './render-figures.ts';

const partNames = [
  'engine',
  'http',
  'growth',
  'holdings',
  'cli',
  'bytes',
  'verify',
  'import',
  'postgres',
  'postgres-growth',
  'peers',
];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    pgledger: { type: 'string' },
  },
});
const project = fileURLToPath(new URL('..', import.meta.url));
// Beside the build and not in the system's folder for temporary files, which may be memory: there flushes cost nothing.
const workFolder = join(project, 'dist', `bench-${process.pid}`);
const programs = join(workFolder, 'programs');
const chosen = values.only?.split(',') ?? partNames;

mkdirSync(workFolder, { recursive: true });
try {
  await run();
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const started = performance.now();
  await bundlePrograms(project, programs);
  say(`Node ${process.versions.node}, load ${loadText()}, ${flushText()} flushes/s before.`);
  const reports: PartReport[] = [];
  for (const name of chosen) {
    const partStarted = performance.now();
    reports.push(await runPart(name));
    say(`${name}: ${((performance.now() - partStarted) / 1_000).toFixed(1)} s, load ${loadText()}`);
  }
  say(`${flushText()} flushes/s after; ${((performance.now() - started) / 1_000).toFixed(0)} s in all.`);
  process.stdout.write(`\n${renderFigures(reports.flatMap(({ figures }) => figures))}\n`);
  const sentences = [...reports.flatMap(({ checks }) => checks), ...reports.flatMap(({ notes }) => notes)];
  process.stdout.write(`${sentences.map((sentence) => `- ${sentence}`).join('\n')}\n`);
}

async function runPart(name: string): Promise<PartReport> {
  const folder = join(workFolder, name);
  mkdirSync(folder);
  const setting = JSON.stringify({
    quick: values.quick,
    folder,
    programs,
    project,
    pgledger: values.pgledger,
  });
  const { stdout } = await runNode([join(programs, 'run-part.js'), name, setting], { cwd: folder });
  rmSync(folder, { recursive: true });
  return JSON.parse(stdout) as PartReport; // printed by run-part
}

function flushText(): string {
  return measureFlushRate(workFolder, 500).toFixed(0);
}

function loadText(): string {
  return loadavg()[0]?.toFixed(1) ?? 'unknown';
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
