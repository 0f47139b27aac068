import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../test/support/memory-store.ts';
import { Fault } from './outcome.ts';
import { LeaseHolder } from './lease-holder.ts';
import type { Store } from './store-protocol.ts';

const termMs = 100;

function openTeam(store: Pick<Store, 'read' | 'write'> = openMemoryStore()) {
  const clock = { ms: 1_000 };
  const hire = (holder: string) =>
    new LeaseHolder(store, { name: 'stream', holder, termMs, monotonic: () => clock.ms });
  return { clock, hire };
}

const fenceOf = (holder: string, number: number) => ({ lease: 'stream', number, holder });

describe('a holder of a lease', () => {
  it('takes a free lease at once, and shows no fence before', async () => {
    const { hire } = openTeam();
    const one = hire('one');
    expect(one.fence).toBeUndefined();
    await one.tick();
    expect(one.fence).toEqual(fenceOf('one', 1));
  });

  it('takes over after a whole term without a beat, and not a millisecond earlier (1)', async () => {
    const { clock, hire } = openTeam();
    const [one, two] = [hire('one'), hire('two')];
    await one.tick();
    await two.tick();
    clock.ms += 99;
    await two.tick();
    expect(two.fence).toBeUndefined();
    clock.ms += 1;
    await two.tick();
    expect(two.fence).toEqual(fenceOf('two', 2));
  });

  it('waits a whole term again after every beat that it sees (1)', async () => {
    const { clock, hire } = openTeam();
    const [one, two] = [hire('one'), hire('two')];
    await one.tick();
    for (let beats = 0; beats < 5; beats += 1) {
      clock.ms += 99;
      await one.tick();
      await two.tick();
      expect(one.fence).toEqual(fenceOf('one', 1));
      expect(two.fence).toBeUndefined();
    }
  });

  it('counts silence from the end of one look to the start of another (1)', async () => {
    const inner = openMemoryStore();
    const clock = { ms: 0 };
    const slow = {
      write: inner.write,
      read: async <Result>(script: Parameters<typeof inner.read<Result>>[0]) => {
        const seen = await inner.read(script);
        clock.ms += 60; // the answer is on its way
        return seen;
      },
    };
    const options = { name: 'stream', termMs, monotonic: () => clock.ms };
    const one = new LeaseHolder(inner, { ...options, holder: 'one' });
    const two = new LeaseHolder(slow, { ...options, holder: 'two' });
    await one.tick();
    await two.tick(); // seen at 60
    await two.tick(); // looked at from 60 on
    await two.tick(); // from 120 on: 60 of silence
    expect(two.fence).toBeUndefined();
    await two.tick(); // from 180 on: 120 of silence
    expect(two.fence).toEqual(fenceOf('two', 2));
  });

  it('shows no fence once it was silent for a term, and the same again if nobody took over (2)', async () => {
    const { clock, hire } = openTeam();
    const one = hire('one');
    await one.tick();
    clock.ms += 99;
    expect(one.fence).toEqual(fenceOf('one', 1));
    clock.ms += 1;
    expect(one.fence).toBeUndefined();
    await one.tick();
    expect(one.fence).toEqual(fenceOf('one', 1));
  });

  it('learns from its next beat that another took over, and then watches that one', async () => {
    const { clock, hire } = openTeam();
    const [one, two] = [hire('one'), hire('two')];
    await one.tick();
    await two.tick();
    clock.ms += 100;
    await two.tick();
    await one.tick();
    expect(one.fence).toBeUndefined();
    await one.tick();
    clock.ms += 100;
    await one.tick();
    expect(one.fence).toEqual(fenceOf('one', 3));
  });

  it('gives the lease back for the next to take at once, and does nothing more', async () => {
    const { hire } = openTeam();
    const [one, two] = [hire('one'), hire('two')];
    await one.tick();
    await two.tick();
    await one.release();
    await one.tick();
    expect(one.fence).toBeUndefined();
    await two.tick();
    expect(two.fence).toEqual(fenceOf('two', 2));
    await one.release();
    expect(two.fence).toEqual(fenceOf('two', 2));
  });

  it('goes on after a store that did not answer', async () => {
    const inner = openMemoryStore();
    let down = false;
    const store: Pick<Store, 'read' | 'write'> = {
      read: inner.read,
      write: (script) => (down ? Promise.reject(new Fault('unavailable', 'gone')) : inner.write(script)),
    };
    const { clock, hire } = openTeam(store);
    const one = hire('one');
    await one.tick();
    down = true;
    clock.ms += 60;
    await expect(one.tick()).rejects.toThrow('gone');
    expect(one.fence).toEqual(fenceOf('one', 1));
    clock.ms += 40;
    expect(one.fence).toBeUndefined();
    down = false;
    await one.tick();
    expect(one.fence).toEqual(fenceOf('one', 1));
  });

  it('takes its turns one after the other', async () => {
    const { hire } = openTeam();
    const one = hire('one');
    await Promise.all([one.tick(), one.tick(), one.release()]);
    expect(one.fence).toBeUndefined();
    const two = hire('two');
    await two.tick();
    expect(two.fence).toEqual(fenceOf('two', 2));
  });
});
