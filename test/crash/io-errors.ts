/**
 * Lets the calls that write and flush the store fail, one after the other, as a dying or a full disk does. Whatever
 * the program answers must be true: booked, not booked, or not known; and a retry must find the books as they should be.
 */
import { join } from 'node:path';
import { runWithFault } from './fault-run.ts';
import { judge, listPoints, type PlacedPoint } from './kill-sweep.ts';
import { plantedStage } from './planted-stage.ts';
import { assertTracing, type InjectedFault, type WritingCall } from './strace.ts';
import { mapFewAtATime, spread, type TortureContext, type TorturePart } from './torture-part.ts';

const pointsMin = 160;
const runsAtATime = 2;

const passing = { kind: 'error', error: 'EIO', lasting: false } as const;
const lasting = { kind: 'error', error: 'EIO', lasting: true } as const;
/** Each write takes one of these in turn. */
const writeFaults: readonly InjectedFault[] = [
  passing,
  { ...passing, error: 'ENOSPC' },
  lasting,
  { ...lasting, error: 'ENOSPC' },
];
/** Each flush takes both, because after a failed flush nothing is certain. */
const flushFaults: readonly InjectedFault[] = [passing, lasting];

export const ioErrors: TorturePart = {
  name: 'errors',
  title: 'EIO and ENOSPC, passing and lasting, at every write and flush of the store',
  run: async (context) => {
    assertTracing();
    const points = await listFaults(context);
    const runs = await mapFewAtATime(
      spread(points, context.pointsMax),
      runsAtATime,
      ({ prepared, point, fault }) => runWithFault(prepared, point, fault, context.folder),
    );
    const told = new Map<string, number>();
    for (const code of runs.flatMap((run) => run.told)) told.set(code, (told.get(code) ?? 0) + 1);
    const codes = [...told].map(([code, count]) => `${count} ${code}`).join(', ');
    context.say(`${runs.length} points; failed outcomes: ${codes === '' ? 'none' : codes}`);
    const result = judge(runs, context, pointsMin);
    return { ...result, failures: [...result.failures, ...(await missesPlantedFault(context))] };
  },
};

interface PlacedFault extends PlacedPoint {
  readonly fault: InjectedFault;
}

async function listFaults(context: TortureContext): Promise<readonly PlacedFault[]> {
  const placed: PlacedFault[] = [];
  for (const prepared of context.stages) {
    const points = await listPoints(prepared, context, isStoreCall);
    const writes = points.filter(({ point }) => point.call === 'pwrite64');
    for (const [index, { point }] of writes.entries()) {
      const fault = writeFaults[index % writeFaults.length];
      if (fault !== undefined) placed.push({ prepared, point, fault });
    }
    for (const { point } of points.filter(({ point: { call } }) => call === 'fsync')) {
      placed.push(...flushFaults.map((fault) => ({ prepared, point, fault })));
    }
  }
  return placed;
}

function isStoreCall(call: WritingCall): boolean {
  return call === 'pwrite64' || call === 'fsync';
}

/** The same errors must find a store that calls a failed commit "not booked": it may come back. */
async function missesPlantedFault(context: TortureContext): Promise<readonly string[]> {
  const folder = join(context.folder, 'planted');
  const prepared = await plantedStage(context.plantedProgram, 'commits-denied', folder);
  const points = await listPoints(prepared, { ...context, folder }, (call) => call === 'fsync');
  const runs = await mapFewAtATime(points, runsAtATime, ({ point }) =>
    runWithFault(prepared, point, lasting, folder),
  );
  const caught = runs.filter(({ damage }) => damage.some((line) => line.includes('and is in the books')));
  context.say(`planted commits-denied: caught at ${caught.length} of ${runs.length} points`);
  return caught.length > 0 ? [] : ['a store that calls a failed commit "not booked" was not found out'];
}
