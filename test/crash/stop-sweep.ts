/**
 * Stops a batch at every point of its writes, one after the other, and looks at what was left behind.
 *
 * After each stop must hold: (1) the books are in order and are either untouched or those of the whole batch, never
 * something between; (2) after a restart the same wishes, sent again with the same keys, end in the books of a run
 * that nothing stopped, down to the hash of the journal; (3) each wish names the entry that it names in such a run.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../../src/engine/outcome.ts';
import type { Store } from '../../src/engine/store-protocol.ts';
import type { JsonValue } from '../../src/ledger/json-value.ts';
import type { StoreUnderTest } from '../conformance/operation-suite.ts';
import { readEverything } from '../support/books.ts';
import type { BatchWish } from '../support/mixed-batch.ts';
import { stopStoreAt, type StopMode } from '../support/stopping-store.ts';
import { openTestHub, type TestHub } from '../support/test-hub.ts';

export interface StopSweep {
  readonly open: () => Promise<StoreUnderTest>;
  /** Booked before anything is disturbed. Without it the batch also makes the portfolio. */
  readonly before?: readonly BatchWish[];
  readonly batch: readonly BatchWish[];
  readonly mode: StopMode;
  /** Lies between the hub and the store that stops; for planted faults. */
  readonly plant?: (store: Store) => Store;
}

export interface SweepResult {
  readonly points: number;
  /** The places where it stopped, each once, in the order in which they were first met. */
  readonly places: readonly string[];
  /** One line for each point after which something was wrong. */
  readonly damage: readonly string[];
}

/** Far more than any batch here has; a sweep that goes on longer does not end. */
const pointsMax = 2_000;

export async function sweepStops(sweep: StopSweep): Promise<SweepResult> {
  const whole = await runUndisturbed(sweep);
  const places = new Set<string>();
  const damage: string[] = [];
  for (let point = 1; point <= pointsMax; point += 1) {
    const stop = await stopOnce(sweep, point, whole);
    if (stop.place === undefined) return { points: point - 1, places: [...places], damage };
    places.add(stop.place);
    damage.push(...stop.damage.map((problem) => `point ${point}, ${stop.place}: ${problem}`));
  }
  throw new Error(`${pointsMax} stops were not enough to come to the end of the batch`);
}

/** Sends all of a batch at once, so that the hub takes it as one. */
export function sendBatch(hub: TestHub, batch: readonly BatchWish[]): Promise<readonly Outcome[]> {
  return Promise.all(
    batch.map(({ operation, input, key, importId }) =>
      hub.write(operation, input, key, importId === undefined ? {} : { importId }),
    ),
  );
}

interface WholeRun {
  readonly untouched: JsonValue;
  readonly books: JsonValue;
  readonly outcomes: readonly Outcome[];
}

async function runUndisturbed({ open, before = [], batch }: StopSweep): Promise<WholeRun> {
  const under = await open();
  try {
    const hub = openTestHub(under.store);
    await sendBatch(hub, before);
    const untouched = await readEverything(hub);
    const outcomes = await sendBatch(hub, batch);
    return { untouched, books: await readEverything(hub), outcomes };
  } finally {
    await under.dispose();
  }
}

async function stopOnce(
  { open, before = [], batch, mode, plant = (store) => store }: StopSweep,
  point: number,
  whole: WholeRun,
): Promise<{ readonly place: string | undefined; readonly damage: readonly string[] }> {
  const under = await open();
  try {
    await sendBatch(openTestHub(under.store), before);
    const stopping = stopStoreAt(under.store, point, mode);
    const sent = await sendBatch(openTestHub(plant(stopping.store)), batch);
    const place = stopping.stoppedAt();
    if (place === undefined) return { place, damage: [] };
    const left = await readEverything(openTestHub(under.store));
    const restarted = openTestHub(await under.reopen());
    const again = await sendBatch(restarted, batch);
    const ended = await readEverything(restarted);
    const damage = [
      ...findHalf(left, whole, mode),
      ...(isDeepStrictEqual(ended, whole.books)
        ? []
        : [`sent again it ends in other books: ${describeVerify(ended)}`]),
      ...findOtherEntries(again, whole.outcomes),
      ...(mode === 'once' ? findOtherEntries(sent, whole.outcomes) : []),
    ];
    return { place, damage };
  } finally {
    await under.dispose();
  }
}

function findHalf(left: JsonValue, whole: WholeRun, mode: StopMode): readonly string[] {
  if (isDeepStrictEqual(left, whole.books)) return [];
  if (mode === 'for good' && isDeepStrictEqual(left, whole.untouched)) return [];
  return [`it left neither nothing nor all: ${describeVerify(left)}`];
}

function findOtherEntries(answers: readonly Outcome[], expected: readonly Outcome[]): readonly string[] {
  return expected.flatMap((outcome, index) => {
    const answer = answers[index];
    const wanted = entryOf(outcome);
    // A repeat of a stated value or a told fact may be answered "unchanged", which names no entry.
    const same = entryOf(answer) === wanted || answer?.status === 'unchanged';
    const settled = answer?.status !== 'failed' && answer?.status !== 'defect';
    return same && settled ? [] : [`wish ${index + 1} was answered ${JSON.stringify(answer)}`];
  });
}

function entryOf(outcome: Outcome | undefined): string | undefined {
  return outcome !== undefined && 'entry_id' in outcome ? outcome.entry_id : undefined;
}

function describeVerify(books: JsonValue): string {
  return JSON.stringify(books).slice(0, 400);
}
