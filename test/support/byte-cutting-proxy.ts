/** A loopback proxy that cuts each connection when the server has sent so many bytes over it, in the middle of anything. */
import { createConnection, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { fail } from './fail.ts';

export interface ByteCuttingProxy {
  readonly port: number;
  readonly cuts: () => number;
}

/** `budget` gives the bytes that the next connection may carry; `target` the port of the server as it is now. */
export async function openByteCuttingProxy(
  target: () => number,
  budget: () => number,
): Promise<ByteCuttingProxy> {
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = createConnection(target(), '127.0.0.1');
    let left = budget();
    const cutBoth = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', cutBoth);
      socket.once('close', () => open.delete(socket));
    }
    client.pipe(upstream);
    upstream.on('data', (piece: Buffer) => {
      client.write(piece.subarray(0, left));
      left -= piece.length;
      if (left > 0) return;
      cuts += 1;
      upstream.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : fail('the proxy has no port');
  return { port, cuts: () => cuts };
}
