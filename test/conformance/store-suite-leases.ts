/** Leases: one holder at a time, and nothing booked by those before it. */
import { describe, expect, it } from 'vitest';
import { beatLease, type Claim, claimLease, loadLease, releaseLease } from '../../src/engine/change-lease.ts';
import type { Fence, Lease } from '../../src/engine/lease.ts';
import { StaleFence } from '../../src/engine/lease.ts';
import type { PortfolioAppend, Store } from '../../src/engine/store-protocol.ts';
import {
  ask,
  beginPortfolio,
  commit,
  continuePortfolio,
  depositEntry,
  main,
} from '../support/hand-built-appends.ts';
import type { CurrentStore } from './opened-store.ts';

const name = 'scheduler';
const first: Fence = { lease: name, number: 1, holder: 'one' };
const second: Fence = { lease: name, number: 2, holder: 'two' };

export function describeStoreLeases(current: CurrentStore): void {
  describe('leases', () => {
    it('have no row before the first claim, and keep it from then on', async () => {
      const { store, reopen } = current();
      expect(await see(store)).toBeUndefined();
      const lease = { name, fence: 1, beat: 0, holder: 'one' };
      expect(await claim(store, 'one')).toEqual({ kind: 'granted', lease });
      expect(await see(store)).toEqual(lease);
      expect(await store.write(() => beatLease(first))).toBe(true);
      expect(await see(await reopen())).toEqual({ ...lease, beat: 1 });
    });

    it('are given on when they are free, found silent or one’s own, each time with a higher fence', async () => {
      const { store } = current();
      await claim(store, 'one');
      expect(await claim(store, 'two')).toMatchObject({ kind: 'taken', lease: { holder: 'one' } });
      const silent = await see(store);
      await store.write(() => beatLease(first));
      expect(await claim(store, 'two', silent)).toMatchObject({ kind: 'taken', lease: { beat: 1 } });
      expect(await claim(store, 'two', await see(store))).toMatchObject({ lease: { fence: 2 } });
      expect(await store.write(() => beatLease(first))).toBe(false);
      await store.write(() => releaseLease(first));
      expect(await see(store)).toEqual({ name, fence: 2, beat: 0, holder: 'two' });
      await store.write(() => releaseLease(second));
      expect(await see(store)).toEqual({ name, fence: 2, beat: 0, holder: undefined });
      expect(await claim(store, 'three')).toMatchObject({ kind: 'granted', lease: { fence: 3 } });
      expect(await claim(store, 'three')).toMatchObject({ kind: 'granted', lease: { fence: 4 } });
    });

    it.each(['new', 'silent'])('are granted once to twenty who claim a %s one together', async (which) => {
      const { store } = current();
      if (which === 'silent') await claim(store, 'dead');
      const silent = await see(store);
      const holders = Array.from({ length: 20 }, (_, index) => `worker-${index}`);
      const claims = await Promise.all(holders.map((holder) => claim(store, holder, silent)));
      expect(claims.filter(({ kind }) => kind === 'granted')).toHaveLength(1);
      expect((await see(store))?.fence).toBe(which === 'silent' ? 2 : 1);
    });

    it('are left as they were by a script that throws', async () => {
      const { store } = current();
      await claim(store, 'one');
      const failing = store.write(function* () {
        yield* claimLease(name, 'two', yield* loadLease(name));
        yield* claimLease('another', 'two', undefined);
        throw new Error('the script gave up');
      });
      await expect(failing).rejects.toThrow('the script gave up');
      expect(await see(store)).toEqual({ name, fence: 1, beat: 0, holder: 'one' });
      expect(await store.read(() => loadLease('another'))).toBeUndefined();
    });

    it.each<readonly [string, Lease]>([
      ['is not there', { name: 'ghost', fence: 9, beat: 0, holder: 'x' }],
      ['has a higher fence', { name, fence: 1, beat: 0, holder: 'x' }],
    ])('are not saved over one that %s', async (_, lease) => {
      const { store } = current();
      await claim(store, 'one');
      const taken = await claim(store, 'two', await see(store));
      const saving = store.write(function* () {
        yield { kind: 'save_lease', lease, isNew: false };
      });
      await expect(saving).rejects.toThrow();
      expect(await see(store)).toEqual(taken.lease);
    });
  });

  describe('a fence', () => {
    it('lets the newest holder book, and refuses whole what an older one appends', async () => {
      const { store } = current();
      await claim(store, 'one');
      const begun = beginPortfolio(main, { entries: [depositEntry('1', '2026-05-01')] });
      await appendFenced(store, begun, [first]);
      await claim(store, 'two', await see(store));
      const late = continuePortfolio(begun, { entries: [depositEntry('2', '2026-05-02')] });
      const refused = appendFenced(store, late, [second, first]);
      await expect(refused).rejects.toBeInstanceOf(StaleFence);
      await expect(refused).rejects.toMatchObject({ fence: first, newest: 2 });
      expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(1);
      await appendFenced(store, late, [second]);
      expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(2);
      await store.write(() => releaseLease(second));
      await expect(appendFenced(store, late, [second])).rejects.toBeInstanceOf(StaleFence);
    });

    it.each<readonly [string, Fence, number | undefined]>([
      ['of a lease that nobody claimed', { lease: 'nobody', number: 1, holder: 'one' }, undefined],
      ['that was not given out yet', { lease: name, number: 2, holder: 'one' }, 1],
      ['that another was given in a store that was restored since', { ...first, holder: 'before' }, 1],
    ])('%s is refused', async (_, fence, newest) => {
      const { store } = current();
      await claim(store, 'one');
      const refused = appendFenced(store, beginPortfolio(main, {}), [fence]);
      await expect(refused).rejects.toMatchObject({ name: 'StaleFence', newest });
      expect(await ask(store, { kind: 'portfolio' })).toBeUndefined();
      await commit(store, beginPortfolio(main, {}));
    });
  });
}

function claim(store: Store, holder: string, silent?: Lease): Promise<Claim> {
  return store.write(() => claimLease(name, holder, silent));
}

function see(store: Store): Promise<Lease | undefined> {
  return store.read(() => loadLease(name));
}

function appendFenced(store: Store, append: PortfolioAppend, fences: readonly Fence[]): Promise<void> {
  return store.write(function* () {
    yield { kind: 'append', portfolios: [append], fences };
  });
}
