/**
 * Joins the surface to Node's server: reads bodies off the socket, writes replies to it.
 *
 * Invariants: (1) a body is read only after its request was admitted, and never past its limit; (2) every request whose
 * connection lives gets one whole reply; (3) a reply that comes before the body has been read closes its connection.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Admission, refuseLength } from './admit-request.ts';
import { markReplied } from './broken-request.ts';
import { announcesBody, type HttpReply, type RequestHead } from './http-message.ts';
import type { SurfaceCore } from './surface-core.ts';
import { streamReply } from './stream-reply.ts';

export interface NodeHandler {
  /** For `request`, `checkContinue` and `checkExpectation`. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** From now on every reply closes its connection. */
  readonly drain: () => void;
}

/** A client that keeps sending after its refusal is listened to for so long, so that the refusal reaches it. */
const discardedBytesMax = 8_388_608;

const noBytes = new Uint8Array(0);

export function createNodeHandler(core: SurfaceCore): NodeHandler {
  let draining = false;
  const send = (exchange: Exchange, reply: HttpReply) => {
    try {
      core.observeRequest(exchange.route, reply.status);
      writeReply(exchange, reply, draining);
    } catch (error) {
      // Half a reply cannot be mended; a cut connection tells the client that this was none.
      core.logger.error({ event: 'reply_failed', route: exchange.route, err: error });
      exchange.response.destroy();
    }
  };
  const finish = (exchange: Exchange, admission: Admission, body: Uint8Array) => {
    void core.finish(admission, body).then((reply) => send(exchange, reply));
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const head = toHead(request);
    const admission = core.admit(head);
    const route = admission.kind === 'reply' ? admission.route : admission.endpoint.route;
    const exchange: Exchange = { request, response, route, isRead: false };
    const rule = admission.kind === 'reply' ? undefined : admission.endpoint.body;
    if (rule === undefined) {
      finish(exchange, admission, noBytes);
      return;
    }
    if (head.headers['expect'] !== undefined) response.writeContinue();
    readBody(request, rule.bytesMax, (body) => {
      if (body === undefined) send(exchange, refuseLength(rule.bytesMax));
      else finish({ ...exchange, isRead: true }, admission, body);
    });
  };
  return {
    handle,
    drain: () => {
      draining = true;
      core.endStreams();
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: string;
  /** True once nothing more of the request is on its way. */
  readonly isRead: boolean;
}

function toHead(request: IncomingMessage): RequestHead {
  const { url = '/', method = 'GET', rawHeaders, socket } = request;
  const hosts = listHosts(rawHeaders);
  const headers = hosts.length > 1 ? { ...request.headers, host: hosts.join(', ') } : request.headers;
  const mark = url.indexOf('?');
  return {
    method,
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? '' : url.slice(mark + 1),
    headers,
    port: socket.localPort ?? 0,
  };
}

/** Node keeps the first Host and drops the others, by which a proxy before us may have routed. */
function listHosts(rawHeaders: readonly string[]): readonly string[] {
  let hosts: string[] = noHosts;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts = [...hosts, rawHeaders[at + 1] ?? ''];
  }
  return hosts;
}

const noHosts: string[] = [];

/**
 * Calls back once: with the whole body, or with undefined when it is too large. Not at all when the connection ends
 * before the body does, for then there is nobody to answer.
 */
function readBody(
  request: IncomingMessage,
  bytesMax: number,
  settle: (body: Uint8Array | undefined) => void,
): void {
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > bytesMax) {
      request.off('data', take).off('end', end);
      settle(undefined);
    } else if (first === undefined) first = chunk;
    else if (more === undefined) more = [first, chunk];
    else more.push(chunk);
  };
  const end = () => settle(more === undefined ? (first ?? noBytes) : Buffer.concat(more, size));
  request.on('data', take).once('end', end);
}

function writeReply(exchange: Exchange, reply: HttpReply, draining: boolean): void {
  const { request, response } = exchange;
  const { body, status } = reply;
  const isCutShort = !exchange.isRead && announcesBody(request.headers);
  const closing = draining || isCutShort ? ['connection', 'close'] : [];
  if (isCutShort || body instanceof ReadableStream) markReplied(request.socket);
  if (body instanceof ReadableStream) {
    streamReply(response, status, [...reply.headers, ...closing], body);
    return;
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
  response.writeHead(status, [...reply.headers, 'content-length', String(length), ...closing]);
  const content = request.method === 'HEAD' ? undefined : body;
  if (isCutShort) endOnceHeard(exchange, content);
  else response.end(content);
}

/**
 * Ends the reply when the client has stopped sending. Closing at once would reset the connection, and the reset may
 * overtake the reply that says why.
 */
function endOnceHeard({ request, response }: Exchange, content: string | Uint8Array | undefined): void {
  if (content === undefined || content.length === 0) response.flushHeaders();
  else response.write(content);
  const end = () => response.end();
  // A client that waits for leave to send its body will not send it.
  if (request.headers.expect !== undefined || request.complete) {
    end();
    return;
  }
  let discarded = 0;
  request.once('end', end).on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > discardedBytesMax) end();
  });
}
