import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openManualSchedule } from '../../../test/support/manual-schedule.ts';
import { JournalTail, type TailItem } from './journal-tail.ts';

/** A journal that begins with so many entries, of which a page has two, and a tail at its end. */
function openTail(begun = 3, textOf = (seq: number) => `<${seq}>`) {
  const time = openManualSchedule();
  const journal = Array.from({ length: begun }, (_, index) => item(index + 1));
  const asked: number[] = [];
  const failures: unknown[] = [];
  const faults: Error[] = [];
  let running = 0;
  function item(seq: number): TailItem {
    return { seq, text: textOf(seq) };
  }
  const tail = new JournalTail({
    afterSeq: begun,
    read: async (afterSeq) => {
      asked.push(afterSeq);
      running += 1;
      expect(running).toBe(1);
      await nextTurn();
      running -= 1;
      const fault = faults.pop();
      if (fault !== undefined) throw fault;
      return journal.filter(({ seq }) => seq > afterSeq).slice(0, 2);
    },
    schedule: time.schedule,
    pollMs: 500,
    reportFailure: (error) => void failures.push(error),
  });
  const add = (count: number) => {
    for (let left = count; left > 0; left -= 1) journal.push(item(journal.length + 1));
  };
  const settle = async () => {
    for (let turns = 0; turns < 30; turns += 1) await nextTurn();
  };
  const seqsAfter = (seq: number) => tail.recent(seq)?.map((found) => found.seq);
  return { time, tail, journal, add, asked, failures, faults, settle, seqsAfter };
}

describe('the tail of a journal', () => {
  it('asks after every pause for what came after its newest entry, page by page', async () => {
    const { time, add, asked, settle, seqsAfter } = openTail();
    add(5);
    time.pass(499);
    await settle();
    expect(asked).toEqual([]);
    time.pass(1);
    await settle();
    expect(asked).toEqual([3, 5, 7, 8]);
    expect(seqsAfter(3)).toEqual([4, 5, 6, 7, 8]);
    expect(seqsAfter(6)).toEqual([7, 8]);
    expect(seqsAfter(8)).toEqual([]);
    time.pass(500);
    await settle();
    expect(asked).toEqual([3, 5, 7, 8, 8]);
  });

  it('asks at once when it is woken, and never twice at a time (1)', async () => {
    const { tail, add, asked, settle, time } = openTail();
    add(1);
    for (let wakes = 0; wakes < 10; wakes += 1) tail.wake();
    await settle();
    expect(asked).toEqual([3, 4]);
    expect(time.waiting()).toBe(1);
  });

  it('asks nothing more after it was stopped (1)', async () => {
    const { tail, asked, settle, time } = openTail();
    tail.wake();
    tail.stop();
    await settle();
    tail.wake();
    await settle();
    expect(time.waiting()).toBe(0);
    expect(asked).toEqual([3]);
  });

  it('does not know what came before it was begun', () => {
    const { seqsAfter } = openTail();
    expect(seqsAfter(2)).toBeUndefined();
    expect(seqsAfter(3)).toEqual([]);
    // Another hub's entry was heard of before this one has asked.
    expect(seqsAfter(9)).toEqual([]);
  });

  it('keeps a thousand entries and a million characters at most (2)', async () => {
    const many = openTail(0);
    many.add(1_003);
    many.tail.wake();
    for (let rounds = 0; rounds < 40; rounds += 1) await many.settle();
    expect(many.seqsAfter(2)).toBeUndefined();
    expect(many.seqsAfter(3)?.at(0)).toBe(4);
    const long = openTail(0, () => 'x'.repeat(300_000));
    long.add(10);
    long.tail.wake();
    await long.settle();
    expect(long.seqsAfter(6)).toBeUndefined();
    expect(long.seqsAfter(7)).toEqual([8]);
  });

  it('keeps nothing of a page with a gap, says so, and asks again later (2)', async () => {
    const { time, tail, journal, failures, settle, seqsAfter } = openTail();
    journal.push({ seq: 5, text: '' });
    tail.wake();
    await settle();
    expect(failures).toEqual([new Error('Entry 5 came after 3')]);
    expect(seqsAfter(3)).toEqual([]);
    journal.splice(3, 0, { seq: 4, text: '' });
    time.pass(500);
    await settle();
    expect(seqsAfter(3)).toEqual([4, 5]);
  });

  it('asks again after a store that did not answer', async () => {
    const { time, add, failures, faults, settle, seqsAfter } = openTail();
    add(1);
    faults.push(new Error('gone'));
    time.pass(500);
    await settle();
    expect(failures).toEqual([new Error('gone')]);
    expect(seqsAfter(3)).toEqual([]);
    time.pass(500);
    await settle();
    expect(seqsAfter(3)).toEqual([4]);
  });

  it('tells its listeners of every growth, until they leave (3)', async () => {
    const { tail, add, settle } = openTail();
    let growths = 0;
    const leave = tail.onGrowth(() => {
      growths += 1;
    });
    add(3);
    tail.wake();
    await settle();
    expect(growths).toBe(2);
    leave();
    add(1);
    tail.wake();
    await settle();
    expect(growths).toBe(2);
  });
});
