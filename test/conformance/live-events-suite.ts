/** Live events of real hubs that are killed, over connections that are cut in the middle of anything. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type BundledProgram, bundleProgram } from '../support/bundle-program.ts';
import { openByteCuttingProxy } from '../support/byte-cutting-proxy.ts';
import { type StartedProcess, startProcess } from '../support/child-process.ts';
import { readEvents } from '../support/event-reader.ts';
import { sendRequest } from '../support/http-surface.ts';
import { openRandom } from '../support/seeded-random.ts';

/** A file, or the connection string of a database. */
export interface SharedAddress {
  readonly address: string;
  readonly dispose: () => Promise<void>;
}

const readers = 20;
const entries = 2_000;
const together = 50;
/** More than the system keeps for a connection whose other end takes nothing: some four million bytes. */
const bulkEntries = 3_000;
const bulkNote = '€'.repeat(500);
/** Milliseconds. Some ten seconds on a machine that is free; this one may be shared with many others. */
const timeout = 180_000;
/** Room for what reading costs at all. That a reader is kept one portion and no more is told by event-stream.test.ts. */
const growthMax = 48 * 1024 * 1024;

export function describeLiveEvents(name: string, make: () => Promise<SharedAddress>): void {
  describe(`live events on ${name}`, () => {
    let program: BundledProgram;
    let data: SharedAddress;
    beforeAll(async () => {
      program = await bundleProgram('support/event-hub-main.ts');
      data = await make();
    });
    afterAll(async () => {
      program.dispose();
      await data.dispose();
    });
    const openHub = () => startHub(program.path, data.address);

    it('reach every reader once and in order, through cuts and kills of the hub (seed 11)', {
      timeout,
    }, async () => {
      const random = openRandom(11);
      let hub = await openHub();
      const proxy = await openByteCuttingProxy(
        () => hub.port,
        () => 1_000 + random.below(150_000),
      );
      // Half begin at the beginning, half with what comes next; nothing is booked yet.
      const team = Array.from({ length: readers }, (_, index) =>
        readEvents({ port: () => proxy.port, since: index % 2 === 0 ? '0' : undefined, wanted: entries }),
      );
      onTestFinished(() => team.forEach(({ stop }) => stop()));
      await Promise.all(team.map(({ following }) => following));
      let kills = 0;
      for (let booked = 0; booked < entries; booked += together) {
        const wishes = depositsFrom('main', booked, together);
        if (booked === 700 || booked === 1_400) {
          const lost = bookBatch(hub.port, 'main', wishes).catch(() => undefined);
          await hub.process.kill();
          await lost;
          kills += 1;
          hub = await openHub();
        }
        await bookBatch(hub.port, 'main', wishes);
      }
      await Promise.all(team.map(({ done }) => done));
      const everyEntry = Array.from({ length: entries }, (_, index) => index + 1);
      for (const { seqs } of team) expect(seqs).toEqual(everyEntry);
      expect(team.reduce((sum, { seqs }) => sum + seqs.length, 0)).toBe(40_000);
      expect(team[0]?.data.at(-1)).toMatchObject({ entry_id: 'ent_2000', idempotency_key: 'main-1999' });
      // The run proves something only if all of this really happened.
      expect(kills).toBe(2);
      expect(proxy.cuts()).toBeGreaterThanOrEqual(100);
      for (const { connections } of team) expect(connections()).toBeGreaterThanOrEqual(3);
    });

    it('are seen to come twice by a reader that forgets where it was', async () => {
      const hub = await openHub();
      const proxy = await openByteCuttingProxy(
        () => hub.port,
        () => 50_000,
      );
      const reader = readEvents({ port: () => proxy.port, since: '0', wanted: 500, forgets: true });
      await reader.done;
      expect(new Set(reader.seqs).size).toBeLessThan(reader.seqs.length);
    });

    it('cut off a reader that never reads, and keep next to nothing for it', async () => {
      const hub = await openHub();
      await post(hub.port, '/v1/portfolios/bulk/create-portfolio', {}, 'bulk');
      for (let booked = 0; booked < bulkEntries; booked += 200)
        await bookBatch(hub.port, 'bulk', depositsFrom('bulk', booked, 200, bulkNote));
      const before = await hub.memory();
      const socket = connect({ host: '127.0.0.1', port: hub.port });
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined).pause();
      await once(socket, 'connect');
      socket.write('GET /v1/portfolios/bulk/events?since=0 HTTP/1.1\r\nHost: fixpoint.test\r\n\r\n');
      expect(await hub.next('events_reader_stalled')).toContain('"portfolio":"bulk"');
      const growth = (await hub.memory()) - before;
      expect(growth).toBeLessThan(growthMax);
    });

    it('show at one hub what another one books', async () => {
      const [here, there] = await Promise.all([openHub(), openHub()]);
      await post(here.port, '/v1/portfolios/two/create-portfolio', {}, 'two');
      const reader = readEvents({ port: () => there.port, portfolio: 'two', since: '0', wanted: 41 });
      await reader.following;
      for (let booked = 0; booked < 40; booked += 10)
        await bookBatch(here.port, 'two', depositsFrom('two', booked, 10));
      await bookBatch(there.port, 'two', depositsFrom('two', 40, 1));
      await reader.done;
      expect(reader.seqs).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
    });
  });
}

interface StartedHub {
  readonly process: StartedProcess;
  readonly port: number;
  /** Bytes of memory that it takes now. */
  readonly memory: () => Promise<number>;
  /** Waits for a line with this text in it. */
  readonly next: (text: string) => Promise<string>;
}

async function startHub(program: string, address: string): Promise<StartedHub> {
  const hub = startProcess(program, [address]);
  const [port] = await hub.lines(1);
  let seen = 1;
  const next = async (text: string | RegExp): Promise<string> => {
    for (;;) {
      const line = (await hub.lines(seen + 1))[seen] ?? '';
      seen += 1;
      if (line.search(text) >= 0) return line;
    }
  };
  const memory = async (): Promise<number> => {
    hub.say('memory');
    return Number(await next(/^\d+$/));
  };
  return { process: hub, port: Number(port), memory, next };
}

function depositsFrom(portfolio: string, first: number, count: number, note?: string): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    operation: 'deposit',
    amount: String(first + index + 1),
    currency: 'USD',
    on: '2026-05-01',
    again: true,
    ...(note === undefined ? {} : { note }),
    idempotency_key: `${portfolio}-${first + index}`,
  }));
}

/** Throws unless each of them is in the books afterwards. */
async function bookBatch(port: number, portfolio: string, wishes: readonly object[]): Promise<void> {
  const body = (await post(port, `/v1/portfolios/${portfolio}/batch`, wishes)) as {
    readonly outcomes: readonly { readonly status: string }[];
  }; // as every batch is answered
  const others = body.outcomes.filter(({ status }) => status !== 'accepted' && status !== 'duplicate');
  if (others.length > 0) throw new Error(JSON.stringify(others[0]));
}

async function post(port: number, path: string, body: unknown, key?: string): Promise<unknown> {
  const keyed = key === undefined ? {} : { 'idempotency-key': key };
  const headers = { 'content-type': 'application/json', ...keyed };
  const reply = await sendRequest(port, path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (reply.status >= 300) throw new Error(reply.text);
  return reply.json();
}
