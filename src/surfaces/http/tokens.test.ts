import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openHttp } from '../../../test/support/http-surface.ts';
import { createTokenCheck } from './tokens.ts';

const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const settings = [
  { name: 'reader', sha256: hash('read-me'), scopes: ['read'] as const },
  { name: 'writer', sha256: hash('write-me').toUpperCase(), scopes: ['write'] as const },
  { name: 'both', sha256: hash('both-me'), scopes: ['read', 'write'] as const },
  { name: 'boss', sha256: hash('boss-me'), scopes: ['admin'] as const },
  {
    name: 'guest',
    sha256: hash('guest-me'),
    scopes: ['read', 'write'] as const,
    portfolios: ['own', 'absent'],
  },
];
const tokens = createTokenCheck(settings);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };
const deposit = JSON.stringify({ amount: '10', currency: 'USD', on: '2026-05-01', idempotency_key: 'd-1' });

describe('the token check', () => {
  it('is open when no token is configured', () => {
    expect(createTokenCheck([])(undefined)).toEqual({ kind: 'open' });
    expect(createTokenCheck([])('Bearer anything')).toEqual({ kind: 'open' });
  });

  it('knows a token by its hash, in upper or lower case', () => {
    expect(tokens('Bearer read-me')).toEqual({ kind: 'granted', name: 'reader', scopes: ['read'] });
    expect(tokens('bearer   write-me ')).toEqual({ kind: 'granted', name: 'writer', scopes: ['write'] });
    expect(tokens('BEARER guest-me')).toMatchObject({ name: 'guest', portfolios: ['own', 'absent'] });
  });

  it('knows the one plain token, which may do everything', () => {
    const check = createTokenCheck([], 'plain-me');
    expect(check('Bearer plain-me')).toEqual({ kind: 'granted', name: 'default', scopes: ['admin'] });
    expect(check('Bearer plain-m')).toEqual({ kind: 'unknown' });
    expect(createTokenCheck(settings, 'plain-me')('Bearer read-me')).toMatchObject({ name: 'reader' });
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic cmVhZC1tZQ==', 'read-me', `Bearer ${'x'.repeat(513)}`])(
    'finds no token in %j',
    (authorization) => {
      expect(tokens(authorization)).toEqual({ kind: 'missing' });
    },
  );

  it.each(['Bearer read-m', 'Bearer read-me2', 'Bearer READ-ME', `Bearer ${hash('read-me')}`])(
    'does not know %s',
    (authorization) => {
      expect(tokens(authorization)).toEqual({ kind: 'unknown' });
    },
  );

  it.each(['', 'abc', 'z'.repeat(64), hash('x').slice(1)])('does not start with the hash %j', (sha256) => {
    expect(() => createTokenCheck([{ name: 'bad', sha256, scopes: ['read'] }])).toThrow(/token "bad"/);
  });
});

describe('a hub with tokens', () => {
  it.each([
    'GET /',
    'GET /docs',
    'GET /metrics',
    'GET /openapi.json',
    'GET /v1/portfolios',
    'GET /v1/portfolios/main/cash',
    'POST /v1/portfolios/main/deposit',
    'POST /v1/portfolios/main/batch',
    'DELETE /v1/portfolios/main/holdings/AAPL',
    'POST /mcp',
    'GET /nowhere',
    'PATCH /healthz',
  ])('answers 401 to %s without a good one, and tells how to ask', async (line) => {
    const http = await openHttp({ tokens, mcp: () => Promise.resolve(new Response('reached')) });
    const [method = '', path = ''] = line.split(' ');
    const missing = await http.send(path, { method });
    expect([missing.status, missing.headers['www-authenticate']]).toEqual([401, 'Bearer realm="fixpoint"']);
    expect(missing.json()).toMatchObject({ status: 'refused', code: 'token_missing' });
    const unknown = await http.send(path, { method, headers: bearer('guess') });
    expect([unknown.status, unknown.json()]).toMatchObject([401, { code: 'token_unknown' }]);
    expect(unknown.headers['www-authenticate']).toContain('error="invalid_token"');
    expect(unknown.text).not.toContain('guess');
  });

  it('answers health without one', async () => {
    const http = await openHttp({ tokens });
    expect((await http.send('/healthz')).status).toBe(200);
    expect((await http.send('/readyz')).status).toBe(200);
    expect((await http.send('/healthz', { method: 'HEAD', headers: bearer('guess') })).status).toBe(200);
  });

  const read = { method: 'GET', path: '/v1/portfolios/main/cash' };
  const list = { method: 'GET', path: '/v1/portfolios' };
  const docs = { method: 'GET', path: '/openapi.json' };
  const numbers = { method: 'GET', path: '/metrics' };
  const write = { method: 'POST', path: '/v1/portfolios/main/deposit', body: deposit };
  const batch = { method: 'POST', path: '/v1/portfolios/main/batch', body: '[{"operation":"none"}]' };
  const chat = { method: 'POST', path: '/mcp', body: '{}' };

  it.each([
    ['read-me', [read, list, docs, numbers], [write, batch, chat], 'write'],
    ['write-me', [write, batch], [read, list, docs, numbers], 'read'],
    ['both-me', [read, list, docs, numbers, write, batch, chat], [], undefined],
    ['boss-me', [read, list, docs, numbers, write, batch, chat], [], undefined],
  ] as const)(
    'lets %s do what its scopes say and answers 403 to the rest',
    async (token, good, bad, scope) => {
      const http = await openHttp({ tokens, mcp: () => Promise.resolve(Response.json({ reached: true })) });
      for (const { method, path, ...body } of good) {
        const reply = await http.send(path, { method, headers: { ...json, ...bearer(token) }, ...body });
        expect([path, Math.floor(reply.status / 100)]).toEqual([path, 2]);
      }
      for (const { method, path, ...body } of bad) {
        const reply = await http.send(path, { method, headers: { ...json, ...bearer(token) }, ...body });
        expect([path, reply.status]).toEqual([path, 403]);
        expect(reply.json()).toMatchObject({ code: 'scope_insufficient', detail: { scope } });
        expect(reply.headers['www-authenticate']).toContain('error="insufficient_scope"');
      }
    },
  );

  it('lets a token into MCP only when it may read and write every portfolio', async () => {
    const http = await openHttp({ tokens, mcp: () => Promise.resolve(new Response('reached')) });
    const enter = async (token: string) =>
      (await http.send('/mcp', { method: 'POST', headers: { ...json, ...bearer(token) }, body: '{}' }))
        .status;
    expect([await enter('both-me'), await enter('write-me'), await enter('guest-me')]).toEqual([
      200, 403, 403,
    ]);
  });

  it("writes the token's name into the journal", async () => {
    const http = await openHttp({ tokens });
    await http.send(write.path, {
      method: 'POST',
      headers: { ...json, ...bearer('writer-me') },
      body: deposit,
    });
    await http.send(write.path, {
      method: 'POST',
      headers: { ...json, ...bearer('write-me') },
      body: deposit,
    });
    expect(await http.readEntries()).toMatchObject([{ actor: 'writer' }]);
  });
});

describe('a token for some portfolios', () => {
  async function openTwo() {
    const http = await openHttp({ tokens });
    const headers = { ...json, ...bearer('boss-me') };
    for (const name of ['own', 'other']) {
      await http.send(`/v1/portfolios/${name}/create-portfolio`, { method: 'POST', headers, body: '{}' });
    }
    return http;
  }

  const calls = [
    { method: 'GET', path: 'cash' },
    { method: 'GET', path: 'entries?limit=1' },
    { method: 'POST', path: 'deposit', body: deposit },
    {
      method: 'POST',
      path: 'batch',
      body: '[{"operation":"deposit","idempotency_key":"d-1","input":{"amount":"1"}}]',
    },
    { method: 'POST', path: 'batch', body: `[{"operation":"deposit",${deposit.slice(1)}]` },
    { method: 'PUT', path: 'holdings/AAPL', body: '{"units":"1","cost":"1"}' },
    { method: 'DELETE', path: 'holdings/AAPL' },
  ];

  it.each(calls)(
    'sees a foreign one exactly like one that is absent: $method $path',
    async ({ path, ...sent }) => {
      const http = await openTwo();
      const send = async (portfolio: string) => {
        const headers = { ...('body' in sent ? json : {}), ...bearer('guest-me') };
        const reply = await http.send(`/v1/portfolios/${portfolio}/${path}`, { ...sent, headers });
        const { date: _date, ...known } = reply.headers;
        return { ...reply, headers: known, text: reply.text.replaceAll(portfolio, 'NAME'), json: undefined };
      };
      const [foreign, absent, own] = [await send('other'), await send('absent'), await send('own')];
      const length = Number(absent.headers['content-length']);
      expect({ ...foreign, headers: { ...foreign.headers, 'content-length': '' } }).toEqual({
        ...absent,
        headers: { ...absent.headers, 'content-length': '' },
      });
      expect(Number(foreign.headers['content-length'])).toBeLessThan(length);
      expect(foreign.text).toContain('"portfolio_not_found"');
      expect(own.text).not.toContain('"portfolio_not_found"');
      if (path !== 'batch') expect(foreign.status).toBe(404);
    },
  );

  it('lists its own only', async () => {
    const http = await openTwo();
    const list = async (path: string, token: string) =>
      (await http.send(path, { headers: bearer(token) })).json();
    expect(await list('/v1/portfolios', 'guest-me')).toMatchObject([{ portfolio: 'own' }]);
    expect(await list('/v1/portfolios/own/portfolios', 'guest-me')).toMatchObject([{ portfolio: 'own' }]);
    expect(await list('/v1/portfolios', 'boss-me')).toHaveLength(2);
  });
});
