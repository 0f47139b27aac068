import type { Schedule } from '../../src/surfaces/http/schedule.ts';

export interface ManualSchedule {
  readonly schedule: Schedule;
  /** Lets time pass, and with it what becomes due, in order. */
  readonly pass: (milliseconds: number) => void;
  /** How many callbacks wait. */
  readonly waiting: () => number;
}

/** Time that passes when the test says so. */
export function openManualSchedule(): ManualSchedule {
  const waiting = new Set<{ readonly atMs: number; readonly callback: () => void }>();
  let nowMs = 0;
  return {
    schedule: (callback, milliseconds) => {
      const entry = { atMs: nowMs + milliseconds, callback };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    pass: (milliseconds) => {
      nowMs += milliseconds;
      for (const entry of [...waiting].sort((left, right) => left.atMs - right.atMs)) {
        if (entry.atMs <= nowMs && waiting.delete(entry)) entry.callback();
      }
    },
    waiting: () => waiting.size,
  };
}
