/** Opens the port, keeps slow and broken clients from holding it, and stops without cutting off what runs. */
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '../../engine/outcome.ts';
import { answerBrokenRequest } from './broken-request.ts';
import type { HttpSurface } from './http-surface.ts';

export interface HttpTimeouts {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** A kept connection without a request. Longer than the pauses of clients that hold connections open. */
  readonly idleMs: number;
  /** A connection on which nothing moves, in the middle of a request or a reply. */
  readonly stalledMs: number;
  /** How often the first two are looked at. */
  readonly checkEveryMs: number;
}

const defaultTimeouts: HttpTimeouts = {
  headersMs: 10_000,
  requestMs: 60_000,
  idleMs: 10_000,
  stalledMs: 180_000,
  checkEveryMs: 2_000,
};

export interface ServeOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly timeouts?: Partial<HttpTimeouts>;
  /** Each may hold one body in memory. More are turned away until others leave. */
  readonly connectionsMax?: number;
}

const defaultConnectionsMax = 1_000;
/** Of all headers of a request together; more is answered 431. */
const headBytesMax = 16_384;

export interface HttpService {
  /** `http://127.0.0.1:7171` */
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets running requests finish for at most so long, then cuts off what is left. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Rejects when the address cannot be listened on. */
export async function serveHttp(surface: HttpSurface, options: ServeOptions): Promise<HttpService> {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    maxHeaderSize: headBytesMax,
    noDelay: true,
  });
  server.maxConnections = options.connectionsMax ?? defaultConnectionsMax;
  server.setTimeout(timeouts.stalledMs);
  server
    .on('request', surface.handle)
    .on('checkContinue', surface.handle)
    .on('checkExpectation', surface.handle);
  server.on('clientError', answerBrokenRequest);
  const connections = trackConnections(server);
  await listen(server, options);
  const port = portOf(server);
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  surface.logger.info({ event: 'http_listening', url });
  return { url, port, close: (graceMs) => close(server, connections, surface, graceMs) };
}

function listen(server: Server, { host, port }: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toListenFault(error, host, port)));
    server.listen({ host, port }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function toListenFault(error: Error & { readonly code?: string }, host: string, port: number): Fault {
  const reason =
    error.code === 'EADDRINUSE'
      ? 'another program listens there already'
      : `the system says ${error.code ?? error.message}`;
  return new Fault(
    'unavailable',
    `The hub cannot listen on ${host}:${port}: ${reason}. Stop that program or choose another port with --port.`,
    error,
  );
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
}

/** The open connections. */
function trackConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

async function close(
  server: Server,
  connections: ReadonlySet<Socket>,
  surface: HttpSurface,
  graceMs: number,
): Promise<void> {
  surface.drain();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node closes the connections between two requests, but waits for those that have not sent their first.
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
  surface.logger.info({ event: 'http_stopped' });
}
