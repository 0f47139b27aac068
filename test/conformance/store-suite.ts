/**
 * What every store must do, however it keeps its data. Appends are written by hand and answers are compared with
 * literals, so that a store is not compared with the engine that it serves; at the end random scripts are compared
 * with the memory store, which is the model.
 */
import { afterEach, beforeEach, describe } from 'vitest';
import type { OpenedStore, OpenStore } from './opened-store.ts';
import { describeStoreLeases } from './store-suite-leases.ts';
import { describeStoreReads } from './store-suite-reads.ts';
import { describeStoreQueries } from './store-suite-queries.ts';
import { describeStoreWrites } from './store-suite-writes.ts';
import { describeStoreModel } from './store-suite-model.ts';

export function describeStore(name: string, open: OpenStore): void {
  describe(`the ${name} store`, () => {
    let opened: OpenedStore | undefined;
    const current = (): OpenedStore => {
      if (opened === undefined) throw new Error('no store is open');
      return opened;
    };
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened?.dispose());

    describeStoreReads(current);
    describeStoreQueries(current);
    describeStoreWrites(current);
    describeStoreLeases(current);
    describeStoreModel(open);
  });
}
