import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openHttp, readToEnd, type TestHttp } from '../../../test/support/http-surface.ts';
import { operations } from '../../operations/registry.ts';
import { queries } from '../../queries/registry.ts';

const offered = operations.filter(({ exposure }) => exposure === 'everywhere');

/** Statuses of what has no entry in the document: unknown paths, other methods, requests that are no HTTP. */
const requestStatuses = ['400', '403', '404', '405', '408', '417', '431'];

async function readDocumentedStatuses(
  http: TestHttp,
): Promise<(method: string, path: string) => readonly string[]> {
  const document = (await http.send('/openapi.json')).json() as {
    readonly paths: Record<string, Record<string, { readonly responses: object }>>;
  };
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const pattern = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+');
    return { pattern: new RegExp(`^${pattern}$`), methods };
  });
  return (method, path) => {
    const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
    const found = paths.find(
      ({ pattern, methods }) => pattern.test(path.replaceAll('_', '-')) && methods[wanted] !== undefined,
    );
    return found === undefined ? requestStatuses : Object.keys(found.methods[wanted]?.responses ?? {});
  };
}

const names = [...offered.map(({ name }) => name.replaceAll('_', '-')), ...queries.map(({ name }) => name)];
const nouns = fc.oneof(
  fc.constantFrom(...names, 'batch', 'holdings/AAPL', 'trades/7', 'nothing'),
  fc.string({ maxLength: 8 }),
);
const targets = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom('main', 'none', '%ff', '..', ''), nouns) },
  { weight: 1, arbitrary: fc.constantFrom(['', ''] as const) },
);
const pathOf = ([portfolio, noun]: readonly [string, string]) =>
  portfolio === '' && noun === ''
    ? '/docs'
    : `/v1/portfolios/${portfolio}/${noun.replaceAll(/[\s?#]/g, '_')}`;

const values = fc.oneof(
  fc.constantFrom(
    '1',
    '10.5',
    '-3',
    'AAPL',
    'USD',
    '2026-05-01',
    '9999-12-31',
    '4:1',
    'ent_1',
    '1e3',
    'NaN',
    'buy',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const fieldNames = [...new Set(offered.flatMap(({ fields }) => Object.keys(fields)))];
const member = fc.tuple(
  fc.constantFrom(...fieldNames, 'dry_run', 'idempotency_key', '__proto__', 'operation', 'input'),
  values,
);
const objects = fc.array(member, { maxLength: 8 }).map((members) => {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
});
const bodies = fc.oneof(
  objects,
  fc.array(objects, { maxLength: 3 }).map((elements) => `[${elements.join(',')}]`),
  fc.tuple(objects, fc.nat(80)).map(([text, length]) => text.slice(0, length)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom('', 'null', '[]', '"x"', '['.repeat(2_000), '{"a":'.repeat(40)),
);
const headers = fc.array(
  fc.oneof(
    fc.constantFrom(
      'content-type: application/json',
      'content-type: text/plain',
      'idempotency-key: k-1',
      'idempotency-key: "k-2"',
      'idempotency-key: "k',
      'expect: 100-continue',
      'expect: more',
      'content-encoding: gzip',
      'origin: null',
      'host: evil.example',
      'authorization: Bearer x',
      'transfer-encoding: chunked',
      'content-length: 3',
      'content-length: 9999999999',
      'range: bytes=0-1',
      'upgrade: websocket',
    ),
    fc
      .tuple(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }))
      .map(([name, value]) => `${name}: ${value}`),
  ),
  { maxLength: 4 },
);
const methods = fc.constantFrom(
  'POST',
  'POST',
  'POST',
  'GET',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'BREW',
);
const query = fc.oneof(
  fc.constant(''),
  fc.constantFrom('?limit=0', '?as_of=x', '?a&a', '?%ff'),
  fc.webQueryParameters().map((text) => `?${text}`),
);

const anything = fc.record({
  method: methods,
  target: targets,
  query,
  headers,
  body: bodies,
  typed: fc.boolean(),
});

/** An example of an operation as it stands, or with one member more or another. */
const examples = offered.flatMap((operation) =>
  operation.examples.map(({ input }) => ({ operation, input })),
);
const nearlyGood = fc
  .tuple(fc.constantFrom(...examples), fc.nat(), fc.option(member, { freq: 2 }), headers, fc.boolean())
  .map(([{ operation, input }, key, change, more, hasHeaders]) => {
    const changed = {
      ...input,
      idempotency_key: `k-${key}`,
      ...(change === null ? {} : { [change[0]]: change[1] }),
    };
    return {
      method: 'POST',
      target: ['main', operation.name] as const,
      query: '',
      headers: hasHeaders ? more : [],
      body: JSON.stringify(changed),
      typed: true,
    };
  });

const broken = fc.oneof(anything, nearlyGood);

async function exchange(http: TestHttp, lines: readonly string[], body: string): Promise<readonly string[]> {
  const socket = await http.connect();
  const received = readToEnd(socket);
  socket.end(
    Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'), Buffer.from(body, 'latin1')]),
  );
  const statuses = [...(await received).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);
  return statuses.filter((status) => status !== '100');
}

describe('two thousand broken requests', () => {
  it('get no 5xx, no status that is not documented, and leave the hub well', async () => {
    const http = await openHttp();
    const documented = await readDocumentedStatuses(http);
    const seen = new Map<string, number>();
    const property = fc.asyncProperty(
      broken,
      async ({ method, target, query: search, headers: more, body, typed }) => {
        const path = pathOf(target);
        const lengths = more.some((line) => /^(content-length|transfer-encoding):/i.test(line))
          ? []
          : [body.length];
        const type = typed
          ? ['content-type: application/json', ...lengths.map((length) => `content-length: ${length}`)]
          : [];
        const lines = [
          `${method} ${path}${search} HTTP/1.1`,
          `host: 127.0.0.1:${http.port}`,
          'connection: close',
        ];
        const [status, ...others] = await exchange(http, [...lines, ...type, ...more], body);
        expect(status, 'a reply').toBeDefined();
        for (const next of others) expect(requestStatuses).toContain(next);
        expect([
          ...documented(method, path),
          ...requestStatuses.filter((known) => known === '400'),
        ]).toContain(status);
        expect(Number(status)).toBeLessThan(500);
        seen.set(status ?? '', (seen.get(status ?? '') ?? 0) + 1);
      },
    );
    await fc.assert(property, { numRuns: 2_000, seed: 20_261_130 });
    expect(http.logged.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await http.send('/readyz')).status).toBe(200);
    expect((await http.send('/v1/portfolios/main/verify')).json()).toMatchObject({ ok: true });
    // The run has met the ways in which a request ends, so it was no row of one and the same refusal.
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining(['200', '201', '400', '403', '404', '405', '413', '415', '417', '422']),
    );
    // Some seconds on an idle machine; the limit is for one that runs everything at once.
  }, 300_000);
});
