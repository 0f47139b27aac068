/** Answers what Node's parser or clock gave up on. There is no request and no response then, only the socket. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpReply } from './http-message.ts';
import { requestProblemReply } from './reply.ts';
import type { RequestProblemCode } from './request-problem.ts';

/** For the event `clientError`. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Duplex): void {
  const isAnswerable = socket.writable && error.code !== 'ECONNRESET' && !replied.has(socket);
  if (isAnswerable) socket.end(toText(describe(error.code)), () => socket.destroy());
  else socket.destroy();
}

const replied = new WeakSet<Duplex>();

/** Notes that a reply has begun which another one must not run into. */
export function markReplied(socket: Duplex): void {
  replied.add(socket);
}

/** By the code of Node's error. */
const knownErrors: ReadonlyMap<string | undefined, readonly [RequestProblemCode, string]> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', ['request_too_slow', 'The request did not arrive in time. Send it again.']],
  ['HPE_HEADER_OVERFLOW', ['head_too_large', 'The headers are too large. Send fewer or shorter ones.']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', ['body_too_large', 'The chunks of the body have too long extensions.']],
]);

function describe(errorCode: string | undefined): HttpReply {
  const [code, message] = knownErrors.get(errorCode) ?? [
    'malformed_request',
    'The request does not follow HTTP/1.1.',
  ];
  return requestProblemReply(code, message);
}

function toText({ status, headers, body }: HttpReply): string {
  const text = typeof body === 'string' ? body : '';
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push(`content-length: ${Buffer.byteLength(text)}`, 'connection: close', '', text);
  return lines.join('\r\n');
}
