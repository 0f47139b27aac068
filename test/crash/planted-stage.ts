import { join } from 'node:path';
import { auditBooks, storeFile } from './audit-books.ts';
import { runProgram } from './run-program.ts';
import { layOut, type PreparedStage } from './stages.ts';

export const plantedFaults = ['receipts-later', 'flush-seldom', 'commits-denied'] as const;
/**
 * - `receipts-later`: entries are committed before their receipts, so that a crash between them books twice.
 * - `flush-seldom`: a commit is answered before it is on the disk, so that a power cut loses it.
 * - `commits-denied`: a commit whose flush failed is answered as not booked, though it can come back.
 */
export type PlantedFault = (typeof plantedFaults)[number];

export function isPlantedFault(text: string): text is PlantedFault {
  return plantedFaults.some((known) => known === text);
}

/** The planted program as a stage on a new file. Undisturbed, it leaves good books. */
export async function plantedStage(
  program: string,
  fault: PlantedFault,
  folder: string,
): Promise<PreparedStage> {
  const command: readonly [string, ...string[]] = [process.execPath, program];
  const script = { kind: 'command', args: [storeFile, fault] } as const;
  const clean = join(folder, `${fault}-clean`);
  layOut(clean, undefined);
  const run = await runProgram({ command, folder: clean, script });
  const audit = await auditBooks(clean);
  if (run.exit !== 0 || audit.problems.length > 0)
    throw new Error(`${fault} fails undisturbed: ${run.err} ${audit.problems.join(' ')}`);
  return { stage: { name: fault, script }, command, startFolder: undefined, run, audit };
}
