/**
 * The HTTP interface without the socket: every operation and question of the registries at its path, and what a hub
 * needs besides.
 *
 * One request's way: Host and Origin → path → token → method → scope → content type and length → body → endpoint.
 * Nothing before the body costs more than a few look-ups, and nothing here knows a particular operation.
 */
import type { Hub } from '../../engine/hub.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Query } from '../../engine/query.ts';
import { admitRequest, type Admission, type AdmissionRules, refuseLength } from './admit-request.ts';
import { batchEndpoint } from './batch-endpoint.ts';
import { defaultEventLimits, EventFeed, type EventLimits } from './event-feed.ts';
import { eventsEndpoint } from './events-endpoint.ts';
import { createHostGuard, type HostGuard } from './host-guard.ts';
import type { HttpReply, HttpRequest, RequestHead } from './http-message.ts';
import type { HttpLogger } from './http-logger.ts';
import { portfoliosEndpoint, portfoliosQueryName, portfoliosRoute, queryEndpoint } from './query-endpoint.ts';
import { errorReply } from './reply.ts';
import { findActiveAliases } from './route-aliases.ts';
import { scheduleByTimer } from './schedule.ts';
import { createRouteTable, type RouteEntry } from './route-table.ts';
import { type McpHandler, serviceEntries } from './service-endpoints.ts';
import type { TokenCheck } from './tokens.ts';
import { type UploadRoute, uploadEndpoint } from './upload-endpoint.ts';
import { aliasEndpoint, writeEndpoint } from './write-endpoint.ts';

export type SurfaceHub = Pick<
  Hub,
  | 'submit'
  | 'submitAll'
  | 'ask'
  | 'checkReady'
  | 'keysRequired'
  | 'defaultPortfolio'
  | 'newestSeq'
  | 'readJournal'
  | 'onWrite'
>;

export interface HttpSurfaceOptions {
  readonly hub: SurfaceHub;
  readonly operations: readonly Operation[];
  readonly queries: readonly Query[];
  readonly tokens: TokenCheck;
  /** Names besides this machine's own, each as it stands in the Host header: `ledger.example.com`, `10.0.0.5:7171`. */
  readonly allowedHosts: readonly string[];
  readonly logger: HttpLogger;
  readonly metrics: {
    readonly render: () => Promise<{ readonly contentType: string; readonly body: string }>;
    /** Told of every reply; `route` is one of a fixed set. */
    readonly observeRequest?: (route: string, status: number) => void;
  };
  readonly mcp?: McpHandler;
  readonly uploads: readonly UploadRoute[];
  readonly limits?: Partial<HttpLimits>;
  readonly events?: Partial<EventLimits>;
}

export interface HttpLimits {
  /** Of every body that is not an upload. A full batch fits with about a kilobyte for each element. */
  readonly bodyBytesMax: number;
}

const defaultLimits: HttpLimits = { bodyBytesMax: 1_048_576 };

export interface SurfaceCore {
  /** Everything that can be said before the body is read. Never throws. */
  readonly admit: (head: RequestHead) => Admission;
  /** Answers an admitted request. Never rejects: what throws becomes a problem and is logged. */
  readonly finish: (admission: Admission, body: Uint8Array) => Promise<HttpReply>;
  /** The whole way of a request without a socket. */
  readonly answer: (request: HttpRequest) => Promise<HttpReply>;
  readonly observeRequest: (route: string, status: number) => void;
  /** Ends the replies that would go on for ever, and refuses others of their kind from now on. */
  readonly endStreams: () => void;
  readonly logger: HttpLogger;
}

/** The label of a request that could not even be looked at. */
const failedRoute = '(failed)';

export function createSurfaceCore(options: HttpSurfaceOptions): SurfaceCore {
  const { allowedHosts, hub, logger, tokens } = options;
  const limits = { ...defaultEventLimits, ...options.events };
  const feed = new EventFeed({ hub, limits, schedule: scheduleByTimer, logger });
  const rules: AdmissionRules = {
    routes: createRouteTable(routeEntries(options, feed)),
    tokens,
    guardOf: rememberGuards((port) => createHostGuard(allowedHosts, port)),
    warn: (entry) => logger.warn(entry),
  };
  const admit = (head: RequestHead): Admission => {
    try {
      return admitRequest(rules, head);
    } catch (error) {
      logger.error({ event: 'admission_failed', method: head.method, err: error });
      return { kind: 'reply', route: failedRoute, reply: errorReply(error, {}) };
    }
  };
  const finish = async (admission: Admission, body: Uint8Array): Promise<HttpReply> => {
    if (admission.kind === 'reply') return admission.reply;
    const { endpoint, call } = admission;
    try {
      return await endpoint.answer(call, body);
    } catch (error) {
      logger.error({ event: 'request_failed', route: endpoint.route, method: call.head.method, err: error });
      return errorReply(error, call.portfolio === '' ? {} : { portfolio: call.portfolio });
    }
  };
  return {
    admit,
    finish,
    answer: (request) => {
      const admission = admit(request);
      const rule = admission.kind === 'admitted' ? admission.endpoint.body : undefined;
      const isTooLong = rule !== undefined && request.body.byteLength > rule.bytesMax;
      return isTooLong ? Promise.resolve(refuseLength(rule.bytesMax)) : finish(admission, request.body);
    },
    observeRequest: options.metrics.observeRequest ?? (() => undefined),
    endStreams: () => feed.stop(),
    logger,
  };
}

function routeEntries(options: HttpSurfaceOptions, feed: EventFeed): readonly RouteEntry[] {
  const { hub, queries, uploads, mcp, metrics } = options;
  const { bodyBytesMax } = { ...defaultLimits, ...options.limits };
  const operations = options.operations.filter(({ exposure }) => exposure === 'everywhere');
  const entries: RouteEntry[] = [];
  const atNoun = (method: string, noun: string, endpoint: RouteEntry['endpoint']) =>
    entries.push({ method, place: { kind: 'noun', noun }, endpoint });
  for (const operation of operations)
    atNoun('POST', operation.name, writeEndpoint(hub, operation, bodyBytesMax));
  for (const query of queries) atNoun('GET', query.name, queryEndpoint(hub, query));
  for (const upload of uploads) atNoun('POST', upload.segment, uploadEndpoint(upload));
  atNoun('GET', 'events', eventsEndpoint(hub, feed));
  atNoun('POST', 'batch', batchEndpoint(hub, operations, bodyBytesMax));
  for (const alias of findActiveAliases(operations)) {
    const endpoint = aliasEndpoint(hub, alias, bodyBytesMax);
    const { method, noun } = alias;
    entries.push({ method, place: { kind: 'noun_and_subject', noun }, endpoint });
    if (alias.subjectInPath === 'optional') atNoun(method, noun, endpoint);
  }
  const portfolios = queries.find(({ name }) => name === portfoliosQueryName);
  if (portfolios !== undefined) {
    const endpoint = portfoliosEndpoint(hub, portfolios);
    entries.push({ method: 'GET', place: { kind: 'path', path: portfoliosRoute }, endpoint });
  }
  const describe = { keysRequired: hub.keysRequired, uploads, mcp: mcp !== undefined };
  const services = { hub, operations, queries, describe, renderMetrics: metrics.render, mcp, bodyBytesMax };
  return [...entries, ...serviceEntries(services)];
}

/** A hub listens on one port, seldom two, so what belongs to a port is made once. */
function rememberGuards(make: (port: number) => HostGuard): (port: number) => HostGuard {
  const guards = new Map<number, HostGuard>();
  return (port) => {
    let guard = guards.get(port);
    if (guard === undefined) {
      guard = make(port);
      guards.set(port, guard);
    }
    return guard;
  };
}
