/**
 * The torture suite: `npm run torture [-- --only PART,PART] [--seed N] [--points N]`.
 *
 * Each part disturbs the real program in one way, at as many points as there are, and checks the books after each.
 * Each counts how often its fault really happened, and must find a fault that was planted. The last line is always
 * "N passed, N failed". `--points` takes fewer points, for a quick look; then the promised numbers are not asked for.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleProgram } from '../support/bundle-program.ts';
import { openRandom } from '../support/seeded-random.ts';
import { ioErrors } from './io-errors.ts';
import { killSweep } from './kill-sweep.ts';
import { powerLoss } from './power-loss.ts';
import { prepareStages } from './stages.ts';
import { assertTracing } from './strace.ts';
import type { PartResult, TorturePart } from './torture-part.ts';

const parts: readonly TorturePart[] = [killSweep, ioErrors, powerLoss];
/** Failures of a part that are printed; the folder holds the rest. */
const shownMax = 20;

process.exitCode = await torture();

async function torture(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seed: { type: 'string' }, points: { type: 'string' } },
  });
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
  const pointsMax = values.points === undefined ? undefined : Number(values.points);
  const only = values.only?.split(',');
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-torture-'));
  const totals = { passed: 0, failed: 0 };
  try {
    assertTracing();
    const stages = await prepareStages(join(folder, 'undisturbed'));
    const planted = await bundleProgram(join('crash', 'planted-program.ts'));
    for (const part of parts.filter(({ name }) => only === undefined || only.includes(name))) {
      const { passed, failures } = await runPart(part, {
        seed,
        random: openRandom(seed),
        pointsMax,
        stages,
        plantedProgram: planted.path,
        folder: join(folder, part.name),
        say: (line) => say(`  ${line}`),
      });
      totals.passed += passed;
      totals.failed += failures.length;
    }
    planted.dispose();
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    totals.failed += 1;
  }
  if (totals.passed === 0 && totals.failed === 0) {
    say('No part ran.');
    totals.failed = 1;
  }
  if (totals.failed === 0) rmSync(folder, { recursive: true });
  else say(`What failed is kept in ${folder}.`);
  say(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 ? 0 : 1;
}

async function runPart(part: TorturePart, context: Parameters<TorturePart['run']>[0]): Promise<PartResult> {
  const started = performance.now();
  say(`${part.name}: ${part.title} (seed ${context.seed})`);
  mkdirSync(context.folder, { recursive: true });
  const result = await part.run(context);
  for (const failure of result.failures.slice(0, shownMax)) say(`  FAILED ${failure.slice(0, 1_000)}`);
  const seconds = Math.round((performance.now() - started) / 1_000);
  say(`  ${result.passed} passed, ${result.failures.length} failed in ${seconds} s`);
  return result;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
