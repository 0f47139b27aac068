/** The journal of a portfolio as it grows, as server-sent events. */
import type { Hub } from '../../engine/hub.ts';
import { parseEntryId, seqOfEntryId, toEntryId } from '../../ledger/entry.ts';
import { type Call, type Endpoint, mayUse } from './endpoint.ts';
import type { EventFeed } from './event-feed.ts';
import { headerOf } from './http-message.ts';
import { refuseAbsent } from './query-endpoint.ts';
import { readQueryString } from './query-string.ts';
import { contentReply, refusalReply } from './reply.ts';

export const eventsRoute = '/v1/portfolios/{portfolio}/events';

/**
 * Proxies that gather what they pass on would hold events back. A connection whose stream has ended is not kept, so that
 * a hub that stops need not wait for it.
 */
const streamHeaders = ['x-accel-buffering', 'no', 'connection', 'close'] as const;
const eventStreamType = 'text/event-stream; charset=utf-8';

export function eventsEndpoint(hub: Pick<Hub, 'newestSeq'>, feed: EventFeed): Endpoint {
  return {
    route: eventsRoute,
    scope: 'read',
    body: undefined,
    answer: async (call) => {
      const { portfolio } = call;
      const about = { query: 'events', portfolio };
      const start = readStart(call);
      if (start.kind === 'unusable') return refusalReply(start, about);
      const newestSeq = mayUse(call.caller, portfolio) ? await hub.newestSeq(portfolio) : undefined;
      if (newestSeq === undefined) return refusalReply(refuseAbsent(portfolio), about);
      const afterSeq = start.afterSeq ?? newestSeq;
      if (afterSeq > newestSeq) return refusalReply(refuseFuture(start.field, afterSeq, newestSeq), about);
      if (call.head.method === 'HEAD') return contentReply(200, eventStreamType, '', streamHeaders);
      return contentReply(200, eventStreamType, feed.open(portfolio, afterSeq, newestSeq), streamHeaders);
    },
  };
}

type Refusal = Parameters<typeof refusalReply>[0];

type Start =
  /** Without a number the stream begins with what comes next. */
  | { readonly kind: 'start'; readonly field: string; readonly afterSeq: number | undefined }
  | ({ readonly kind: 'unusable' } & Refusal);

/** A reader that comes back sends the header, and the URL is still that of its first request: the header counts. */
function readStart({ head }: Call): Start {
  const read = readQueryString(head.query);
  if (read.kind === 'unusable') return read;
  const { since, ...others } = read.parameters;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const message = `"${unknown}" is no parameter of events. They take "since".`;
    return unusable(message, unknown, others[unknown] ?? '');
  }
  const lastId = headerOf(head.headers, 'last-event-id');
  const [field, text] = lastId === undefined ? ['since', since] : ['last-event-id', lastId];
  if (text === undefined) return { kind: 'start', field, afterSeq: undefined };
  const afterSeq = parseStart(text);
  if (afterSeq !== undefined) return { kind: 'start', field, afterSeq };
  const message = `"${field}" is "${text.slice(0, 40)}". It must be an entry, such as ent_12, or 0 for the beginning.`;
  return unusable(message, field, text.slice(0, 40));
}

function parseStart(text: string): number | undefined {
  if (text === '0') return 0;
  const id = parseEntryId(text);
  return id === undefined ? undefined : seqOfEntryId(id);
}

function unusable(message: string, field: string, found: string): Extract<Start, { kind: 'unusable' }> {
  return { kind: 'unusable', code: 'invalid_input', message, detail: { field, found } };
}

/** Waiting would leave out silently what is booked until the journal is that long again. */
function refuseFuture(field: string, afterSeq: number, newestSeq: number): Refusal {
  const found = toEntryId(afterSeq);
  const newest = newestSeq === 0 ? 'there is none yet' : `the newest is ${toEntryId(newestSeq)}`;
  const message = `"${field}" names ${found}, but ${newest}: these are other books, or older ones. Begin again from 0.`;
  return { code: 'invalid_input', message, detail: { field, found } };
}
