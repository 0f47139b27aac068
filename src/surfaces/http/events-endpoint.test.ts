import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openHttp, readToEnd, type TestHttp } from '../../../test/support/http-surface.ts';
import { readEvents } from '../../../test/support/event-reader.ts';
import { createTokenCheck } from './tokens.ts';
import { createHash } from 'node:crypto';

const path = '/v1/portfolios/main/events';
/** What other processes book would come in an hour only. */
const events = { pollMs: 3_600_000 };

async function openBooks(booked: number): Promise<TestHttp> {
  const http = await openHttp({ events, allowedHosts: ['fixpoint.test'] });
  for (let number = 1; number <= booked; number += 1) await book(http, `early-${number}`);
  return http;
}

function book(http: TestHttp, key: string) {
  return http.post('/v1/portfolios/main/deposit', { amount: '1', currency: 'USD', again: true }, key);
}

/** The numbers that a reader gets, told what it sends. */
async function seqsFrom(http: TestHttp, since: string | undefined, wanted: number, meanwhile?: string) {
  const reader = readEvents({ port: () => http.port, since, wanted });
  await reader.following;
  if (meanwhile !== undefined) await book(http, meanwhile);
  await reader.done;
  return reader.seqs;
}

describe('live events', () => {
  it('begin with what comes next, at the beginning, or behind an entry', async () => {
    const http = await openBooks(3);
    expect(await seqsFrom(http, undefined, 1, 'next')).toEqual([4]);
    expect(await seqsFrom(http, '0', 5, 'after')).toEqual([1, 2, 3, 4, 5]);
    expect(await seqsFrom(http, 'ent_2', 3)).toEqual([3, 4, 5]);
    expect(await seqsFrom(http, '4', 1)).toEqual([5]);
  });

  it('go on behind the last event that came, whatever the URL says', async () => {
    const http = await openBooks(3);
    const socket = await http.connect();
    socket.write(
      `GET ${path}?since=0 HTTP/1.1\r\nHost: 127.0.0.1:${http.port}\r\nLast-Event-ID: ent_2\r\n\r\n`,
    );
    let received = '';
    while (!received.includes('ent_3')) received += String((await once(socket, 'data'))[0]);
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\ncontent-type: text\/event-stream; charset=utf-8\r\n/);
    expect(received).toContain('\r\ncache-control: no-store\r\n');
    expect(received).toContain('id: ent_2\n\n');
    expect(received.match(/id: ent_\d\nevent/g)).toEqual(['id: ent_3\nevent']);
  });

  it.each([
    ['?since=x', {}, '"since" is "x". It must be an entry, such as ent_12, or 0 for the beginning.'],
    ['', { 'last-event-id': 'ent_0' }, '"last-event-id" is "ent_0".'],
    ['?since=ent_3', {}, '"since" names ent_3, but the newest is ent_2'],
    ['?from=1', {}, '"from" is no parameter of events. They take "since".'],
  ])('refuse a start that is none: %s %j', async (query, headers, message) => {
    const http = await openBooks(2);
    const reply = await http.send(`${path}${query}`, { headers });
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message),
    });
  });

  it('of a portfolio that is not there are not found', async () => {
    const http = await openBooks(0);
    for (const name of ['nobody', '..%2f']) {
      const reply = await http.send(`/v1/portfolios/${name}/events`);
      expect([reply.status, reply.json()]).toMatchObject([404, { code: 'portfolio_not_found' }]);
    }
  });

  it('are behind Host, Origin, token, scope and portfolio like everything else', async () => {
    const sha256 = (token: string) => createHash('sha256').update(token).digest('hex');
    const http = await openHttp({
      tokens: createTokenCheck([
        { name: 'writer', sha256: sha256('w'), scopes: ['write'] },
        { name: 'stranger', sha256: sha256('s'), scopes: ['read'], portfolios: ['other'] },
      ]),
    });
    const statusOf = async (headers: Record<string, string>) => (await http.send(path, { headers })).status;
    expect(await statusOf({ host: 'evil.example' })).toBe(403);
    expect(await statusOf({ origin: 'http://evil.example' })).toBe(403);
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ authorization: 'Bearer w' })).toBe(403);
    expect(await statusOf({ authorization: 'Bearer s' })).toBe(404);
  });

  it('answer HEAD with the headers alone', async () => {
    const http = await openBooks(1);
    const reply = await http.send(path, { method: 'HEAD' });
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ]);
  });

  it('end whole when the hub stops, long before its patience does', async () => {
    const http = await openBooks(1);
    const socket = await http.connect();
    socket.write(`GET ${path}?since=0 HTTP/1.1\r\nHost: 127.0.0.1:${http.port}\r\n\r\n`);
    const all = readToEnd(socket);
    await once(socket, 'data');
    await http.service.close(3_600_000);
    expect(await all).toMatch(/\r\n0\r\n\r\n$/);
  });

  it('are counted as requests with one route', async () => {
    const http = await openBooks(1);
    await seqsFrom(http, '0', 1);
    expect(http.observed).toContainEqual(['/v1/portfolios/{portfolio}/events', 200]);
  });
});
