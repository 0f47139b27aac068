import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../test/support/memory-store.ts';
import { openTestHub } from '../../test/support/test-hub.ts';
import type { Fence } from './lease.ts';
import type { Outcome } from './outcome.ts';

const first: Fence = { lease: 'stream', number: 1, holder: 'one' };
const second: Fence = { lease: 'stream', number: 2, holder: 'two' };

describe('a write with a fence', () => {
  it('is refused alone when the lease was given on, and its key stays free', async () => {
    const { book, ask } = await openBooks();
    const [plain, stale, newest] = await Promise.all([
      book('plain', undefined),
      book('late', first),
      book('timely', second),
    ]);
    expect([plain.status, newest.status]).toEqual(['accepted', 'accepted']);
    expect(stale).toMatchObject({
      status: 'refused',
      code: 'lease_lost',
      message:
        'The lease stream was given on: this holder has number 1, the newest is 2. Nothing was booked. ' +
        'Leave the work to the holder.',
      detail: { lease: 'stream', fence: 1, newest: 2 },
    });
    expect(await ask('cash')).toMatchObject([{ amount: '2' }]);
    expect((await book('late', second)).status).toBe('accepted');
  });

  it('answers a known key as ever, for that books nothing', async () => {
    const { book } = await openBooks();
    await book('key', second);
    expect((await book('key', first)).status).toBe('duplicate');
  });

  it('shows what it would book, for that books nothing either', async () => {
    const { book } = await openBooks();
    const [shown, booked] = await Promise.all([book('shown', first, true), book('booked', undefined)]);
    expect([shown.status, booked.status]).toEqual(['accepted', 'accepted']);
  });
});

/** Books whose lease `stream` has gone from a first holder to a second. */
async function openBooks() {
  const { hub, ask, write } = openTestHub(openMemoryStore());
  for (const holder of ['one', 'two']) {
    const lease = hub.competeForLease({ name: 'stream', holder, termMs: 1_000 });
    await lease.tick();
    if (holder === 'one') await lease.release();
  }
  const book = (key: string, fence: Fence | undefined, dryRun = false): Promise<Outcome> =>
    write('deposit', { amount: '1', currency: 'USD' }, key, {
      dryRun,
      ...(fence === undefined ? {} : { fence }),
    });
  return { book, ask };
}
