/**
 * What one reader of live events is sent, at the reader's pace: a portion is fetched when the one before has been taken.
 *
 * Invariants: (1) entries are sent in journal order without a gap, or the stream fails; (2) at most one portion is held
 * for a reader; (3) a reader that leaves a portion untaken for too long is cut off; (4) `onEnd` is called once, however
 * the stream ends.
 */
import type { TailItem } from './journal-tail.ts';
import type { Schedule } from './schedule.ts';

export interface EventStreamOptions {
  /** Sent first. */
  readonly opening: string;
  readonly afterSeq: number;
  /** What is kept of the journal's end; undefined when it does not reach back so far. */
  readonly recent: (afterSeq: number) => readonly TailItem[] | undefined;
  readonly read: (afterSeq: number) => Promise<readonly TailItem[]>;
  readonly onGrowth: (listener: () => void) => () => void;
  readonly schedule: Schedule;
  /** Milliseconds without an entry after which a comment is sent, so that both sides know that the other is there. */
  readonly heartbeatMs: number;
  /** Milliseconds for which a reader may take nothing although something waits for it. */
  readonly stalledMs: number;
  readonly onEnd: (end: StreamEnd) => void;
}

/** `left` by its reader, `ended` by the hub, cut off as `stalled`, or `failed` with the store. */
export type StreamEnd =
  | { readonly kind: 'left' | 'ended' | 'stalled' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A comment: readers ignore it. */
const heartbeat = ':\n\n';

export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: EventStreamOptions;
  readonly #encoder = new TextEncoder();
  #seq: number;
  #isOpened = false;
  #isEnding = false;
  #isOver = false;
  #interrupt: () => void = doNothing;
  #cancelStall: () => void = doNothing;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#seq = options.afterSeq;
    const source = {
      pull: (controller: ReadableStreamDefaultController<Uint8Array>) => this.#pull(controller),
      cancel: () => this.#finish({ kind: 'left' }),
    };
    this.body = new ReadableStream(source, { highWaterMark: 0 });
  }

  /** Ends the stream after what the reader is being sent. */
  end(): void {
    this.#isEnding = true;
    this.#interrupt();
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#cancelStall();
    try {
      const text = await this.#nextText();
      if (this.#isOver) return; // the reader left in the meantime
      if (text === undefined) {
        this.#finish({ kind: 'ended' });
        controller.close();
        return;
      }
      controller.enqueue(this.#encoder.encode(text));
      this.#cancelStall = this.#options.schedule(() => this.#stall(controller), this.#options.stalledMs);
    } catch (error) {
      this.#finish({ kind: 'failed', error });
      throw error;
    }
  }

  async #nextText(): Promise<string | undefined> {
    if (!this.#isOpened) {
      this.#isOpened = true;
      return this.#options.opening;
    }
    while (!this.#isEnding && !this.#isOver) {
      const items = this.#options.recent(this.#seq) ?? (await this.#options.read(this.#seq));
      if (items.length > 0) return this.#toText(items);
      // Nothing is awaited between the look and the listening, so no growth is missed.
      if (await this.#isQuiet()) return heartbeat;
    }
    return undefined;
  }

  #toText(items: readonly TailItem[]): string {
    for (const { seq } of items) {
      if (seq !== this.#seq + 1) throw new Error(`Entry ${seq} would be sent after ${this.#seq}`);
      this.#seq = seq;
    }
    return items.map(({ text }) => text).join('');
  }

  /** True when it is time for a heartbeat; false when there may be something to send. */
  #isQuiet(): Promise<boolean> {
    const { onGrowth, schedule, heartbeatMs } = this.#options;
    return new Promise((resolve) => {
      const settle = (isQuiet: boolean): void => {
        stopListening();
        cancelHeartbeat();
        this.#interrupt = doNothing;
        resolve(isQuiet);
      };
      const stopListening = onGrowth(() => settle(false));
      const cancelHeartbeat = schedule(() => settle(true), heartbeatMs);
      this.#interrupt = () => settle(false);
    });
  }

  #stall(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#finish({ kind: 'stalled' });
    controller.error(new Error('The reader takes nothing'));
  }

  #finish(end: StreamEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelStall();
    this.#interrupt();
    this.#options.onEnd(end);
  }
}

function doNothing(): void {
  // Nothing waits.
}
