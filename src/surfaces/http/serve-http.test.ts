import { describe, expect, it } from 'vitest';
import { openHttp, readToEnd, sendRequest } from '../../../test/support/http-surface.ts';
import { openMcpTestHub } from '../../../test/support/mcp-hub.ts';
import type { Wish } from '../../engine/hub.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { serveHttp } from './serve-http.ts';

const path = '/v1/portfolios/main/deposit';
const deposit = { amount: '10', currency: 'USD', on: '2026-05-01' };

/** A hub whose writes wait until they are let go. */
function openSlowHub() {
  const { hub } = openMcpTestHub();
  let letGo: () => void = () => undefined;
  let arrived: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const running = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const submit = async (wish: Wish): Promise<Outcome> => {
    arrived();
    await gate;
    return hub.submit(wish);
  };
  const slow = {
    submit,
    submitAll: hub.submitAll.bind(hub),
    ask: hub.ask.bind(hub),
    checkReady: hub.checkReady.bind(hub),
    keysRequired: hub.keysRequired,
    defaultPortfolio: hub.defaultPortfolio,
    newestSeq: hub.newestSeq.bind(hub),
    readJournal: hub.readJournal.bind(hub),
    onWrite: hub.onWrite.bind(hub),
  };
  return { slow, running, letGo: () => letGo() };
}

/** However far a request had come when its connection was cut. */
const lostConnection = /hang up|ECONNRESET|EPIPE/;

describe('the server', () => {
  it('tells its address and port, and that it listens', async () => {
    const http = await openHttp();
    expect(http.service.url).toBe(`http://127.0.0.1:${http.port}`);
    expect(http.logged).toEqual([
      { level: 'info', entry: { event: 'http_listening', url: http.service.url } },
    ]);
  });

  it('does not start on a port that is taken', async () => {
    const http = await openHttp();
    await expect(serveHttp(http.surface, { host: '127.0.0.1', port: http.port })).rejects.toThrow(
      `The hub cannot listen on 127.0.0.1:${http.port}: another program listens there already.`,
    );
  });

  it('answers many requests over one connection', async () => {
    const http = await openHttp();
    const socket = await http.connect();
    const get = `GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${http.port}\r\n`;
    socket.write(`${get}\r\n${get}\r\n${get}connection: close\r\n\r\n`);
    expect((await readToEnd(socket)).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });
});

describe('stopping', () => {
  it('lets a running request finish, takes no new one, and then ends', async () => {
    const { slow, running, letGo } = openSlowHub();
    const http = await openHttp({ hub: slow });
    const reply = http.post(path, deposit, 'k');
    await running;
    const idle = await http.connect();
    const stopped = http.service.close(60_000);
    await readToEnd(idle);
    await expect(sendRequest(http.port, '/healthz', {})).rejects.toThrow(/ECONNREFUSED/);
    letGo();
    const { status, headers } = await reply;
    expect([status, headers['connection']]).toEqual([201, 'close']);
    await stopped;
    expect(http.logged.at(-1)).toEqual({ level: 'info', entry: { event: 'http_stopped' } });
  });

  it('cuts off what does not finish in the time it is given', async () => {
    const { slow, running, letGo } = openSlowHub();
    const http = await openHttp({ hub: slow });
    const cut = http.post(path, deposit, 'k').then(
      () => 'answered',
      () => 'cut off',
    );
    await running;
    await http.service.close(1);
    expect(await cut).toBe('cut off');
    letGo();
  });
});

describe('a client that is too slow', () => {
  it('is answered 408 when its headers do not come', async () => {
    const http = await openHttp({ serve: { timeouts: { headersMs: 30, checkEveryMs: 5 } } });
    const socket = await http.connect();
    socket.write('GET /healthz HTTP/1.1\r\nhost:');
    expect(await readToEnd(socket)).toMatch(
      /^HTTP\/1\.1 408 Request Timeout\r\n[^]*"code":"request_too_slow"/,
    );
  });

  it('is answered 408 when its body does not come, and nothing is booked', async () => {
    const http = await openHttp({ serve: { timeouts: { headersMs: 30, requestMs: 60, checkEveryMs: 5 } } });
    const socket = await http.connect();
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${http.port}\r\ncontent-type: application/json\r\n`;
    socket.write(`${head}content-length: 60\r\n\r\n{"amount":`);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 408 /);
    expect(await http.readEntries()).toEqual([]);
  });

  it('loses an idle connection', async () => {
    const http = await openHttp({ serve: { timeouts: { idleMs: 20 } } });
    const socket = await http.connect();
    socket.write(`GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${http.port}\r\n\r\n`);
    const received = await readToEnd(socket);
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    // In whole seconds, so that a client knows not to use the connection again.
    expect(received).toContain('Keep-Alive: timeout=0');
  });

  it('loses a connection on which nothing moves', async () => {
    const http = await openHttp({ hub: openSlowHub().slow, serve: { timeouts: { stalledMs: 30 } } });
    await expect(http.post(path, deposit, 'k')).rejects.toThrow(lostConnection);
  });

  it('leaves others their turn: more connections than the limit are turned away', async () => {
    const http = await openHttp({ serve: { connectionsMax: 1 } });
    const first = await http.connect();
    await expect(sendRequest(http.port, '/healthz', {})).rejects.toThrow(lostConnection);
    first.destroy();
  });
});
