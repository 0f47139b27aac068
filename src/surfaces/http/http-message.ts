/** A request and its reply as plain values, so that everything but the socket can be tested without one. */

/** As Node reads them: names in lower case, repeated ones joined or dropped by Node's rules. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request before its body has been read. */
export interface RequestHead {
  readonly method: string;
  /** As sent, without the query and still percent-encoded. */
  readonly path: string;
  /** What follows `?`, or empty. */
  readonly query: string;
  readonly headers: RequestHeaders;
  /** The port on this machine that the request came in by; the names of this machine are good with it only. */
  readonly port: number;
}

export interface HttpRequest extends RequestHead {
  readonly body: Uint8Array;
}

export type ReplyBody = string | Uint8Array | ReadableStream<Uint8Array>;

export interface HttpReply {
  readonly status: number;
  /** Name, value, name, value: the form in which Node takes them without copying. Length and date are added later. */
  readonly headers: readonly string[];
  readonly body: ReplyBody;
}

/** The one value of a request's header. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

/** The value of a reply's header, whose name is written in lower case. */
export function replyHeaderOf(reply: HttpReply, name: string): string | undefined {
  for (let at = 0; at < reply.headers.length; at += 2) {
    if (reply.headers[at] === name) return reply.headers[at + 1];
  }
  return undefined;
}

/** True when a body follows the head. */
export function announcesBody(headers: RequestHeaders): boolean {
  const length = headerOf(headers, 'content-length');
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
