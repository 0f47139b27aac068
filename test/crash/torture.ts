/**
 * The torture suite: `npm run torture [-- --only PART,PART] [--seed N] [--points N]`.
 *
 * Each part disturbs the real program in one way, at as many points as there are, and checks the books after each.
 * Each counts how often its fault really happened, and must find a fault that was planted. A run always ends with
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
import type { PartResult, TortureContext, TorturePart } from './torture-part.ts';

const parts: readonly TorturePart[] = [killSweep, ioErrors, powerLoss];
/** Failures of a part that are printed; the folder holds the rest. */
const shownMax = 20;
/** A seed made here has at most six digits, so that it is easily typed again. */
const seedsMax = 1_000_000;

process.exitCode = await torture();

async function torture(): Promise<number> {
  const { seed, pointsMax, chosen } = readOptions();
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-torture-'));
  const planted = await bundleProgram(join('crash', 'planted-program.ts'));
  const totals = { passed: 0, failed: 0 };
  try {
    const stages = await prepareStages(join(folder, 'undisturbed'));
    for (const part of chosen) {
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
  } catch (error) {
    say(describe(error));
    totals.failed += 1;
  } finally {
    planted.dispose();
  }
  if (totals.failed === 0) rmSync(folder, { recursive: true });
  else say(`What failed is kept in ${folder}.`);
  say(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 ? 0 : 1;
}

function readOptions() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seed: { type: 'string' }, points: { type: 'string' } },
  });
  const only = values.only?.split(',');
  const unknown = only?.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) {
    const names = parts.map(({ name }) => name).join(', ');
    throw new Error(`--only names "${unknown}". It must be one or several of ${names}.`);
  }
  return {
    seed: readNumber('seed', values.seed) ?? Date.now() % seedsMax,
    pointsMax: readNumber('points', values.points),
    chosen: parts.filter(({ name }) => only === undefined || only.includes(name)),
  };
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(`--${name} is "${text}". It must be a whole number above 0.`);
  return Number(text);
}

/** What a part throws fails that part only; the others still have something to tell. */
async function runPart(part: TorturePart, context: TortureContext): Promise<PartResult> {
  const started = performance.now();
  say(`${part.name}: ${part.title} (seed ${context.seed})`);
  mkdirSync(context.folder, { recursive: true });
  const result = await part
    .run(context)
    .catch((error: unknown): PartResult => ({ passed: 0, failures: [describe(error)] }));
  for (const failure of result.failures.slice(0, shownMax)) say(`  FAILED ${failure.slice(0, 1_000)}`);
  const seconds = Math.round((performance.now() - started) / 1_000);
  say(`  ${result.passed} passed, ${result.failures.length} failed in ${seconds} s`);
  return result;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
