/**
 * Live events of a hub: one tail for each portfolio that has readers, none for the others, and the readers' streams.
 */
import type { Hub } from '../../engine/hub.ts';
import type { JournalEntry } from '../../engine/store-protocol.ts';
import { Fault } from '../../engine/outcome.ts';
import { toEntryId } from '../../ledger/entry.ts';
import { describeJournalEntry } from '../../queries/entries.ts';
import { EventStream, type StreamEnd } from './event-stream.ts';
import type { HttpLogger } from './http-logger.ts';
import { JournalTail, portionLengthMax, type TailItem } from './journal-tail.ts';
import type { Schedule } from './schedule.ts';

export interface EventLimits {
  /** How late the entries of another process may come; those of this hub come at once. */
  readonly pollMs: number;
  /** Shorter than proxies wait before they give up a connection on which nothing moves. */
  readonly heartbeatMs: number;
  /** A reader that takes nothing for so long is cut off. */
  readonly stalledMs: number;
  /** Fewer than the connections of a hub, so that readers never shut writers out. */
  readonly readersMax: number;
}

export const defaultEventLimits: EventLimits = {
  pollMs: 500,
  heartbeatMs: 15_000,
  stalledMs: 30_000,
  readersMax: 500,
};

/** Entries asked of the store at once. */
const pageMax = 100;
/** Milliseconds after which a reader whose connection was cut comes back. */
const reconnectMs = 1_000;

export interface EventFeedOptions {
  readonly hub: Pick<Hub, 'readJournal' | 'onWrite'>;
  readonly limits: EventLimits;
  readonly schedule: Schedule;
  readonly logger: HttpLogger;
}

interface FollowedPortfolio {
  readonly tail: JournalTail;
  readonly streams: Set<EventStream>;
}

export class EventFeed {
  readonly #options: EventFeedOptions;
  readonly #portfolios = new Map<string, FollowedPortfolio>();
  #readers = 0;
  #isStopped = false;

  constructor(options: EventFeedOptions) {
    this.#options = options;
    options.hub.onWrite((portfolio) => this.#portfolios.get(portfolio)?.tail.wake());
  }

  /** Portfolios that are followed now. */
  get followed(): readonly string[] {
    return [...this.#portfolios.keys()];
  }

  /**
   * A stream of what comes after `afterSeq`. `newestSeq` is the newest entry now. Throws a `Fault` when the hub is
   * stopping or has as many readers as it takes.
   */
  open(portfolio: string, afterSeq: number, newestSeq: number): ReadableStream<Uint8Array> {
    if (this.#isStopped) throw new Fault('unavailable', 'The hub is stopping. Come back in a moment.');
    const { readersMax } = this.#options.limits;
    if (this.#readers >= readersMax) {
      const message = `${readersMax} readers follow this hub already, and it takes no more. Come back later.`;
      throw new Fault('unavailable', message);
    }
    const followed = this.#follow(portfolio, newestSeq);
    const { tail } = followed;
    const { schedule, limits } = this.#options;
    const stream = new EventStream({
      // An id without data is no event, but a reader that is cut before the first one comes back with it.
      opening: `retry: ${reconnectMs}\nid: ${afterSeq === 0 ? '0' : toEntryId(afterSeq)}\n\n`,
      afterSeq,
      recent: (seq) => tail.recent(seq),
      read: (seq) => this.#read(portfolio, seq),
      onGrowth: (listener) => tail.onGrowth(listener),
      schedule,
      ...limits,
      onEnd: (end) => this.#leave(portfolio, followed, stream, end),
    });
    followed.streams.add(stream);
    this.#readers += 1;
    return stream.body;
  }

  /** Ends every stream, for good. */
  stop(): void {
    this.#isStopped = true;
    for (const { streams } of this.#portfolios.values()) for (const stream of streams) stream.end();
  }

  #follow(portfolio: string, newestSeq: number): FollowedPortfolio {
    const known = this.#portfolios.get(portfolio);
    if (known !== undefined) return known;
    const { schedule, logger, limits } = this.#options;
    const tail = new JournalTail({
      afterSeq: newestSeq,
      read: (seq) => this.#read(portfolio, seq),
      schedule,
      pollMs: limits.pollMs,
      reportFailure: (error) => logger.warn({ event: 'events_poll_failed', portfolio, err: error }),
    });
    const followed = { tail, streams: new Set<EventStream>() };
    this.#portfolios.set(portfolio, followed);
    return followed;
  }

  #leave(portfolio: string, followed: FollowedPortfolio, stream: EventStream, end: StreamEnd): void {
    this.#readers -= 1;
    followed.streams.delete(stream);
    if (followed.streams.size === 0) {
      followed.tail.stop();
      this.#portfolios.delete(portfolio);
    }
    if (end.kind === 'stalled') this.#options.logger.warn({ event: 'events_reader_stalled', portfolio });
    if (end.kind === 'failed')
      this.#options.logger.warn({ event: 'events_read_failed', portfolio, err: end.error });
  }

  async #read(portfolio: string, afterSeq: number): Promise<readonly TailItem[]> {
    const page = await this.#options.hub.readJournal(portfolio, afterSeq, pageMax);
    const items: TailItem[] = [];
    let length = 0;
    for (const row of page) {
      const item = toItem(row);
      items.push(item);
      length += item.text.length;
      if (length >= portionLengthMax) break; // the rest is read again when this has been taken
    }
    return items;
  }
}

function toItem(row: JournalEntry): TailItem {
  const { seq } = row.entry;
  // JSON has no bare line ends, so one line of data holds it.
  const data = JSON.stringify(describeJournalEntry(row));
  return { seq, text: `id: ${toEntryId(seq)}\nevent: entry\ndata: ${data}\n\n` };
}
