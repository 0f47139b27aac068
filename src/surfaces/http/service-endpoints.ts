/** What every hub answers besides its operations and questions: health, metrics, documentation and MCP. */
import type { Hub } from '../../engine/hub.ts';
import { describeApi, type DescribeApiOptions } from '../openapi/openapi-document.ts';
import { renderDocsPage } from '../openapi/docs-page.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Query } from '../../engine/query.ts';
import { jsonBody } from './body-rule.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { headerOf, type HttpReply } from './http-message.ts';
import { contentReply, jsonReply, requestProblemReply } from './reply.ts';
import type { RouteEntry } from './route-table.ts';
import { includesScope } from './tokens.ts';

/** Answers an MCP message that came over HTTP. */
export type McpHandler = (request: Request) => Promise<Response>;

export interface ServiceOptions {
  readonly hub: Pick<Hub, 'checkReady'>;
  readonly operations: readonly Operation[];
  readonly queries: readonly Query[];
  readonly describe: DescribeApiOptions;
  readonly renderMetrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
  readonly mcp: McpHandler | undefined;
  readonly bodyBytesMax: number;
}

export function serviceEntries(options: ServiceOptions): readonly RouteEntry[] {
  const describe = remember(() => describeApi(options.operations, options.queries, options.describe));
  const document = remember(() => JSON.stringify(describe()));
  const page = remember(() => renderDocsPage(describe()));
  const alive = jsonReply(200, { status: 'ok' });
  const entries = [
    getEntry('/healthz', undefined, () => alive),
    getEntry('/readyz', undefined, async () => {
      await options.hub.checkReady();
      return alive;
    }),
    getEntry('/metrics', 'read', async () => {
      const { contentType, body } = await options.renderMetrics();
      return contentReply(200, contentType, body);
    }),
    getEntry('/openapi.json', 'read', () => contentReply(200, 'application/json', document())),
    getEntry('/docs', 'read', () => contentReply(200, 'text/html; charset=utf-8', page(), pageHeaders)),
    getEntry('/', 'read', () => contentReply(302, undefined, '', ['location', '/docs'])),
  ];
  const { mcp } = options;
  return mcp === undefined ? entries : [...entries, mcpEntry(mcp, options.bodyBytesMax)];
}

/** The page holds all it shows; a browser loads, runs, frames and sends nothing for it. */
const pageHeaders = [
  'content-security-policy',
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy',
  'no-referrer',
];

function getEntry(path: string, scope: Endpoint['scope'], answer: Endpoint['answer']): RouteEntry {
  return {
    method: 'GET',
    place: { kind: 'path', path },
    endpoint: { route: path, scope, body: undefined, answer },
  };
}

function remember<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function mcpEntry(mcp: McpHandler, bytesMax: number): RouteEntry {
  return {
    method: 'POST',
    place: { kind: 'path', path: '/mcp' },
    endpoint: {
      route: '/mcp',
      scope: 'write',
      body: jsonBody(bytesMax),
      answer: async (call, body) => {
        // MCP messages name portfolios and tools inside; a token that is not good for all of them stays outside.
        if (call.caller.portfolios !== undefined || !includesScope(call.caller.scopes, 'read')) {
          const message = 'MCP over HTTP needs a token that may read and write every portfolio.';
          return requestProblemReply('scope_insufficient', message, {});
        }
        return toReply(await mcp(toRequest(call, body)));
      },
    },
  };
}

function toRequest({ head }: Call, body: Uint8Array): Request {
  const headers = new Headers();
  for (const name of Object.keys(head.headers)) {
    const value = headerOf(head.headers, name);
    if (value !== undefined && !connectionHeaders.has(name)) headers.append(name, value);
  }
  const host = headerOf(head.headers, 'host') ?? 'localhost';
  return new Request(`http://${host}${head.path}`, {
    method: head.method,
    headers,
    body: new Uint8Array(body),
  });
}

/** About the connection and the bytes on it, which end here. */
const connectionHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'expect',
  'upgrade',
]);

function toReply(response: Response): HttpReply {
  const headers: string[] = [];
  for (const [name, value] of response.headers) {
    if (!connectionHeaders.has(name) && name !== 'content-type' && name !== 'cache-control')
      headers.push(name, value);
  }
  const contentType = response.headers.get('content-type') ?? undefined;
  return contentReply(response.status, contentType, response.body ?? '', headers);
}
