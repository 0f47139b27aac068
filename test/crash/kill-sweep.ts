/**
 * Kills the real program before each call by which something leaves it, one run per call: while it makes a new file
 * and its schema, books, imports, takes back, answers and closes.
 */
import { join } from 'node:path';
import { type FaultRun, runWithFault } from './fault-run.ts';
import { plantedStage } from './planted-stage.ts';
import { runProgram } from './run-program.ts';
import { layOut, type PreparedStage } from './stages.ts';
import { assertTracing, countCalls, type FaultPoint, traced, type WritingCall } from './strace.ts';
import {
  checkEnough,
  mapFewAtATime,
  type PartResult,
  spread,
  type TortureContext,
  type TorturePart,
} from './torture-part.ts';

const pointsMin = 300;
/** Of a hundred points, how many may lie beyond the end of their run: threads do not always wake equally often. */
const missedPercentMax = 10;
const runsAtATime = 2;
const kill = { kind: 'kill' } as const;

export const killSweep: TorturePart = {
  name: 'kill',
  title: 'kill -9 at every writing call of the real program',
  run: async (context) => {
    assertTracing();
    const points: PlacedPoint[] = [];
    for (const prepared of context.stages) points.push(...(await listPoints(prepared, context)));
    const chosen = spread(points, context.pointsMax);
    const runs = await mapFewAtATime(chosen, runsAtATime, ({ prepared, point }) =>
      runWithFault(prepared, point, kill, context.folder),
    );
    const hits = runs.filter(({ happened }) => happened);
    context.say(`${runs.length} points, ${hits.length} killed, ${runs.length - hits.length} not reached`);
    const result = judge(runs, context);
    return { ...result, failures: [...result.failures, ...(await missesPlantedFault(context))] };
  },
};

export interface PlacedPoint {
  readonly prepared: PreparedStage;
  readonly point: FaultPoint;
}

/** Counts the calls of an undisturbed run and names a point for each, but only some of a stage's repetitive writes. */
export async function listPoints(
  prepared: PreparedStage,
  { folder, say }: Pick<TortureContext, 'folder' | 'say'>,
  isWanted: (call: WritingCall) => boolean = () => true,
): Promise<readonly PlacedPoint[]> {
  const { stage, command, startFolder } = prepared;
  const countFolder = join(folder, `${stage.name}-counted`);
  layOut(countFolder, startFolder);
  const traceFile = join(countFolder, 'trace');
  await runProgram({ command: traced(command, traceFile), folder: countFolder, script: stage.script });
  const counts = [...countCalls(traceFile)].filter(([call]) => isWanted(call));
  say(`${stage.name}: ${counts.map(([call, count]) => `${count} ${call}`).join(', ')}`);
  return counts.flatMap(([call, count]) => {
    const points = Array.from({ length: count }, (_, index) => ({
      prepared,
      point: { call, number: index + 1 },
    }));
    return spread(points, call === 'pwrite64' ? stage.writesTaken : undefined);
  });
}

/** Points that were never reached prove nothing, neither way; too many of them fail the part. */
export function judge(runs: readonly FaultRun[], context: TortureContext, least = pointsMin): PartResult {
  const damaged = runs.filter(({ damage }) => damage.length > 0);
  const missed = runs.filter(({ happened }) => !happened).length;
  const tooMany =
    missed * 100 > runs.length * missedPercentMax
      ? [`${missed} of ${runs.length} points were never reached`]
      : [];
  const found = runs.length - missed;
  return {
    passed: runs.length - damaged.length - missed,
    failures: [
      ...damaged.map(({ name, damage }) => `${name}: ${damage.join('; ')}`),
      ...tooMany,
      ...checkEnough(context, { what: 'points with a fault', found, least }),
    ],
  };
}

/** The same sweep must find a store that commits receipts after their entries. */
async function missesPlantedFault(context: TortureContext): Promise<readonly string[]> {
  const folder = join(context.folder, 'planted');
  const prepared = await plantedStage(context.plantedProgram, 'receipts-later', folder);
  const points = await listPoints(prepared, { ...context, folder }, (call) => call === 'fsync');
  const runs = await mapFewAtATime(points, runsAtATime, ({ point }) =>
    runWithFault(prepared, point, kill, folder),
  );
  const caught = runs.filter(({ damage }) => damage.length > 0);
  context.say(`planted receipts-later: caught at ${caught.length} of ${runs.length} points`);
  const seen = caught.some(({ damage }) => damage.some((line) => line.includes('which has no receipt')));
  return seen ? [] : ['a store that commits receipts after their entries was not found out'];
}
