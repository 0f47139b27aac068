/** What a lease is for: work that must be done once is done once, whoever is paused, dies or is told another time. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/engine/store-protocol.ts';
import { compete, type Competition } from '../support/competing-workers.ts';

/** Data that several stores are opened on, as by several processes. */
export interface SharedData {
  readonly open: () => Promise<Store>;
  readonly dispose: () => Promise<void>;
}

const slots = 200;
/** A double shows long before the end. */
const plantedSlots = 80;
/** Milliseconds. Every beat is a commit, and the machine may be shared with many others. */
const timeout = 180_000;
const everySlotOnce = Array.from({ length: slots }, (_, index) => index + 1);

export function describeLeases(
  name: string,
  seeds: readonly number[],
  make: () => Promise<SharedData>,
): void {
  describe(`workers that compete for a lease on ${name}`, () => {
    let data: SharedData | undefined;
    const run = (seed: number, fenced: boolean): Promise<Competition> => {
      if (data === undefined) throw new Error('there is no data');
      return compete({ seed, slots: fenced ? slots : plantedSlots, open: data.open, fenced });
    };
    beforeEach(async () => {
      data = await make();
    });
    afterEach(() => data?.dispose());

    it.each(seeds)('do 200 slots with 200 effects, in order (seed %i)', { timeout }, async (seed) => {
      const { booked, met } = await run(seed, true);
      expect(booked).toEqual(everySlotOnce);
      // The run proves something only if all of this really happened.
      expect(met.lateWrites).toBeGreaterThanOrEqual(5);
      expect(met.refused).toBe(met.lateWrites);
      expect(met.takeovers).toBeGreaterThanOrEqual(15);
      expect(met.crashes).toBeGreaterThanOrEqual(3);
      expect(met.clockJumps).toBeGreaterThanOrEqual(50);
    });

    it.each(seeds)('do slots twice when their writes carry no fence (seed %i)', { timeout }, async (seed) => {
      const { booked, met } = await run(seed, false);
      expect(met.lateWrites).toBeGreaterThanOrEqual(2);
      expect(booked.length - new Set(booked).size).toBeGreaterThanOrEqual(2);
    });
  });
}
