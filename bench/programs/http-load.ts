// Sends requests over kept connections, one at a time on each, and prints what came of them as JSON.
//
//   node http-load.js PLAN
//
// PLAN is an `HttpLoadPlan` as JSON. It speaks to the socket itself and reads of a reply only its status, its length and,
// where it counts, its body: a client that costs as much as the server would measure itself on two processors.

import { connect, type Socket } from 'node:net';
import { eventAt, namePortfolio, portfolio } from '../load/events.ts';
import type { HttpLoadPlan, HttpLoadResult } from '../load/http-load-plan.ts';
import { createKeySource } from '../load/keys.ts';
import { percentile } from '../measure/rounds.ts';

interface Request {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string;
}

const plan = JSON.parse(process.argv[2] ?? '') as HttpLoadPlan; // written by load/run-http-load.ts
const nextKey = createKeySource(plan.keys);
const nextRequest = createRequestSource();
const statuses: Record<string, number> = {};
const latencies: number[] = [];
let accepted = 0;
const lengthName = 'content-length: ';
let measuredFrom = Number.POSITIVE_INFINITY;
let measuredUntil = Number.POSITIVE_INFINITY;
let isOver = false;

async function run(): Promise<HttpLoadResult> {
  const started = performance.now();
  measuredFrom = started + plan.warmUpMs;
  measuredUntil = measuredFrom + plan.measuredMs;
  const stop = setTimeout(() => {
    isOver = true;
  }, plan.warmUpMs + plan.measuredMs);
  const cpuFrom = process.cpuUsage();
  await Promise.all(Array.from({ length: plan.connections }, () => talk()));
  clearTimeout(stop);
  const { user, system } = process.cpuUsage(cpuFrom);
  const wallMicroseconds = (performance.now() - started) * 1_000;
  return {
    accepted,
    statuses,
    requestsPerSecond: (latencies.length / plan.measuredMs) * 1_000,
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
    clientBusy: (user + system) / wallMicroseconds,
  };
}

/** One connection, from its first request until the time is over. */
function talk(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(plan.port, '127.0.0.1');
    socket.setNoDelay(true);
    let sentAt = 0;
    let received = '';
    const sendNext = () => {
      if (isOver) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      send(socket, nextRequest());
    };
    socket.on('error', reject);
    socket.on('connect', sendNext);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const end = findEnd(received);
      if (end === undefined) return;
      note(received, performance.now(), sentAt);
      received = '';
      sendNext();
    });
    socket.on('close', () => {
      if (!isOver) reject(new Error('The server closed a connection'));
    });
  });
}

function send(socket: Socket, { path, key, body }: Request): void {
  const keyHeader = key === undefined ? '' : `Idempotency-Key: ${key}\r\n`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${plan.port}\r\nContent-Type: application/json\r\n` +
      `${keyHeader}Content-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/** Where the reply ends, once all of it is there. Every server that is measured states the length. */
function findEnd(text: string): number | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const at = text.indexOf(lengthName);
  if (at === -1 || at > headEnd) throw new Error(`A reply has no length: ${text.slice(0, headEnd)}`);
  const end =
    headEnd + 4 + Number.parseInt(text.slice(at + lengthName.length, at + lengthName.length + 12), 10);
  return text.length >= end ? end : undefined;
}

function note(reply: string, now: number, sentAt: number): void {
  const status = reply.slice(9, 12);
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (plan.kind === 'batch') accepted += countAccepted(reply);
  else if (status === '201') accepted += 1;
  if (sentAt >= measuredFrom && now <= measuredUntil) latencies.push(now - sentAt);
}

function countAccepted(reply: string): number {
  return reply.split('"status":"accepted"').length - 1;
}

function createRequestSource(): () => Request {
  let index = plan.firstIndex;
  const single = (): Request => {
    const { operation, input } = eventAt(index);
    const path = `/v1/portfolios/${namePortfolio(index % plan.portfolios)}/${operation}`;
    index += 1;
    return { path, key: nextKey(), body: JSON.stringify(input) };
  };
  switch (plan.kind) {
    case 'single':
      return single;
    case 'batch':
      return () => {
        const elements = Array.from({ length: plan.batchSize }, () => {
          const { operation, input } = eventAt(index);
          index += 1;
          return { operation, idempotency_key: nextKey(), ...input };
        });
        return { path: `/v1/portfolios/${portfolio}/batch`, key: undefined, body: JSON.stringify(elements) };
      };
    case 'repeat': {
      const known = Array.from({ length: plan.repeatedKeys }, single);
      let at = 0;
      return () => {
        const request = known[at % known.length] ?? single();
        at += 1;
        return request;
      };
    }
    default:
      return plan.kind satisfies never;
  }
}

process.stdout.write(`${JSON.stringify(await run())}\n`);
