import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openManualSchedule } from '../../../test/support/manual-schedule.ts';
import { EventStream, type StreamEnd } from './event-stream.ts';
import type { TailItem } from './journal-tail.ts';

const items = (first: number, last: number): readonly TailItem[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    seq: first + index,
    text: `<${first + index}>`,
  }));

/** A reader of a journal whose store has the entries up to 4, and whose tail remembers those from 5 on, two at a time. */
function openReader(afterSeq: number) {
  const time = openManualSchedule();
  const ends: StreamEnd[] = [];
  const tail: TailItem[] = [];
  const reads: number[] = [];
  const listeners = new Set<() => void>();
  const stream = new EventStream({
    opening: 'opening',
    afterSeq,
    recent: (seq) =>
      seq < 4 ? undefined : tail.filter((found) => found.seq > seq || found.seq < 5).slice(0, 2),
    read: (seq) => {
      reads.push(seq);
      return Promise.resolve(items(seq + 1, Math.min(seq + 2, 4)));
    },
    onGrowth: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    schedule: time.schedule,
    heartbeatMs: 15_000,
    stalledMs: 30_000,
    onEnd: (end) => void ends.push(end),
  });
  const reader = stream.body.getReader();
  const take = async (): Promise<string | undefined> => {
    const { value } = await reader.read();
    return value === undefined ? undefined : new TextDecoder().decode(value);
  };
  const grow = (...added: readonly TailItem[]) => {
    tail.push(...added);
    for (const listener of listeners) listener();
  };
  return { time, ends, reads, listeners, stream, reader, take, grow };
}

describe('a stream of events', () => {
  it('sends the opening, then what the store has, then what comes (1)', async () => {
    const { take, grow, reads } = openReader(1);
    expect(await take()).toBe('opening');
    expect(await take()).toBe('<2><3>');
    expect(await take()).toBe('<4>');
    const next = take();
    await nextTurn();
    grow(...items(5, 7));
    expect(await next).toBe('<5><6>');
    expect(await take()).toBe('<7>');
    expect(reads).toEqual([1, 3]);
  });

  it('fetches a portion only when the one before has been taken (2)', async () => {
    const { take, reads } = openReader(0);
    await nextTurn();
    expect(reads).toEqual([]);
    await take();
    await nextTurn();
    expect(reads).toEqual([]);
    await take();
    await nextTurn();
    expect(reads).toEqual([0]);
  });

  it('sends a comment when nothing came for a while', async () => {
    const { take, time, grow } = openReader(4);
    await take();
    const quiet = take();
    await nextTurn();
    time.pass(15_000);
    expect(await quiet).toBe(':\n\n');
    const next = take();
    grow(...items(5, 5));
    expect(await next).toBe('<5>');
  });

  it('cuts a reader off that leaves something untaken for too long (3)', async () => {
    const { take, time, ends, reader, listeners } = openReader(0);
    await take();
    await take();
    time.pass(29_999);
    expect(ends).toEqual([]);
    time.pass(1);
    expect(ends).toEqual([{ kind: 'stalled' }]);
    await expect(reader.closed).rejects.toThrow('takes nothing');
    expect([time.waiting(), listeners.size]).toEqual([0, 0]);
  });

  it('does not cut a reader off for which there is nothing', async () => {
    const { take, time, ends } = openReader(4);
    await take();
    for (let quiet = 0; quiet < 10; quiet += 1) {
      const comment = take();
      await nextTurn();
      time.pass(15_000);
      expect(await comment).toBe(':\n\n');
    }
    expect(ends).toEqual([]);
  });

  it('fails rather than leave an entry out or go back (1)', async () => {
    const { take, grow, ends } = openReader(4);
    await take();
    grow(...items(6, 6));
    await expect(take()).rejects.toThrow('Entry 6 would be sent after 4');
    expect(ends).toEqual([{ kind: 'failed', error: new Error('Entry 6 would be sent after 4') }]);
  });

  it('ends when the hub stops, whether or not somebody waits, and once (4)', async () => {
    const waiting = openReader(4);
    await waiting.take();
    const last = waiting.take();
    await nextTurn();
    waiting.stream.end();
    expect(await last).toBeUndefined();
    const busy = openReader(4);
    await busy.take();
    busy.stream.end();
    expect(await busy.take()).toBeUndefined();
    for (const { ends, time, listeners, stream } of [waiting, busy]) {
      stream.end();
      expect(ends).toEqual([{ kind: 'ended' }]);
      expect([time.waiting(), listeners.size]).toEqual([0, 0]);
    }
  });

  it('leaves nothing behind for a reader that left while it waited (4)', async () => {
    const { take, reader, ends, time, listeners } = openReader(4);
    await take();
    const waiting = take();
    await nextTurn();
    await reader.cancel();
    expect(await waiting).toBeUndefined();
    expect(ends).toEqual([{ kind: 'left' }]);
    expect([time.waiting(), listeners.size]).toEqual([0, 0]);
  });
});
