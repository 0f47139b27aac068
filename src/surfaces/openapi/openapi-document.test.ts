import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { describeReplay } from '../../engine/replay-contract.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';
import { operations } from '../../operations/registry.ts';
import { queries } from '../../queries/registry.ts';
import { describeApi } from './openapi-document.ts';

const uploads = [{ segment: 'import', summary: 'Import a file.', limitBytes: 1_000 }];
const document = describeApi(operations, queries, { keysRequired: true, uploads, mcp: true });
const offered = operations.filter(({ exposure }) => exposure === 'everywhere');

interface DocumentedCall {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly JsonObject[];
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly schema: JsonObject } };
  };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly 'x-fixpoint-refusals': readonly string[];
}

function callsOf(described: JsonObject): ReadonlyMap<string, DocumentedCall> {
  const paths = described['paths'] as unknown as Record<string, Record<string, DocumentedCall>>;
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]): [string, DocumentedCall] => [`${method} ${path}`, call]),
    ),
  );
}

const calls = callsOf(document);
const pathOf = (name: string) => `/v1/portfolios/{portfolio}/${name.replaceAll('_', '-')}`;

function call(line: string): DocumentedCall {
  const found = calls.get(line);
  if (found === undefined) throw new Error(`${line} is not in the document`);
  return found;
}

describe('the OpenAPI document', () => {
  it.each([
    ['with everything', document],
    [
      'with keys optional, without uploads and MCP',
      describeApi(operations, queries, { keysRequired: false }),
    ],
    ['of nothing', describeApi([], [], { keysRequired: true })],
  ])('is valid OpenAPI 3.1 %s', async (_what, described) => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(described));
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has references that all lead somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    const find = (path: string) =>
      path
        .split('/')
        .reduce<JsonValue | undefined>(
          (value, name) => (isJsonObject(value) ? value[name] : undefined),
          document,
        );
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((path) => find(path) === undefined)).toEqual([]);
  });

  it('has an id of its own for every call', () => {
    const ids = [...calls.values()].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('deposit');
    expect(ids).toContain('get_holdings');
  });

  it('has every operation and question, and none that is internal', () => {
    const wanted = [
      ...offered.map(({ name }) => `post ${pathOf(name)}`),
      ...queries.map(({ name }) => `get ${pathOf(name)}`),
    ];
    expect(wanted.filter((line) => !calls.has(line))).toEqual([]);
    const internal = operations.filter(({ exposure }) => exposure === 'internal').map(({ name }) => name);
    expect(internal).toContain('record_fact');
    const ids = new Set([...calls.values()].map(({ operationId }) => operationId));
    expect(internal.filter((name) => ids.has(name) || calls.has(`post ${pathOf(name)}`))).toEqual([]);
    const batch = JSON.stringify(call('post /v1/portfolios/{portfolio}/batch'));
    expect(batch).toContain('"deposit"');
    expect(batch).not.toContain('"record_fact"');
  });

  it('has the services, the list of portfolios, the batch, the uploads and the paths of habit', () => {
    const wanted = [
      'get /healthz',
      'get /readyz',
      'get /metrics',
      'get /openapi.json',
      'get /docs',
      'post /mcp',
      'get /v1/portfolios',
      'get /v1/portfolios/{portfolio}/events',
      'post /v1/portfolios/{portfolio}/batch',
      'post /v1/portfolios/{portfolio}/import',
      'post /v1/portfolios/{portfolio}/holdings',
      'put /v1/portfolios/{portfolio}/holdings/{instrument}',
      'delete /v1/portfolios/{portfolio}/holdings/{instrument}',
      'get /v1/portfolios/{portfolio}/holdings',
    ];
    expect(wanted.filter((line) => !calls.has(line))).toEqual([]);
  });

  it('says that live events are a stream, and where it may begin', () => {
    const { parameters, responses } = call('get /v1/portfolios/{portfolio}/events');
    expect(parameters.map(({ name }) => name)).toEqual([undefined, 'since', 'Last-Event-ID']);
    expect(responses['200']).toMatchObject({ content: { 'text/event-stream': {} } });
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '503']));
  });
});

describe('an operation in the document', () => {
  it('says what its contract says about repeating it', () => {
    for (const { name, summary, replay } of offered) {
      expect(call(`post ${pathOf(name)}`).description).toBe(`${summary}\n\n${describeReplay(replay)}`);
    }
  });

  it('wants the key of an accumulating write only where the hub does', () => {
    const needs = (described: JsonObject, name: string) => {
      const parameters = callsOf(described).get(`post ${pathOf(name)}`)?.parameters;
      return parameters?.find((parameter) => parameter['name'] === 'Idempotency-Key')?.['required'];
    };
    expect([needs(document, 'deposit'), needs(document, 'set_price')]).toEqual([true, false]);
    const optional = describeApi(operations, queries, { keysRequired: false });
    expect(needs(optional, 'deposit')).toBe(false);
  });

  it('takes its fields, a key and a dry run, and nothing else', () => {
    const { schema } = call(`post ${pathOf('deposit')}`).requestBody.content['application/json'];
    expect(schema).toMatchObject({ type: 'object', required: ['amount'], additionalProperties: false });
    const deposit = offered.find(({ name }) => name === 'deposit');
    expect(Object.keys(schema['properties'] as object).sort()).toEqual(
      [...Object.keys(deposit?.fields ?? {}), 'dry_run', 'idempotency_key'].sort(),
    );
  });

  it('leaves the subject to the path where the path has it', () => {
    const named = call('put /v1/portfolios/{portfolio}/holdings/{instrument}');
    const { schema } = named.requestBody.content['application/json'];
    expect(schema['properties']).not.toHaveProperty('instrument');
    expect(schema['required'] ?? []).not.toContain('instrument');
    expect(named.parameters).toContainEqual(expect.objectContaining({ name: 'instrument', in: 'path' }));
  });

  it('lists the statuses it may answer with, and the codes behind them', () => {
    const deposit = call(`post ${pathOf('deposit')}`);
    expect(Object.keys(deposit.responses)).toEqual([
      '200',
      '201',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '417',
      '422',
      '431',
      '500',
      '503',
      '507',
    ]);
    expect(deposit.responses['422']?.description).toContain('`date_in_future`');
    expect(deposit.responses['400']?.description).toContain('`idempotency_key_required`');
    expect(deposit['x-fixpoint-refusals']).toContain('idempotency_key_reused');
    expect(Object.keys(call(`post ${pathOf('set_price')}`).responses)).not.toContain('201');
    expect(Object.keys(call(`post ${pathOf('record_external_trade')}`).responses)).toContain('202');
    expect(call(`post ${pathOf('set_price')}`)['x-fixpoint-refusals']).not.toContain(
      'idempotency_key_required',
    );
    expect(call(`post ${pathOf('create_portfolio')}`)['x-fixpoint-refusals']).not.toContain(
      'portfolio_not_found',
    );
  });
});
