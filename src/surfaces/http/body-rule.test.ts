import { describe, expect, it } from 'vitest';
import { textWith } from '../../../test/support/text-matchers.ts';
import { openHttp, readToEnd } from '../../../test/support/http-surface.ts';
import { jsonBody } from './body-rule.ts';

const path = '/v1/portfolios/main/deposit';
const deposit = JSON.stringify({ amount: '10', currency: 'USD', on: '2026-05-01', idempotency_key: 'd-1' });

describe('the content type of a write', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON ; Charset=UTF8',
    'application/json;',
  ])('may be %s', (contentType) => {
    expect(jsonBody(1).check(contentType)).toBeUndefined();
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json; boundary=x',
    'text/plain; application/json',
    'application/jsonp',
    'application/problem+json',
    'text/plain, application/json',
  ])('may not be %j', (contentType) => {
    expect(jsonBody(1).check(contentType)?.status).toBe(415);
  });

  it('is checked at the port, and so is the encoding', async () => {
    const http = await openHttp();
    const send = (headers: Record<string, string>) =>
      http.send(path, { method: 'POST', headers, body: deposit });
    const plain = await send({ 'content-type': 'text/plain' });
    expect([plain.status, plain.json()]).toMatchObject([
      415,
      {
        status: 'refused',
        code: 'content_type_unsupported',
        message: textWith('"text/plain"'),
      },
    ]);
    expect((await send({})).status).toBe(415);
    expect((await send({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).status).toBe(415);
    expect(await http.readEntries()).toEqual([]);
    expect((await send({ 'content-type': 'application/json', 'content-encoding': 'identity' })).status).toBe(
      201,
    );
  });
});

describe('the body of a write', () => {
  const json = { 'content-type': 'application/json' };
  const send = async (body: string | Uint8Array) => {
    const http = await openHttp();
    const reply = await http.send(path, { method: 'POST', headers: json, body });
    return [reply.status, reply.json()];
  };

  it.each([
    ['nothing', '', 'The body is not JSON'],
    ['half an object', '{"amount":', 'The body is not JSON'],
    ['an array', '[]', 'The body must be a JSON object'],
    ['a string', '"deposit"', 'The body must be a JSON object'],
    ['null', 'null', 'The body must be a JSON object'],
    ['bytes that are no UTF-8', Buffer.from('7b2261223a22ff227d', 'hex'), 'UTF-8'],
    ['too many levels', `{"amount":${'['.repeat(40)}${']'.repeat(40)}}`, 'nested deeper'],
    ['__proto__', '{"__proto__":{"amount":"1"}}', '__proto__'],
  ])('is refused with 400 when it is %s', async (_what, body, message) => {
    expect(await send(body)).toMatchObject([
      400,
      { operation: 'deposit', code: 'invalid_input', message: textWith(message) },
    ]);
  });

  it('is refused when a member stands twice, naming it and its place', async () => {
    expect(await send('{"amount":"1","currency":"USD","amount":"2"}')).toMatchObject([
      400,
      {
        code: 'invalid_input',
        message: textWith('"amount" stands twice'),
        detail: { path: 'amount' },
      },
    ]);
  });

  it('may have as many bytes as the limit, and not one more', async () => {
    const http = await openHttp({ limits: { bodyBytesMax: 200 } });
    const ofLength = (length: number) => deposit.padEnd(length);
    const post = (length: number) =>
      http.send(path, { method: 'POST', headers: json, body: ofLength(length) });
    expect((await post(200)).status).toBe(201);
    const refused = await post(201);
    expect([refused.status, refused.headers['connection'], refused.json()]).toMatchObject([
      413,
      'close',
      { code: 'body_too_large', detail: { bytes_max: 200 } },
    ]);
    const pure = { method: 'POST', path, query: '', port: http.port, body: Buffer.from(ofLength(201)) };
    const host = `127.0.0.1:${http.port}`;
    expect((await http.surface.answer({ ...pure, headers: { ...json, host } })).status).toBe(413);
    expect(
      (await http.surface.answer({ ...pure, headers: { ...json, host }, body: Buffer.from(deposit) })).status,
    ).toBe(200);
  });

  it('is limited to a mebibyte by itself', async () => {
    const http = await openHttp();
    const post = (length: number) =>
      http.send(path, { method: 'POST', headers: json, body: deposit.padEnd(length) });
    expect((await post(1_048_576)).status).toBe(201);
    expect((await post(1_048_577)).status).toBe(413);
  });

  it('is counted as it comes when its length is not told', async () => {
    const http = await openHttp({ limits: { bodyBytesMax: 200 } });
    const socket = await http.connect();
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${http.port}\r\ncontent-type: application/json\r\n`;
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    const chunk = `40\r\n${' '.repeat(64)}\r\n`;
    socket.write(chunk.repeat(4));
    const received = readToEnd(socket);
    socket.write(`${chunk.repeat(4)}0\r\n\r\n`);
    expect(await received).toMatch(/^HTTP\/1\.1 413 [^]*"code":"body_too_large"/);
  });

  it('is put together from pieces', async () => {
    const http = await openHttp();
    const socket = await http.connect();
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${http.port}\r\ncontent-type: application/json\r\n`;
    socket.write(`${head}connection: close\r\ntransfer-encoding: chunked\r\n\r\n`);
    for (const piece of deposit.match(/.{1,7}/g) ?? [])
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    socket.write('0\r\n\r\n');
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 201 /);
  });
});
