/**
 * The end of one portfolio's journal, followed for all its readers in this hub together. The store is asked what came
 * after the newest entry that is known, so what other hubs and command lines book is seen too; a write of this hub
 * only makes it ask at once.
 *
 * Invariants: (1) at most one question to the store at a time, and none after `stop`; (2) what is kept has no gap and
 * no more than so many bytes and entries, whatever the readers do; (3) a listener is called after every growth.
 */
import type { Schedule } from './schedule.ts';

/** One entry as it is sent. */
export interface TailItem {
  readonly seq: number;
  readonly text: string;
}

export interface JournalTailOptions {
  /** The newest entry at the start. */
  readonly afterSeq: number;
  /** The entries after this one in journal order, one page of them; empty when there are none. */
  readonly read: (afterSeq: number) => Promise<readonly TailItem[]>;
  readonly schedule: Schedule;
  /** Milliseconds between questions when nothing was booked here: how late the entries of another process may come. */
  readonly pollMs: number;
  /** Told that the store did not answer; it is asked again. */
  readonly reportFailure: (error: unknown) => void;
}

/** Readers that are further behind read from the store by themselves. */
const itemsMax = 1_000;
const lengthMax = 1_048_576;
/** Of one portion, so that a reader's buffer is bounded too. */
export const portionLengthMax = 65_536;

export class JournalTail {
  readonly #options: JournalTailOptions;
  readonly #listeners = new Set<() => void>();
  #items: TailItem[] = [];
  #length = 0;
  #headSeq: number;
  #isAsking = false;
  #asksAgain = false;
  #isStopped = false;
  #cancelPoll: () => void;

  constructor(options: JournalTailOptions) {
    this.#options = options;
    this.#headSeq = options.afterSeq;
    this.#cancelPoll = options.schedule(() => this.wake(), options.pollMs);
  }

  /** A portion of what came after; empty when nothing did, undefined when the store has to be asked. */
  recent(afterSeq: number): readonly TailItem[] | undefined {
    const baseSeq = this.#headSeq - this.#items.length;
    if (afterSeq < baseSeq) return undefined;
    return takePortion(this.#items, afterSeq - baseSeq);
  }

  /** Asks the store now. */
  wake(): void {
    this.#asksAgain = true;
    if (!this.#isAsking) void this.#ask();
  }

  /** Calls back after every growth, until the returned function is called. */
  onGrowth(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelPoll();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    this.#cancelPoll();
    while (this.#asksAgain && !this.#isStopped) {
      this.#asksAgain = false;
      try {
        const items = await this.#options.read(this.#headSeq);
        if (items.length === 0) continue;
        this.#grow(items);
        this.#asksAgain = true; // there may be another page
      } catch (error) {
        this.#asksAgain = false;
        this.#options.reportFailure(error);
      }
    }
    this.#isAsking = false;
    if (!this.#isStopped) this.#cancelPoll = this.#options.schedule(() => this.wake(), this.#options.pollMs);
  }

  #grow(items: readonly TailItem[]): void {
    for (const item of items) {
      if (item.seq !== this.#headSeq + 1) throw new Error(`Entry ${item.seq} came after ${this.#headSeq}`);
      this.#items.push(item);
      this.#headSeq = item.seq;
      this.#length += item.text.length;
    }
    let dropped = 0;
    for (const { text } of this.#items) {
      if (this.#items.length - dropped <= itemsMax && this.#length <= lengthMax) break;
      this.#length -= text.length;
      dropped += 1;
    }
    this.#items.splice(0, dropped);
    for (const listener of this.#listeners) listener();
  }
}

/** As many as fit into a portion, and at least one if there is one. */
function takePortion(items: readonly TailItem[], start: number): readonly TailItem[] {
  let end = start;
  for (let length = 0; end < items.length && length < portionLengthMax; end += 1)
    length += items[end]?.text.length ?? 0;
  return items.slice(start, end);
}
