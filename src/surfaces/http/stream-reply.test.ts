import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { streamReply } from './stream-reply.ts';

/** A reply that waits to be begun, and the client that asked for it. */
async function openExchange() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // a server that listens on a port has one
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  const asked = once(server, 'request');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const response = (await asked)[1] as ServerResponse; // the second argument of every request
  return { client, response };
}

describe('a streamed reply', () => {
  it('ends its source when the client had left before it began', async () => {
    const { client, response } = await openExchange();
    const closed = once(response, 'close');
    client.destroy();
    await closed;
    const cancelled = new Promise<void>((resolve) => {
      const source = new ReadableStream<Uint8Array>({ cancel: () => resolve() }, { highWaterMark: 0 });
      streamReply(response, 200, [], source);
    });
    await cancelled;
  });

  it('cuts off a client that takes nothing once its source fails', async () => {
    const connection = new Duplex({ read: () => undefined, write: () => undefined }); // takes nothing, for ever
    const socket = connection as Socket; // as far as a response goes
    const response = new ServerResponse(new IncomingMessage(socket));
    response.assignSocket(socket);
    let fail: () => void = () => undefined;
    const source = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          controller.enqueue(new Uint8Array(1_048_576));
          fail = () => controller.error(new Error('enough'));
        },
      },
      { highWaterMark: 0 },
    );
    streamReply(response, 200, [], source);
    await nextTurn();
    expect(response.writableNeedDrain).toBe(true);
    const closed = once(response, 'close');
    fail();
    await closed;
    expect(connection.destroyed).toBe(true);
  });
});
