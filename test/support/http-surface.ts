/** A hub behind a real port on this machine, and a client that sends what it is told, good or bad. */
import { once } from 'node:events';
import { type IncomingHttpHeaders, request as startRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { queries } from '../../src/queries/registry.ts';
import { createHttpSurface, type HttpSurface } from '../../src/surfaces/http/http-surface.ts';
import { type HttpService, serveHttp, type ServeOptions } from '../../src/surfaces/http/serve-http.ts';
import type { HttpSurfaceOptions } from '../../src/surfaces/http/surface-core.ts';
import { createTokenCheck } from '../../src/surfaces/http/tokens.ts';
import { type McpTestHub, openMcpTestHub } from './mcp-hub.ts';

export interface HttpReplySeen {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  readonly json: () => unknown;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface TestHttp extends McpTestHub {
  readonly surface: HttpSurface;
  readonly service: HttpService;
  readonly port: number;
  /** What the surface has logged, by level. */
  readonly logged: readonly { readonly level: string; readonly entry: object }[];
  /** Route and status of every reply. */
  readonly observed: readonly (readonly [string, number])[];
  readonly send: (path: string, sent?: Sent) => Promise<HttpReplySeen>;
  /** Posts JSON, with a key in the header when one is given. */
  readonly post: (path: string, body: unknown, key?: string) => Promise<HttpReplySeen>;
  /** A bare connection, closed when the test ends. */
  readonly connect: () => Promise<Socket>;
}

export type TestHttpOptions = Partial<Omit<HttpSurfaceOptions, 'hub'>> & {
  readonly books?: McpTestHub;
  readonly hub?: HttpSurfaceOptions['hub'];
  readonly serve?: Partial<ServeOptions>;
};

export async function openHttp(options: TestHttpOptions = {}): Promise<TestHttp> {
  const { books = openMcpTestHub(), serve, ...more } = options;
  const logged: { level: string; entry: object }[] = [];
  const observed: (readonly [string, number])[] = [];
  const log = (level: string) => (entry: object) => void logged.push({ level, entry });
  const surface = createHttpSurface({
    hub: books.hub,
    operations,
    queries,
    tokens: createTokenCheck([]),
    allowedHosts: [],
    logger: { info: log('info'), warn: log('warn'), error: log('error') },
    metrics: {
      render: () => Promise.resolve({ contentType: 'text/plain; version=0.0.4', body: 'fixpoint_up 1\n' }),
      observeRequest: (route, status) => void observed.push([route, status]),
    },
    uploads: [],
    ...more,
  });
  const service = await serveHttp(surface, { host: '127.0.0.1', port: 0, ...serve });
  onTestFinished(() => service.close(0));
  const { port } = service;
  const send = (path: string, sent: Sent = {}) => sendRequest(port, path, sent);
  const post = (path: string, body: unknown, key?: string) => {
    const keyed = key === undefined ? {} : { 'idempotency-key': key };
    const headers = { 'content-type': 'application/json', ...keyed };
    return send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  return { ...books, surface, service, port, logged, observed, send, post, connect: () => openSocket(port) };
}

export async function sendRequest(port: number, path: string, sent: Sent): Promise<HttpReplySeen> {
  const { method = 'GET', body } = sent;
  // Node frames the body of some methods only when it is told the length.
  const framing = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { ...framing, ...sent.headers };
  const sending = startRequest({ host: '127.0.0.1', port, path, method, headers });
  const answered = new Promise<HttpReplySeen>((resolve, reject) => {
    sending.once('error', reject).once('response', (response) => {
      text(response).then((received) => {
        const json = (): unknown => JSON.parse(received);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: received, json });
      }, reject);
    });
  });
  sending.end(body);
  return answered;
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** All that comes over a connection until the other side ends it. */
export async function readToEnd(socket: Socket): Promise<string> {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined);
  // Not by `once`, which takes a reset for a failure.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(pieces).toString('utf8');
}
