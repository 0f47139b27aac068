import { describe, expect, it } from 'vitest';
import { textWith } from '../../../test/support/text-matchers.ts';
import { openBrokenStore } from '../../../test/support/broken-store.ts';
import { openHttp } from '../../../test/support/http-surface.ts';
import { openMcpTestHub } from '../../../test/support/mcp-hub.ts';
import { Fault } from '../../engine/outcome.ts';

describe('the service paths', () => {
  it('tell that the process is alive, even when the store is not', async () => {
    const books = openMcpTestHub({}, openBrokenStore(new Fault('unavailable', 'The store is away.')));
    const http = await openHttp({ books });
    const alive = await http.send('/healthz');
    expect([alive.status, alive.json()]).toEqual([200, { status: 'ok' }]);
    const ready = await http.send('/readyz');
    expect([ready.status, ready.headers['retry-after'], ready.json()]).toMatchObject([
      503,
      '1',
      { status: 'failed', code: 'unavailable' },
    ]);
  });

  it('tell that the store answers', async () => {
    const http = await openHttp();
    const ready = await http.send('/readyz');
    expect([ready.status, ready.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('show the metrics in the form that they come in', async () => {
    const http = await openHttp();
    const reply = await http.send('/metrics');
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([
      200,
      'text/plain; version=0.0.4',
      'fixpoint_up 1\n',
    ]);
  });

  it('show the document of this very hub', async () => {
    const books = openMcpTestHub({ keys: 'optional' });
    const http = await openHttp({ books, mcp: () => Promise.resolve(new Response('')) });
    const document = (await http.send('/openapi.json')).json();
    expect(document).toMatchObject({
      openapi: '3.1.0',
      paths: { '/mcp': { post: {} }, '/healthz': { get: {} } },
    });
    expect(JSON.stringify(document)).not.toContain('"required":true,"description":"Names this one event');
  });

  it('show the documentation as a page that can load and run nothing', async () => {
    const http = await openHttp();
    const page = await http.send('/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers['content-security-policy'];
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    expect(policy).not.toContain('script-src');
    const root = await http.send('/');
    expect([root.status, root.headers['location']]).toEqual([302, '/docs']);
  });

  it('answer 404 to a path that there is not, and say which name is near', async () => {
    const http = await openHttp();
    const reply = await http.post('/v1/portfolios/main/depositt', {}, 'k');
    expect([reply.status, reply.headers['content-type'], reply.json()]).toMatchObject([
      404,
      'application/problem+json',
      {
        status: 'refused',
        code: 'route_not_found',
        message: textWith('Did you mean "deposit"?'),
      },
    ]);
    expect((await http.send('/nowhere')).status).toBe(404);
    expect((await http.post('/v1/portfolios/main/record-fact', {}, 'k')).status).toBe(404);
    expect((await http.post('/mcp', {})).status).toBe(404);
  });

  it.each([
    ['GET', '/v1/portfolios/main/deposit', 'POST'],
    ['DELETE', '/v1/portfolios/main/cash', 'GET, HEAD'],
    ['PATCH', '/v1/portfolios/main/holdings', 'DELETE, GET, HEAD, POST, PUT'],
    ['OPTIONS', '/v1/portfolios/main/holdings/AAPL', 'DELETE, POST, PUT'],
    ['POST', '/v1/portfolios', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['GET', '/v1/portfolios/main/batch', 'POST'],
  ])('answer 405 to %s %s with what is allowed', async (method, path, allow) => {
    const http = await openHttp();
    const reply = await http.send(path, { method });
    expect([reply.status, reply.headers['allow'], reply.json()]).toMatchObject([
      405,
      allow,
      { code: 'method_not_allowed' },
    ]);
  });
});

describe('MCP over HTTP', () => {
  it('gets the request as fetch has it, and its response goes back', async () => {
    const seen: unknown[] = [];
    const mcp = async (request: Request) => {
      seen.push([request.method, request.url, request.headers.get('accept'), await request.json()]);
      return Response.json({ jsonrpc: '2.0' }, { status: 202, headers: { 'mcp-session-id': 's-1' } });
    };
    const http = await openHttp({ mcp });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const reply = await http.send('/mcp', { method: 'POST', headers, body: '{"id":1}' });
    expect([reply.status, reply.json()]).toEqual([202, { jsonrpc: '2.0' }]);
    expect(reply.headers).toMatchObject({ 'mcp-session-id': 's-1', 'cache-control': 'no-store' });
    expect(seen).toEqual([
      ['POST', `http://127.0.0.1:${http.port}/mcp`, 'application/json, text/event-stream', { id: 1 }],
    ]);
  });

  it('streams, and the source is told when the client leaves', async () => {
    let left: () => void = () => undefined;
    const cancelled = new Promise<void>((resolve) => {
      left = resolve;
    });
    const mcp = () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(Buffer.from('event: message\n\n')),
        cancel: () => left(),
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };
    const http = await openHttp({ mcp });
    const leaving = new AbortController();
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${http.service.url}/mcp`, {
      method: 'POST',
      headers,
      body: '{}',
      signal: leaving.signal,
    });
    expect(reply.headers.get('content-type')).toBe('text/event-stream');
    const reader = reply.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('event: message\n\n');
    leaving.abort();
    await cancelled;
  });

  it('ends with the stream, and is cut when the stream fails', async () => {
    const stream = (fails: boolean) =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(Buffer.from('one')),
        pull: (controller) => (fails ? controller.error(new Error('inside')) : controller.close()),
      });
    let fails = false;
    const http = await openHttp({ mcp: () => Promise.resolve(new Response(stream(fails))) });
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await http.send('/mcp', sent)).text).toBe('one');
    fails = true;
    await expect(http.send('/mcp', sent)).rejects.toThrow(/aborted|hang up|ECONNRESET|EPIPE/);
  });

  it('takes POST and JSON only', async () => {
    const http = await openHttp({ mcp: () => Promise.resolve(new Response('reached')) });
    expect((await http.send('/mcp')).status).toBe(405);
    expect((await http.send('/mcp', { method: 'POST', body: '{}' })).status).toBe(415);
  });
});
