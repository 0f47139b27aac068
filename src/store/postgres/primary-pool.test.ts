import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { PrimaryPool } from './primary-pool.ts';

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

describe('a pool of connections to the primary', () => {
  it('ends no process when a connection is shut down in the same moment in which it is handed out (2)', async () => {
    const pool = new PrimaryPool({
      name: 'postgres://test',
      hosts: [{ host: '127.0.0.1', port: await listen() }],
      database: 'books',
      user: 'ann',
      password: 'secret',
      encryption: { kind: 'off' },
    });
    // The server says that it takes writes, and in the same packet that it is being shut down.
    const client = await pool.acquire();
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    await pool.close();
  });
});

/** As much of a server as a connection meets before it is handed out, by the PostgreSQL protocol, version 3. */
async function listen(): Promise<number> {
  const listening = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]));
      socket.once('data', () => {
        const column = Buffer.concat([
          text('standby'),
          int32(0),
          int16(0),
          int32(16),
          int16(1),
          int32(-1),
          int16(0),
        ]);
        const answer = [
          message('T', Buffer.concat([int16(1), column])),
          message('D', Buffer.concat([int16(1), int32(1), Buffer.from('f')])),
          message('C', text('SELECT 1')),
          message('Z', Buffer.from('I')),
          message(
            'E',
            Buffer.concat([field('S', 'FATAL'), field('C', '57P01'), field('M', 'shut down'), zero]),
          ),
        ];
        socket.end(Buffer.concat(answer));
      });
    });
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return (listening.address() as AddressInfo).port; // it listens on a port
}

const zero = Buffer.from([0]);

function message(kind: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(kind), int32(content.length + 4), content]);
}

function field(kind: string, value: string): Buffer {
  return Buffer.concat([Buffer.from(kind), text(value)]);
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
