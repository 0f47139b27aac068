import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openHttp, readToEnd, type TestHttp } from '../../../test/support/http-surface.ts';

const path = '/v1/portfolios/main/deposit';
const body = JSON.stringify({ amount: '10', currency: 'USD', on: '2026-05-01', idempotency_key: 'd-1' });

function headOf(http: TestHttp, more: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${http.port}\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;
}

async function exchange(http: TestHttp, text: string): Promise<string> {
  const socket = await http.connect();
  const received = readToEnd(socket);
  socket.write(text);
  return received;
}

describe('a client that asks before it sends', () => {
  it('gets leave when its head is good', async () => {
    const http = await openHttp();
    const socket = await http.connect();
    socket.write(headOf(http, `connection: close\r\nexpect: 100-continue\r\ncontent-length: ${body.length}`));
    const [leave] = (await once(socket, 'data')) as [Buffer];
    expect(leave.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    const received = readToEnd(socket);
    socket.write(body);
    expect(await received).toMatch(/^HTTP\/1\.1 201 /);
  });

  it.each([
    ['the body is too large', 'content-length: 2000000', 413],
    ['the host is foreign', 'content-length: 10\r\norigin: http://evil.example', 403],
  ])('gets none when %s', async (_what, more, status) => {
    const http = await openHttp();
    const received = await exchange(http, headOf(http, `expect: 100-continue\r\n${more}`));
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).not.toContain('100 Continue');
  });

  it('is answered 417 when it expects something else', async () => {
    const http = await openHttp();
    const received = await exchange(
      http,
      headOf(http, 'connection: close\r\nexpect: tea\r\ncontent-length: 0'),
    );
    expect(received).toMatch(/^HTTP\/1\.1 417 [^]*"code":"expectation_unsupported"/);
  });
});

describe('a refusal before the body was read', () => {
  it('reaches a client that sends everything first, and closes the connection', async () => {
    const http = await openHttp();
    const size = 3_000_000;
    const received = await exchange(http, headOf(http, `content-length: ${size}`) + ' '.repeat(size));
    expect(received).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i);
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('does not listen for ever to one that goes on sending', async () => {
    const http = await openHttp();
    const socket = await http.connect();
    const received = readToEnd(socket);
    socket.write(headOf(http, 'transfer-encoding: chunked'));
    const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
    const send = (): void => {
      while (!socket.destroyed && socket.write(chunk)) continue;
    };
    socket.on('drain', send);
    send();
    expect(await received).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('keeps the connection when the body of a GET is of no interest', async () => {
    const http = await openHttp();
    const get = `GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${http.port}\r\ncontent-length: 5\r\n\r\nhello`;
    expect(await exchange(http, get + get)).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
  });
});

describe('what does not follow HTTP', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a line that is not ended well', 'GET / HTTP/1.1\nhost x\n\n', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
    ],
    ['too large headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is answered and cut off: %s', async (_what, text, status) => {
    const http = await openHttp();
    expect(await exchange(http, text)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [^]*connection: close`, 'i'),
    );
  });

  it('is answered in the middle of a body too', async () => {
    const http = await openHttp();
    const received = await exchange(http, `${headOf(http, 'transfer-encoding: chunked')}zz\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 400 [^]*"code":"malformed_request"/);
    expect(await http.readEntries()).toEqual([]);
  });

  it('books nothing when the client leaves in the middle of a body', async () => {
    const http = await openHttp();
    const socket = await http.connect();
    socket.end(`${headOf(http, `content-length: ${body.length + 1}`)}${body}`);
    await readToEnd(socket);
    expect((await http.send('/healthz')).status).toBe(200);
    expect(await http.readEntries()).toEqual([]);
  });

  it('without a Host over HTTP/1.0 is foreign', async () => {
    const http = await openHttp();
    expect(await exchange(http, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('a fault of our own', () => {
  it('before the routing is a 500 that is logged and tells nothing', async () => {
    const tokens = () => {
      throw new Error('inside');
    };
    const http = await openHttp({ tokens });
    const reply = await http.send('/docs');
    expect([reply.status, reply.json()]).toMatchObject([500, { status: 'defect' }]);
    expect(reply.text).not.toContain('inside');
    expect(http.logged.at(-1)).toMatchObject({ level: 'error', entry: { event: 'admission_failed' } });
  });

  it('while the reply is written cuts the connection and leaves the server well', async () => {
    let breaks = true;
    const observeRequest = () => {
      if (breaks) throw new Error('inside');
    };
    const render = () => Promise.resolve({ contentType: 'text/plain', body: '' });
    const http = await openHttp({ metrics: { render, observeRequest } });
    await expect(http.send('/healthz')).rejects.toThrow(/hang up|ECONNRESET|EPIPE/);
    expect(http.logged.at(-1)).toMatchObject({ level: 'error', entry: { event: 'reply_failed' } });
    breaks = false;
    expect((await http.send('/healthz')).status).toBe(200);
  });
});
