/**
 * One run with one fault, and what must hold afterwards:
 *
 * (1) the books that it left can be opened and are in order; (2) what the caller was told is in the books is there;
 * (3) what the caller was told is not in the books is not; (4) when everything was told, the books are complete;
 * (5) the same run once more, undisturbed, ends in the books of a run that nothing ever disturbed.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { faultCodes } from '../../src/engine/outcome.ts';
import { type Audit, auditBooks, copyStore } from './audit-books.ts';
import {
  acknowledgedKeys,
  type ProgramRun,
  readOutcomes,
  runProgram,
  type ToldOutcome,
} from './run-program.ts';
import { layOut, type PreparedStage } from './stages.ts';
import { faulted, hasHappened, type FaultPoint, type InjectedFault, nameFault } from './strace.ts';

export interface FaultRun {
  readonly name: string;
  /** False when the process never came to the point. */
  readonly happened: boolean;
  readonly damage: readonly string[];
  /** The code by which each failed outcome told of the fault. */
  readonly told: readonly string[];
}

export async function runWithFault(
  prepared: PreparedStage,
  point: FaultPoint,
  fault: InjectedFault,
  folderForAll: string,
): Promise<FaultRun> {
  const { stage, command, startFolder } = prepared;
  const name = `${stage.name} ${nameFault(point, fault)}`;
  const folder = join(folderForAll, name.replaceAll(/[^a-zA-Z0-9]+/g, '-'));
  layOut(folder, startFolder);
  const traceFile = join(folder, 'trace');
  const run = await runProgram({
    command: faulted(command, traceFile, point, fault),
    folder,
    script: stage.script,
  });
  const damage = [
    ...(await findDamage(folder, run, prepared, fault)),
    ...(await findRetryDamage(folder, prepared)),
  ];
  const happened = hasHappened(traceFile, fault);
  if (damage.length === 0) rmSync(folder, { recursive: true });
  const told = readOutcomes(run.lines).flatMap(({ status, code }) =>
    status === 'failed' ? [code ?? 'no code'] : [],
  );
  return { name, happened, told, damage };
}

/** What is wrong before anything is sent again. Looks at a copy, so that the file itself stays as it was left. */
async function findDamage(
  folder: string,
  run: ProgramRun,
  prepared: PreparedStage,
  fault: InjectedFault,
): Promise<readonly string[]> {
  const copy = join(folder, 'copy');
  mkdirSync(copy);
  copyStore(folder, copy);
  const audit = await auditBooks(copy);
  return [
    ...audit.problems,
    ...findLost(run, audit),
    ...findHidden(run, audit),
    ...findIncomplete(run, audit, prepared, fault),
    ...(fault.kind === 'error' ? findImproper(run, prepared) : []),
    ...(run.timedOut ? ['it hung'] : []),
  ];
}

function findLost({ lines }: ProgramRun, { keys }: Audit): readonly string[] {
  return acknowledgedKeys(lines)
    .filter((key) => !keys.has(key))
    .map((key) => `${key} was answered and is not in the books`);
}

/** Only after `outcome_unknown` may a failed write be in the books, unless an earlier arrival of its key was booked. */
function findHidden({ lines }: ProgramRun, { keys }: Audit): readonly string[] {
  const booked = new Set(acknowledgedKeys(lines));
  return readOutcomes(lines).flatMap(({ status, code, key }) => {
    const denied = status === 'failed' && code !== 'outcome_unknown';
    if (!denied || key === undefined || booked.has(key) || !keys.has(key)) return [];
    return [`${key} was answered "${code}" and is in the books`];
  });
}

function findIncomplete(
  run: ProgramRun,
  { books }: Audit,
  { run: clean, audit }: PreparedStage,
  fault: InjectedFault,
): readonly string[] {
  const toldAll =
    run.lines.length === clean.lines.length &&
    readOutcomes(run.lines).every(({ status }) => status !== 'failed');
  // A process that was killed has no exit code of its own, but it stops talking; one that meets an error talks on.
  const ended = fault.kind === 'kill' ? toldAll : toldAll && run.exit === clean.exit;
  return ended && !isDeepStrictEqual(books, audit.books)
    ? [`everything was told and the books are ${JSON.stringify(books)}`]
    : [];
}

/** After an error the program ends as always, or says which kind of failure it was and ends with its exit code. */
function findImproper(run: ProgramRun, { run: clean }: PreparedStage): readonly string[] {
  const failureExit = 3;
  const wrongExit = run.exit === clean.exit || run.exit === failureExit ? [] : [`it ended with ${run.exit}`];
  const wrongOutcomes = readOutcomes(run.lines).filter((outcome) => !isProper(outcome));
  const told = [...wrongExit, ...wrongOutcomes.map((outcome) => `it told ${JSON.stringify(outcome)}`)];
  return told.map((problem) => `${problem}; on stderr: ${run.err.slice(0, 300)}`);
}

function isProper({ status, code }: ToldOutcome): boolean {
  if (status === 'defect') return false;
  return status !== 'failed' || faultCodes.some((known) => known === code);
}

async function findRetryDamage(folder: string, prepared: PreparedStage): Promise<readonly string[]> {
  const { stage, command, run: clean, audit: expected } = prepared;
  const again = await runProgram({ command, folder, script: stage.script });
  const audit = await auditBooks(folder);
  return [
    ...audit.problems.map((problem) => `after a retry: ${problem}`),
    ...(again.exit === clean.exit ? [] : [`the retry ended with ${again.exit}: ${again.err.slice(0, 300)}`]),
    ...(isDeepStrictEqual(audit.books, expected.books)
      ? []
      : [`after a retry the books are ${JSON.stringify(audit.books)}`]),
  ];
}
