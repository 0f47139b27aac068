import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/engine/operation.ts';
import { operations } from '../../src/operations/registry.ts';
import { acceptedExample, type StoreUnderTest } from '../conformance/operation-suite.ts';
import { readBooks } from '../support/books.ts';
import { type BatchWish, mixedBatch, mixedBooks, mixedCounts } from '../support/mixed-batch.ts';
import { openSplitCommitStore } from '../support/split-commit-store.ts';
import { openTestHub } from '../support/test-hub.ts';
import { sendBatch, sweepStops } from './stop-sweep.ts';

/** What is booked of a batch that is stopped before and after each request to the store, on any store. */
export function describeInterruptedBatch(open: () => Promise<StoreUnderTest>): void {
  describe('a batch that is interrupted', () => {
    it('answers each wish of the mixed batch as written down, with the books worked out by hand', async () => {
      const under = await open();
      try {
        const hub = openTestHub(under.store);
        const outcomes = await sendBatch(hub, mixedBatch);
        const answers = outcomes.map((outcome) =>
          outcome.status === 'refused' ? outcome.code : outcome.status,
        );
        expect(answers).toEqual(mixedBatch.map(({ answer }) => answer));
        expect(await readBooks(hub)).toEqual(mixedBooks);
        expect(await hub.ask('verify')).toMatchObject({ ok: true, ...mixedCounts });
      } finally {
        await under.dispose();
      }
    });

    it('is booked once, however far the mixed batch had come when it was stopped for good', async () => {
      const { points, places, damage } = await sweepStops({ open, batch: mixedBatch, mode: 'for good' });
      expect(damage).toEqual([]);
      expect(places).toEqual(everyPlace);
      expect(points).toBeGreaterThanOrEqual(mixedPointsMin);
    });

    it('is booked once when the rest of it stood in the books before', async () => {
      const before = mixedBatch.slice(0, mixedBooked);
      const batch = mixedBatch.slice(mixedBooked);
      const { points, places, damage } = await sweepStops({ open, before, batch, mode: 'for good' });
      expect(damage).toEqual([]);
      expect(places).toEqual(everyPlace);
      expect(points).toBeGreaterThanOrEqual(mixedPointsMin);
    });

    it('is booked once when the trouble passes and the hub goes on by itself', async () => {
      const { points, damage } = await sweepStops({ open, batch: mixedBatch, mode: 'once' });
      expect(damage).toEqual([]);
      expect(points).toBeGreaterThanOrEqual(mixedPointsMin);
    });

    it.each(operations.map((operation) => [operation.name, operation] as const))(
      'is booked once for the example of %s',
      async (_name, operation) => {
        const { points, damage } = await sweepStops({
          open,
          batch: exampleBatch(operation),
          mode: 'for good',
        });
        expect(damage).toEqual([]);
        expect(points).toBeGreaterThanOrEqual(examplePointsMin);
      },
    );

    it.each(operationsWithGiven)(
      'is booked once for the example of %s when what it needs stood in the books before',
      async (_name, operation) => {
        const wishes = exampleBatch(operation);
        const before = wishes.slice(0, -2);
        const sweep = await sweepStops({ open, before, batch: wishes.slice(-2), mode: 'for good' });
        expect(sweep.damage).toEqual([]);
        expect(sweep.points).toBeGreaterThanOrEqual(examplePointsMin);
      },
    );

    it('would be found damaged if receipts were committed after their entries', async () => {
      const { damage } = await sweepStops({
        open,
        batch: mixedBatch,
        mode: 'for good',
        plant: openSplitCommitStore,
      });
      expect(damage.join('\n')).toContain('which has no receipt');
      expect(damage.join('\n')).toContain('sent again it ends in other books');
    });
  });
}

const operationsWithGiven = operations
  .filter((operation) => (acceptedExample(operation).given ?? []).length > 0)
  .map((operation) => [operation.name, operation] as const);

/** So many wishes of the mixed batch are in the books already; the rest refers to them. */
const mixedBooked = 8;

/** Where a batch can stop: keys are looked up, then facts, then everything is appended and committed. */
const everyPlace = [
  'before load_receipts',
  'after load_receipts',
  'before load_facts',
  'after load_facts',
  'before append',
  'after append',
  'before the commit',
  'after the commit',
];

/** The keys, two rounds of facts and one append, before and after each, and before and after the commit. */
const mixedPointsMin = 10;
/** The keys, one round of facts and one append, before and after each, and before and after the commit. */
const examplePointsMin = 8;

/** What the example needs, the example, and the example again, all in one batch. */
function exampleBatch(operation: Operation): readonly BatchWish[] {
  const example = acceptedExample(operation);
  const given = (example.given ?? []).map(({ operation: name, input, import: importId }, index) => ({
    operation: name,
    input,
    key: `given-${index}`,
    answer: 'accepted',
    ...(importId === undefined ? {} : { importId }),
  }));
  const wish = { operation: operation.name, input: example.input, key: 'example', answer: example.outcome };
  return [...given, wish, { ...wish, answer: 'duplicate' }];
}
