import { describe, expect, it } from 'vitest';
import { openHttp, readToEnd } from '../../../test/support/http-surface.ts';
import { createHostGuard } from './host-guard.ts';
import { createTokenCheck } from './tokens.ts';

const guard = createHostGuard(['Ledger.example.com', 'ledger.example.com:8443'], 7171);

describe('the host guard', () => {
  it.each([
    '127.0.0.1:7171',
    'localhost:7171',
    'LOCALHOST:7171',
    '[::1]:7171',
    'ledger.example.com',
    'LEDGER.example.com',
    'ledger.example.com:8443',
  ])('lets Host %s pass', (host) => {
    expect(guard({ host })).toBeUndefined();
  });

  it.each([
    undefined,
    '',
    'localhost',
    '127.0.0.1',
    'localhost:7172',
    'localhost:07171',
    'localhost.:7171',
    '127.0.0.2:7171',
    '127.1:7171',
    '2130706433:7171',
    '0.0.0.0:7171',
    '[::]:7171',
    '[0:0:0:0:0:0:0:1]:7171',
    '[::ffff:127.0.0.1]:7171',
    'localhost:7171.evil.example',
    'evil.example:7171',
    'evil.example',
    'localhost:7171@evil.example',
    'user@localhost:7171',
    ' localhost:7171',
    'ledger.example.com:7171',
    'ledger.example.com.evil.example',
  ])('refuses Host %j', (host) => {
    expect(guard(host === undefined ? {} : { host })?.status).toBe(403);
  });

  it.each([
    'http://localhost:7171',
    'https://localhost:7171',
    'http://127.0.0.1:7171',
    'http://[::1]:7171',
    'https://ledger.example.com',
    'https://ledger.example.com:8443',
  ])('lets Origin %s pass', (origin) => {
    expect(guard({ host: 'localhost:7171', origin })).toBeUndefined();
  });

  it.each([
    'null',
    '',
    'http://localhost',
    'http://localhost:7172',
    'http://evil.example',
    'http://evil.example:7171',
    'ftp://localhost:7171',
    'http://localhost:7171/',
    'http://localhost:7171.evil.example',
    'http://localhost:7171, http://evil.example',
    'localhost:7171',
  ])('refuses Origin %j', (origin) => {
    expect(guard({ host: 'localhost:7171', origin })?.status).toBe(403);
  });

  it('takes a name without a port on port 80 only', () => {
    expect(createHostGuard([], 80)({ host: 'localhost', origin: 'http://localhost' })).toBeUndefined();
    expect(createHostGuard([], 443)({ host: 'localhost' })?.status).toBe(403);
  });
});

/** What is answered at the port, whatever stands behind it. */
const paths = [
  'GET /',
  'GET /docs',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /openapi.json',
  'POST /mcp',
  'GET /v1/portfolios',
  'GET /v1/portfolios/main/cash',
  'HEAD /v1/portfolios/main/cash',
  'POST /v1/portfolios/main/deposit',
  'POST /v1/portfolios/main/batch',
  'POST /v1/portfolios/main/import',
  'PUT /v1/portfolios/main/holdings/AAPL',
  'OPTIONS /v1/portfolios/main/deposit',
  'GET /nowhere',
  'GET //evil.example/docs',
];

describe('a foreign request', () => {
  it.each(paths)('is refused before any routing: %s', async (line) => {
    const imported: unknown[] = [];
    const handle = (request: object) => {
      imported.push(request);
      return Promise.resolve({ status: 200, body: {} });
    };
    const mcp = () => Promise.resolve(new Response('reached'));
    const uploads = [{ segment: 'import', summary: 'Import a file.', limitBytes: 100, handle }];
    const tokens = createTokenCheck([], 'secret');
    const [method = '', path = ''] = line.split(' ');
    for (const options of [
      { mcp, uploads },
      { mcp, uploads, tokens },
    ]) {
      const http = await openHttp(options);
      const own = `127.0.0.1:${http.port}`;
      const writes = method === 'GET' || method === 'HEAD' ? {} : { body: '{}' };
      const send = (headers: Record<string, string>) => {
        const common = { 'content-type': 'application/json', authorization: 'Bearer secret' };
        return http.send(path, { method, headers: { ...common, ...headers }, ...writes });
      };
      const foreign = [
        { host: 'evil.example' },
        { host: `evil.example:${http.port}` },
        { host: '127.0.0.1' },
        { host: `127.0.0.1:${http.port + 1}` },
        { host: own, origin: 'http://evil.example' },
        { host: own, origin: 'null' },
        { host: own, origin: `http://evil.example:${http.port}` },
      ];
      for (const headers of foreign) {
        const reply = await send(headers);
        expect([headers, reply.status]).toEqual([headers, 403]);
        if (method === 'HEAD') continue;
        const code = 'origin' in headers ? 'origin_not_allowed' : 'host_not_allowed';
        expect(reply.json()).toMatchObject({ status: 'refused', code });
      }
      expect((await send({ host: own })).status).not.toBe(403);
      expect((await send({ host: own, origin: `http://localhost:${http.port}` })).status).not.toBe(403);
      expect(http.logged.filter(({ level }) => level === 'warn')).toHaveLength(foreign.length);
    }
    expect(imported).toHaveLength(line.endsWith('/import') ? 4 : 0);
  });

  it('is refused when it names two hosts, whichever comes first', async () => {
    const http = await openHttp();
    const hosts = [`127.0.0.1:${http.port}`, 'evil.example'];
    for (const [first, second] of [hosts, hosts.toReversed()]) {
      const socket = await http.connect();
      socket.write(`GET /healthz HTTP/1.1\r\nHost: ${first}\r\nhost: ${second}\r\nconnection: close\r\n\r\n`);
      expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"malformed_request"/);
    }
  });

  it('is refused when the target names another host', async () => {
    const http = await openHttp();
    expect((await http.send('http://evil.example/healthz')).status).toBe(404);
  });
});
