/** Reads live events as a browser would: comes back with the id of the last event that it got whole. */
import { type ClientRequest, request as startRequest } from 'node:http';

export interface EventReaderOptions {
  readonly port: () => number;
  readonly portfolio?: string;
  /** Where to begin; undefined for what comes next. */
  readonly since: string | undefined;
  /** Stops when it has got so many. */
  readonly wanted: number;
  /** Plants the fault of a reader that comes back without the id of its last event. */
  readonly forgets?: boolean;
}

export interface EventReader {
  /** The numbers of the entries that came, in the order in which they came. */
  readonly seqs: readonly number[];
  readonly data: readonly unknown[];
  readonly connections: () => number;
  /** Resolves when it follows the journal for the first time. */
  readonly following: Promise<void>;
  /** Resolves when as many as wanted came. */
  readonly done: Promise<void>;
  readonly stop: () => void;
}

/** Milliseconds before it comes back; servers are being killed meanwhile. */
const pauseMs = 15;

export function readEvents({
  port,
  portfolio = 'main',
  since,
  wanted,
  forgets = false,
}: EventReaderOptions): EventReader {
  const seqs: number[] = [];
  const data: unknown[] = [];
  let lastId: string | undefined;
  let connections = 0;
  let isStopped = false;
  let sending: ClientRequest | undefined;
  let finish: () => void = () => undefined;
  let follow: () => void = () => undefined;
  const following = new Promise<void>((resolve) => {
    follow = resolve;
  });
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const take = (block: string): void => {
    const fields = readBlock(block);
    if (fields.id !== undefined && !forgets) lastId = fields.id;
    follow();
    if (fields.data === undefined) return;
    seqs.push(Number(fields.id?.replace('ent_', '')));
    data.push(JSON.parse(fields.data));
    if (seqs.length < wanted) return;
    stop();
    finish();
  };
  const connect = (): void => {
    if (isStopped) return;
    const query = since === undefined ? '' : `?since=${since}`;
    const headers = { host: 'fixpoint.test', ...(lastId === undefined ? {} : { 'last-event-id': lastId }) };
    const path = `/v1/portfolios/${portfolio}/events${query}`;
    sending = startRequest({ host: '127.0.0.1', port: port(), path, headers, agent: false });
    // Whatever ends the connection, it comes back once.
    sending.on('error', () => undefined).once('close', () => void setTimeout(connect, pauseMs));
    sending.once('response', (response) => {
      if (response.statusCode !== 200) return void response.resume();
      connections += 1;
      let unread = '';
      response.setEncoding('utf8').on('error', () => undefined);
      response.on('data', (piece: string) => {
        const blocks = `${unread}${piece}`.split('\n\n');
        unread = blocks.pop() ?? '';
        for (const block of blocks) if (!isStopped) take(block);
      });
    });
    sending.end();
  };
  const stop = (): void => {
    isStopped = true;
    sending?.destroy();
  };
  connect();
  return { seqs, data, connections: () => connections, following, done, stop };
}

function readBlock(block: string): { readonly id?: string; readonly data?: string } {
  return Object.fromEntries(
    block.split('\n').flatMap((line) => {
      const colon = line.indexOf(': ');
      return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 2)]];
    }),
  );
}
