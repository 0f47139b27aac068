import { setTimeout as sleep } from 'node:timers/promises';

/** The first pause after a busy lock. Shorter ones only burn time: a commit of another process takes about as long. */
const firstPauseMs = 1;
/** Pauses double up to this. Longer ones would let a lock stand free while everybody sleeps. */
const pauseMsMax = 25;

/**
 * How long and in which way to wait for another process's lock. Pauses carry jitter, so that processes which met once
 * do not meet again and again.
 */
export class LockWait {
  readonly #endsAt: number;
  readonly #random: () => number;
  #pauseMs = firstPauseMs;

  /** `random` gives numbers from 0 up to 1. */
  constructor(limitMs: number, random: () => number = Math.random) {
    this.#endsAt = performance.now() + limitMs;
    this.#random = random;
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Lets everything else in the process go on meanwhile. */
  async yield(): Promise<void> {
    await sleep(this.nextPauseMs());
  }

  /** Stops the thread: for a single command, which has nothing else to do. */
  block(): void {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, this.nextPauseMs());
  }

  /** Each call gives the next pause. */
  nextPauseMs(): number {
    const pauseMs = this.#pauseMs * (0.5 + this.#random() / 2);
    this.#pauseMs = Math.min(this.#pauseMs * 2, pauseMsMax);
    return pauseMs;
  }
}
