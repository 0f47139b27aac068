/**
 * How long `fixpoint lint` and `fixpoint topology` take over many workflow files, and how much memory.
 *
 *   npx tsx bench/programs/lint-many.ts [COUNT…]
 *
 * The files are the good and bad examples of every rule and the example workflows, copied under other names until
 * there are enough, once as one repository and once as repositories of twenty files. Each measurement is a process of
 * its own that reads from disk as the commands do; the start of the process is not counted.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readWorkflowFiles } from '../../src/app/read-workflow-files.ts';
import { lintFiles } from '../../src/automation/lint/lint-files.ts';
import { rules } from '../../src/automation/lint/registry.ts';
import { buildTopology } from '../../src/automation/topology/build-topology.ts';
import { median } from '../measure/rounds.ts';

const rounds = 3;
const [mode, ...words] = process.argv.slice(2);
if (mode === '--measure') await measure(words);
else report([mode, ...words].flatMap((word) => (word === undefined ? [] : [Number(word)])));

function report(given: readonly number[]): void {
  const counts = given.length > 0 ? given : [10, 100, 1_000];
  console.log(
    '| files | repositories | lint, s | topology, s | processor time of both, s | per file, ms | memory, MB |',
  );
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const count of counts) for (const perRepository of [count, 20]) reportOne(count, perRepository);
}

function reportOne(count: number, perRepository: number): void {
  if (perRepository > count) return;
  const folder = mkdtempSync(join(tmpdir(), 'lint-many-'));
  try {
    const roots = writeFiles(folder, count, perRepository);
    const samples = Array.from({ length: rounds }, () => measureApart(roots));
    const middle = (name: keyof Sample): number => median(samples.map((sample) => sample[name]));
    const seconds = (name: keyof Sample): string => (middle(name) / 1_000).toFixed(2);
    const perFile = (middle('processorMs') / count).toFixed(2);
    console.log(
      `| ${count} | ${roots.length} | ${seconds('lintMs')} | ${seconds('topologyMs')} | ${seconds('processorMs')} | ${perFile} | ${middle('memoryMb').toFixed(0)} |`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeFiles(folder: string, count: number, perRepository: number): readonly string[] {
  const examples = new URL('../../examples/workflows/github/', import.meta.url);
  const texts = [
    ...rules.flatMap(({ example }) => [example.bad, example.good]),
    ...readdirSync(examples).map((name) => readFileSync(new URL(name, examples), 'utf8')),
  ];
  const roots: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const root = join(folder, `repository-${Math.floor(index / perRepository)}`);
    const workflows = join(root, '.github/workflows');
    if (roots.at(-1) !== root) {
      roots.push(root);
      mkdirSync(workflows, { recursive: true });
    }
    writeFileSync(join(workflows, `workflow-${index}.yml`), texts[index % texts.length] ?? '');
  }
  return roots;
}

interface Sample {
  readonly lintMs: number;
  readonly topologyMs: number;
  /** Of both together: what a machine with other work to do is asked for. */
  readonly processorMs: number;
  readonly memoryMb: number;
}

function measureApart(roots: readonly string[]): Sample {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(import.meta.url), '--measure', ...roots],
    { encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The two commands read their files each for themselves. */
async function measure(roots: readonly string[]): Promise<void> {
  const used = process.cpuUsage();
  const start = performance.now();
  lintFiles(await readWorkflowFiles(roots), { isComplete: true });
  const between = performance.now();
  buildTopology(await readWorkflowFiles(roots));
  const end = performance.now();
  const { user, system } = process.cpuUsage(used);
  // The largest the process ever was, in kilobytes.
  const memoryMb = process.resourceUsage().maxRSS / 1024;
  console.log(
    JSON.stringify({
      lintMs: between - start,
      topologyMs: end - between,
      processorMs: (user + system) / 1_000,
      memoryMb,
    }),
  );
}
