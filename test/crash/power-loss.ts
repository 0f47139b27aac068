/**
 * Records everything that one run of the real program writes, and rebuilds the disk as power cuts could leave it: after
 * each write, with the unflushed ones lost, cut short, reordered or torn. Whatever the program had answered by then
 * must be in the books, and the books must be in order.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRandom } from '../support/seeded-random.ts';
import { auditBooks, storeFile } from './audit-books.ts';
import { type DiskEvent, readDiskEvents, recorded } from './disk-events.ts';
import { type CutKind, cutKinds, Disk } from './disk-model.ts';
import { plantedStage } from './planted-stage.ts';
import { acknowledgedKeys, runProgram } from './run-program.ts';
import { layOut, type PreparedStage } from './stages.ts';
import { assertTracing } from './strace.ts';
import {
  checkEnough,
  type PartResult,
  spread,
  type TortureContext,
  type TorturePart,
} from './torture-part.ts';

const disksMin = 150;
/** Moments at which the power is cut; each gives up to four disks. */
const momentsMax = 150;
/** The stage with a commit and an answer for each of its wishes. */
const recordedStage = 'session';
/** Shared memory, which no power cut survives and SQLite makes anew. */
const forgotten = `${storeFile}-shm`;

export const powerLoss: TorturePart = {
  name: 'power',
  title: 'power cuts: disks rebuilt from what a run had written and flushed',
  run: async (context) => {
    assertTracing();
    const prepared = context.stages.find(({ stage }) => stage.name === recordedStage);
    if (prepared === undefined) throw new Error(`there is no stage ${recordedStage}`);
    const result = await cutEverywhere(prepared, context);
    return { ...result, failures: [...result.failures, ...(await missesPlantedFault(context))] };
  },
};

interface RebuiltDisk {
  readonly name: string;
  readonly kind: CutKind;
  readonly files: ReadonlyMap<string, Buffer>;
  /** Keys of what had been answered by then. */
  readonly answered: readonly string[];
}

async function cutEverywhere(prepared: PreparedStage, context: TortureContext): Promise<PartResult> {
  const events = await record(prepared, join(context.folder, `${prepared.stage.name}-recorded`));
  const disks = rebuildDisks(events, context);
  const byKind = new Map<CutKind, number>(cutKinds.map((kind) => [kind, 0]));
  const failures: string[] = [];
  for (const disk of disks) {
    byKind.set(disk.kind, (byKind.get(disk.kind) ?? 0) + 1);
    const damage = await findDamage(disk, context.folder);
    if (damage.length > 0) failures.push(`${prepared.stage.name} ${disk.name}: ${damage.join('; ')}`);
  }
  const kinds = [...byKind].map(([kind, count]) => `${count} ${kind}`).join(', ');
  context.say(`${prepared.stage.name}: ${events.length} events, ${disks.length} different disks (${kinds})`);
  const enough = checkEnough(context, { what: 'different disks', found: disks.length, least: disksMin });
  return { passed: disks.length - failures.length, failures: [...failures, ...enough] };
}

/** Throws when the model of the disk does not come to the same file as the real disk. */
async function record({ stage, command }: PreparedStage, folder: string): Promise<readonly DiskEvent[]> {
  layOut(folder, undefined);
  const traceFile = join(folder, '..', `${stage.name}.trace`);
  await runProgram({ command: recorded(command, traceFile), folder, script: stage.script });
  const events = readDiskEvents(traceFile, folder);
  rmSync(traceFile);
  const disk = new Disk();
  for (const event of events) disk.apply(event);
  const modelled = disk.cutPower('all', openRandom(0));
  if (modelled.get(storeFile)?.equals(readFileSync(join(folder, storeFile))) !== true)
    throw new Error(
      `the model of the disk comes to another file than the disk: ${[...modelled.keys()].join(', ')}`,
    );
  return events;
}

function rebuildDisks(
  events: readonly DiskEvent[],
  { random, pointsMax }: TortureContext,
): readonly RebuiltDisk[] {
  const moments = new Set(spread([...events.keys()], pointsMax ?? momentsMax));
  const seen = new Set<string>();
  const disks: RebuiltDisk[] = [];
  const disk = new Disk();
  let told = '';
  for (const [moment, event] of events.entries()) {
    disk.apply(event);
    if (event.kind === 'told') told += event.bytes.toString();
    if (!moments.has(moment)) continue;
    const answered = acknowledgedKeys(told.split('\n').slice(0, -1));
    for (const kind of cutKinds) {
      const files = new Map([...disk.cutPower(kind, random)].filter(([file]) => file !== forgotten));
      const name = fingerprint(files, answered);
      if (seen.has(name)) continue;
      seen.add(name);
      disks.push({ name: `after event ${moment + 1}, ${kind}`, kind, files, answered });
    }
  }
  return disks;
}

function fingerprint(files: ReadonlyMap<string, Buffer>, answered: readonly string[]): string {
  const hash = createHash('sha256').update(answered.join(' '));
  for (const [file, bytes] of files) hash.update(`\n${file} ${bytes.length}\n`).update(bytes);
  return hash.digest('hex');
}

async function findDamage(
  { name, files, answered }: RebuiltDisk,
  folderForAll: string,
): Promise<readonly string[]> {
  const folder = join(folderForAll, name.replaceAll(/[^a-z0-9]+/g, '-'));
  mkdirSync(folder, { recursive: true });
  for (const [file, bytes] of files) writeFileSync(join(folder, file), bytes);
  const { keys, problems } = await auditBooks(folder);
  const lost = answered.filter((key) => !keys.has(key));
  const damage = [...problems, ...lost.map((key) => `${key} was answered and is lost`)];
  if (damage.length === 0) rmSync(folder, { recursive: true });
  return damage;
}

/** The same disks of a store that does not flush at each commit must have lost something. */
async function missesPlantedFault(context: TortureContext): Promise<readonly string[]> {
  const folder = join(context.folder, 'planted');
  const prepared = await plantedStage(context.plantedProgram, 'flush-seldom', folder);
  const { passed, failures } = await cutEverywhere(prepared, { ...context, folder });
  const lost = failures.filter((failure) => failure.includes('was answered and is lost')).length;
  context.say(`planted flush-seldom: caught on ${lost} of ${passed + failures.length} disks`);
  return lost > 0 ? [] : ['a store that does not flush at each commit was not found out'];
}
