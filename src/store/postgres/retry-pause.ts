import { setTimeout as sleep } from 'node:timers/promises';

/** A conflict ends when the other transaction does, which takes about a commit. */
const firstPauseMs = 2;
/** A server that is being replaced is asked a few times a second. */
const pauseMsMax = 250;

/** Pauses that double, with jitter, so that those who met once do not meet again and again. */
export class RetryPause {
  readonly #endsAt: number;
  #pauseMs = firstPauseMs;

  constructor(limitMs: number) {
    this.#endsAt = performance.now() + limitMs;
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  async wait(): Promise<void> {
    const pauseMs = this.#pauseMs * (0.5 + Math.random() / 2);
    this.#pauseMs = Math.min(this.#pauseMs * 2, pauseMsMax);
    await sleep(pauseMs);
  }
}
