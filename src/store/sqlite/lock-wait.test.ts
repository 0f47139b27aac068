import { describe, expect, it } from 'vitest';
import { LockWait } from './lock-wait.ts';

describe('LockWait', () => {
  it.each([
    ['the whole of it', 1, [1, 2, 4, 8, 16, 25, 25]],
    ['half of it at least', 0, [0.5, 1, 2, 4, 8, 12.5, 12.5]],
  ])('doubles its pauses up to a limit and takes %s', (_, random, pauses) => {
    const wait = new LockWait(1_000, () => random);
    expect(pauses.map(() => wait.nextPauseMs())).toEqual(pauses);
  });

  it('comes to an end, whether it blocks or yields', async () => {
    const blocking = new LockWait(10);
    while (!blocking.isOver) blocking.block();
    const yielding = new LockWait(10);
    while (!yielding.isOver) await yielding.yield();
    expect(new LockWait(0).isOver).toBe(true);
  });
});
