import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openManualSchedule } from '../../../test/support/manual-schedule.ts';
import { openMcpTestHub } from '../../../test/support/mcp-hub.ts';
import { defaultEventLimits, EventFeed, type EventLimits } from './event-feed.ts';

function openFeed(limits: Partial<EventLimits> = {}) {
  const time = openManualSchedule();
  const { hub, write } = openMcpTestHub();
  const logged: object[] = [];
  const log = (entry: object) => void logged.push(entry);
  let questions = 0;
  const feed = new EventFeed({
    hub: {
      onWrite: (listener) => hub.onWrite(listener),
      readJournal: (...asked) => {
        questions += 1;
        return hub.readJournal(...asked);
      },
    },
    limits: { ...defaultEventLimits, ...limits },
    schedule: time.schedule,
    logger: { info: log, warn: log, error: log },
  });
  const follow = (portfolio = 'main', afterSeq = 0) => {
    const reader = feed.open(portfolio, afterSeq, 0).getReader();
    const take = async () => new TextDecoder().decode((await reader.read()).value);
    return { reader, take };
  };
  return { feed, follow, hub, write, time, logged, questions: () => questions };
}

const deposit = { amount: '5', currency: 'USD' } as const;

describe('the feed of live events', () => {
  it('asks the store for all readers of a portfolio together, and for none when there are none', async () => {
    const { feed, follow, time, questions } = openFeed();
    expect([feed.followed, time.waiting()]).toEqual([[], 0]);
    const [one, two, other] = [follow(), follow(), follow('other')];
    expect(feed.followed).toEqual(['main', 'other']);
    for (const { take } of [one, two, other]) await take();
    time.pass(500);
    await nextTurn();
    expect(questions()).toBe(2);
    await one.reader.cancel();
    await other.reader.cancel();
    expect(feed.followed).toEqual(['main']);
    await two.reader.cancel();
    expect([feed.followed, time.waiting()]).toEqual([[], 0]);
    time.pass(10_000);
    expect(questions()).toBe(2);
  });

  it('sends what this hub books at once, as the question entries shows it', async () => {
    const { follow, write } = openFeed();
    const { take } = follow();
    expect(await take()).toBe('retry: 1000\nid: 0\n\n');
    const next = take();
    await write('deposit', deposit, 'key');
    const [id, event, data, ...rest] = (await next).split('\n');
    expect([id, event, rest]).toEqual(['id: ent_1', 'event: entry', ['', '']]);
    expect(data?.startsWith('data: ')).toBe(true);
    expect(JSON.parse(data?.slice('data: '.length) ?? '')).toMatchObject({
      entry_id: 'ent_1',
      kind: 'deposit',
      input: deposit,
      idempotency_key: 'key',
    });
  });

  it('takes so many readers and no more, until one leaves', async () => {
    const { follow } = openFeed({ readersMax: 2 });
    const one = follow();
    follow('other');
    expect(() => follow()).toThrow('2 readers follow this hub already');
    await one.reader.cancel();
    follow();
  });

  it('ends all streams when it stops, and takes no other reader', async () => {
    const { feed, follow } = openFeed();
    const readers = [follow(), follow('other')];
    for (const { take } of readers) await take();
    const ends = readers.map(({ reader }) => reader.read());
    feed.stop();
    expect(await Promise.all(ends)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
    expect(feed.followed).toEqual([]);
    expect(() => follow()).toThrow('The hub is stopping');
  });

  it('logs whom it cut off', async () => {
    const { follow, time, logged } = openFeed();
    await follow().take();
    const { reader, take } = follow();
    reader.closed.catch(() => undefined);
    await take();
    time.pass(30_000);
    expect(logged).toEqual([
      { event: 'events_reader_stalled', portfolio: 'main' },
      { event: 'events_reader_stalled', portfolio: 'main' },
    ]);
  });
});
