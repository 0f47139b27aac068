import { describe, expect, it } from 'vitest';
import { openHttp } from '../../../test/support/http-surface.ts';
import { Fault } from '../../engine/outcome.ts';
import { openBrokenStore } from '../../../test/support/broken-store.ts';
import { openMcpTestHub } from '../../../test/support/mcp-hub.ts';

const main = '/v1/portfolios/main';

async function openWithCash() {
  const http = await openHttp();
  for (const day of ['01', '02', '03']) {
    await http.post(
      `${main}/deposit`,
      { amount: '100', currency: 'USD', on: `2026-05-${day}` },
      `pay-${day}`,
    );
  }
  return http;
}

describe('a question over HTTP', () => {
  it('answers with the body as it is', async () => {
    const http = await openWithCash();
    const reply = await http.send(`${main}/cash`);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(reply.json()).toEqual([{ currency: 'USD', amount: '300' }]);
  });

  it('reads parameters from the URL, decoded', async () => {
    const http = await openWithCash();
    expect((await http.send(`${main}/cash?as_of=2026-05-02`)).json()).toEqual([
      { currency: 'USD', amount: '200' },
    ]);
    expect((await http.send(`${main}/cash?as%5Fof=2026%2d05-01`)).json()).toEqual([
      { currency: 'USD', amount: '100' },
    ]);
    expect((await http.send(`${main}/entries?limit=2`)).json()).toMatchObject({ entries: { length: 2 } });
  });

  it.each([
    ['an unknown parameter', 'colour=red', 'colour'],
    ['a parameter given twice', 'as_of=2026-05-01&as_of=2026-05-01', 'as_of'],
    ['one given twice in two spellings', 'as_of=2026-05-01&as%5Fof=2026-05-02', 'as_of'],
    ['a value that cannot be read', 'as_of=yesterday', 'as_of'],
    ['a value that is missing', 'as_of', 'as_of'],
    ['a name that every object has', '__proto__=1', '__proto__'],
    ['another such name', 'constructor=1', 'constructor'],
  ])('answers 400 to %s, naming it', async (_what, query, field) => {
    const http = await openHttp();
    const reply = await http.send(`${main}/cash?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(reply.json()).toMatchObject({
      status: 'refused',
      code: 'invalid_input',
      query: 'cash',
      detail: { field },
    });
  });

  it('answers 400 to an escape that is no UTF-8, and to more parameters than any question has', async () => {
    const http = await openHttp();
    expect((await http.send(`${main}/cash?as_of=%ff`)).status).toBe(400);
    expect((await http.send(`${main}/cash?as_of=%2`)).status).toBe(400);
    expect((await http.send(`${main}/cash?${'&'.repeat(100)}as_of=2026-05-01`)).status).toBe(400);
  });

  it.each(['write-paths', 'write_paths'])('takes the name %s', async (name) => {
    const http = await openHttp();
    expect((await http.send(`${main}/${name}`)).status).toBe(200);
  });

  it('answers 404 to a portfolio that there is none of', async () => {
    const http = await openHttp();
    const reply = await http.send('/v1/portfolios/none/cash');
    expect([reply.status, reply.json()]).toMatchObject([
      404,
      {
        status: 'refused',
        code: 'portfolio_not_found',
        query: 'cash',
        portfolio: 'none',
        title: 'Portfolio not found',
      },
    ]);
  });

  it('lists portfolios without naming one', async () => {
    const http = await openWithCash();
    await http.post('/v1/portfolios/second/create-portfolio', {}, 'c-1');
    const reply = await http.send('/v1/portfolios');
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject([{ portfolio: 'main' }, { portfolio: 'second' }]);
    expect((await http.send('/v1/portfolios?colour=red')).status).toBe(400);
  });

  it('answers bad news with 200, for it is an answer', async () => {
    const http = await openWithCash();
    expect((await http.send(`${main}/verify`)).json()).toMatchObject({ ok: true });
  });

  it('answers HEAD like GET, without the body', async () => {
    const http = await openWithCash();
    const get = await http.send(`${main}/cash`);
    const head = await http.send(`${main}/cash`, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(get.headers['content-length']).toBe(String(Buffer.byteLength(get.text)));
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['content-type']).toBe('application/json');
  });

  it('answers 503 with Retry-After when the store does not answer', async () => {
    const books = openMcpTestHub({}, openBrokenStore(new Fault('unavailable', 'The store is away.')));
    const http = await openHttp({ books });
    const reply = await http.send(`${main}/cash`);
    expect(reply.status).toBe(503);
    expect(reply.headers['retry-after']).toBe('1');
    expect(reply.json()).toMatchObject({
      status: 'failed',
      code: 'unavailable',
      message: 'The store is away.',
    });
  });
});
