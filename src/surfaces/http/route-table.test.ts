import { describe, expect, it } from 'vitest';
import { textWith } from '../../../test/support/text-matchers.ts';
import type { Endpoint } from './endpoint.ts';
import { jsonReply } from './reply.ts';
import { findActiveAliases } from './route-aliases.ts';
import { createRouteTable, type RouteEntry } from './route-table.ts';
import { operations } from '../../operations/registry.ts';
import type { Operation } from '../../engine/operation.ts';

function endpoint(route: string): Endpoint {
  return { route, scope: undefined, body: undefined, answer: () => jsonReply(200, null) };
}

const entry = (method: string, place: RouteEntry['place']): RouteEntry => {
  return { method, place, endpoint: endpoint(`${method} ${JSON.stringify(place)}`) };
};

const table = createRouteTable([
  entry('GET', { kind: 'path', path: '/healthz' }),
  entry('POST', { kind: 'noun', noun: 'record_dividend' }),
  entry('GET', { kind: 'noun', noun: 'write-paths' }),
  entry('GET', { kind: 'noun', noun: 'holdings' }),
  entry('POST', { kind: 'noun', noun: 'holdings' }),
  entry('PUT', { kind: 'noun_and_subject', noun: 'holdings' }),
]);

function found(path: string) {
  const route = table.find(path);
  return route.kind === 'found' ? [route.methods.allow, route.portfolio, route.subject] : undefined;
}

describe('the route table', () => {
  it.each([
    ['/healthz', ['GET, HEAD', '', undefined]],
    ['/v1/portfolios/main/record-dividend', ['POST', 'main', undefined]],
    ['/v1/portfolios/main/record_dividend', ['POST', 'main', undefined]],
    ['/v1/portfolios/main/write-paths', ['GET, HEAD', 'main', undefined]],
    ['/v1/portfolios/main/write_paths', ['GET, HEAD', 'main', undefined]],
    ['/v1/portfolios/main/holdings', ['GET, HEAD, POST', 'main', undefined]],
    ['/v1/portfolios/a%20b/holdings', ['GET, HEAD, POST', 'a b', undefined]],
    ['/v1/portfolios/%ff/holdings', ['GET, HEAD, POST', '%ff', undefined]],
    ['/v1/portfolios/main/holdings/AAPL', ['PUT', 'main', 'AAPL']],
    ['/v1/portfolios/main/holdings/a%2Fb', ['PUT', 'main', 'a/b']],
  ])('finds %s', (path, expected) => {
    expect(found(path)).toEqual(expected);
  });

  it.each([
    '',
    '/',
    '/healthz/',
    '/HEALTHZ',
    '/v1',
    '/v1/portfolios',
    '/v1/portfolios/',
    '/v1/portfolios/main',
    '/v1/portfolios/main/',
    '/v1/portfolios//holdings',
    '/v1/portfolios/main/holdings/',
    '/v1/portfolios/main/holdings/AAPL/',
    '/v1/portfolios/main/holdings/AAPL/lots',
    '/v1/portfolios/main/holdings/%ff',
    '/v1/portfolios/main/record-dividend/1',
    '/v1/portfolios/main/hold%69ngs',
    '/v1/portfolios/main/constructor',
    '/v1/portfolios/main/__proto__',
    '/v2/portfolios/main/holdings',
    'v1/portfolios/main/holdings',
    '//v1/portfolios/main/holdings',
  ])('finds nothing at %j', (path) => {
    expect(found(path)).toBeUndefined();
  });

  it('says which name may have been meant', () => {
    expect(table.find('/v1/portfolios/main/record-dividents')).toMatchObject({
      hint: textWith('record-dividend'),
    });
    expect(table.find('/v1/portfolios/main/xyzzy')).toEqual({ kind: 'nothing', hint: '' });
  });

  it('does not start when two endpoints claim one method of one path', () => {
    const twice = entry('POST', { kind: 'noun', noun: 'write_paths' });
    const same = entry('POST', { kind: 'noun', noun: 'write-paths' });
    expect(() => createRouteTable([twice, same])).toThrow(/POST of the noun "write-paths"/);
  });
});

describe('the aliases', () => {
  it('are active only for operations that there are, and are offered', () => {
    expect(findActiveAliases([])).toEqual([]);
    expect(findActiveAliases(operations).map(({ method, noun, subject }) => [method, noun, subject])).toEqual(
      expect.arrayContaining([
        ['POST', 'holdings', 'instrument'],
        ['PUT', 'holdings', 'instrument'],
        ['DELETE', 'holdings', 'instrument'],
      ]),
    );
    const hidden = operations.map((operation): Operation => ({ ...operation, exposure: 'internal' }));
    expect(findActiveAliases(hidden)).toEqual([]);
  });
});
