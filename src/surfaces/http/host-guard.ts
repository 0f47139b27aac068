/**
 * Keeps other sites' pages out. A page on a name that was rebound to this machine's address sends its own name as
 * Host, and its Origin agrees with it; only a list of the names that this hub goes by tells it apart. The check comes
 * before any routing, for health and documentation too.
 */
import { type HttpReply, headerOf, type RequestHeaders } from './http-message.ts';
import { requestProblemReply } from './reply.ts';

/** Undefined when the request may go on. */
export type HostGuard = (headers: RequestHeaders) => HttpReply | undefined;

/** The names of this machine, which are good with the port that the hub listens on. */
const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** Browsers leave this port out of Host and Origin. */
const plainHttpPort = 80;

/**
 * @param allowedHosts further names, each exactly as it stands in the Host header: `ledger.example.com` when clients use
 *   the scheme's own port, else `ledger.example.com:8443`.
 * @param port the port that the hub listens on
 */
export function createHostGuard(allowedHosts: readonly string[], port: number): HostGuard {
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
  for (const name of loopbackNames) {
    hosts.add(`${name}:${port}`);
    if (port === plainHttpPort) hosts.add(name);
  }
  const origins = new Set([...hosts].flatMap((host) => [`http://${host}`, `https://${host}`]));
  return (headers) => {
    const host = headerOf(headers, 'host') ?? '';
    if (!hosts.has(host) && !hosts.has(host.toLowerCase())) return refuseHost(host);
    const origin = headerOf(headers, 'origin');
    if (origin === undefined || origins.has(origin) || origins.has(origin.toLowerCase())) return undefined;
    return refuseOrigin(origin);
  };
}

function refuseHost(host: string): HttpReply {
  if (host.includes(','))
    return requestProblemReply('malformed_request', 'The request names more than one Host.');
  const found = host.slice(0, shownLengthMax);
  const message = `The Host "${found}" is not a name of this hub. Use its address, or add the name to the allowed hosts.`;
  return requestProblemReply('host_not_allowed', message, { host: found });
}

function refuseOrigin(origin: string): HttpReply {
  const found = origin.slice(0, shownLengthMax);
  const message = `A page of "${found}" may not use this hub. Open the hub by one of its own names.`;
  return requestProblemReply('origin_not_allowed', message, { origin: found });
}

const shownLengthMax = 255;
