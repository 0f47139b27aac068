/** A loopback proxy in front of PostgreSQL that cuts a connection at its COMMIT, before the server got it or after. */
import { createConnection, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { fail } from './fail.ts';

/**
 * - `before`: the server gets everything up to the COMMIT, and then nothing more.
 * - `after`: the server has committed, and the client never hears of it.
 */
export type Cut = 'before' | 'after';

export interface CuttingProxy {
  readonly port: number;
  /** The next COMMIT on any connection is cut. */
  readonly cutNext: (cut: Cut) => void;
  /** How many were cut. */
  readonly struck: () => number;
}

/** COMMIT as a message of its own, and the tag by which it is answered. Both end in a zero byte. */
const sentCommit = Buffer.from('COMMIT\0');

export async function openCuttingProxy(serverPort: number): Promise<CuttingProxy> {
  let planned: Cut | undefined;
  let struck = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = createConnection(serverPort, '127.0.0.1');
    let waitsForAnswer = false;
    const cutBoth = (): void => {
      struck += 1;
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      const at = planned === undefined ? -1 : chunk.indexOf(sentCommit);
      if (at < 0) {
        upstream.write(chunk);
        return;
      }
      waitsForAnswer = planned === 'after';
      planned = undefined;
      // Five bytes before the text the message begins, with its kind and length.
      if (waitsForAnswer) upstream.write(chunk);
      else upstream.write(chunk.subarray(0, at - 5), cutBoth);
    });
    let tail = Buffer.alloc(0);
    upstream.on('data', (chunk) => {
      if (!waitsForAnswer) {
        client.write(chunk);
        return;
      }
      // The answer may come in pieces.
      tail = Buffer.concat([tail, chunk]);
      if (tail.includes(sentCommit)) cutBoth();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : fail('the proxy has no port'),
    cutNext: (cut) => {
      planned = cut;
    },
    struck: () => struck,
  };
}
