/**
 * Promise P3 on PostgreSQL: the property of `any-order.test.ts` with fewer sets, because each order takes a database.
 * `FIXPOINT_SETS=1000 npx vitest run test/property/any-order-postgres.test.ts` takes as many as memory does, which is
 * some minutes; with `FIXPOINT_SEED=…` the same sets are made again.
 */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyTally, findDifference } from '../support/compare-orders.ts';
import { factSets } from '../support/random-fact-sets.ts';
import { randomOrders } from '../support/row-orders.ts';
import { openRandom } from '../support/seeded-random.ts';
import { openTemporaryPostgres } from '../support/temporary-postgres.ts';

const wanted = process.env['FIXPOINT_SEED'];
const seeded = wanted === undefined ? {} : { seed: Number(wanted) };
const size = { tellings: { min: 4, max: 8 }, rowsMax: 12, events: { min: 2, max: 4 } };
const sets = Number(process.env['FIXPOINT_SETS'] ?? 40);
const orders = 3;
/** Times allow for a machine that does other things beside. */
const timeout = 60_000 + sets * 5_000;

it(
  'facts give the same books on PostgreSQL whatever order they arrive in',
  async () => {
    const tally = emptyTally();
    const property = fc.asyncProperty(factSets(size), async (set) => {
      const random = openRandom(set.orderSeed);
      const arrivals = randomOrders(set.rows, orders, random);
      const how = { random, open: openTemporaryPostgres };
      expect(await findDifference(set, arrivals, tally, how)).toBeUndefined();
    });
    await fc.assert(property, { ...seeded, numRuns: sets });
    expect(tally.orders).toBeGreaterThanOrEqual(sets * orders);
    expect(tally.held).toBeLessThan(tally.orders / 2);
    expect(tally.matched).toBeGreaterThan(0);
    expect(tally.repeated).toBeGreaterThan(0);
    expect(tally.restated).toBeGreaterThan(0);
    expect(tally.withdrawnAfter).toBeGreaterThan(0);
  },
  timeout,
);
