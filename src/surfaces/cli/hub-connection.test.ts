import { describe, expect, it } from 'vitest';
import { openCliSession, openRemoteSession } from '../../../test/support/cli-session.ts';
import { openHttp } from '../../../test/support/http-surface.ts';
import { cutOff, openScriptedServer, replyWith, saySilence } from '../../../test/support/scripted-server.ts';
import { splitShellWords } from '../../../test/support/split-shell-words.ts';

const accepted = {
  status: 'accepted',
  operation: 'deposit',
  portfolio: 'main',
  idempotency_key: 'made-1',
  entry_id: 'ent_1',
  result: {},
};

const unavailable = {
  type: '/docs#code-unavailable',
  title: 'Unavailable',
  status: 'failed',
  operation: 'deposit',
  portfolio: 'main',
  code: 'unavailable',
  message: 'The store does not answer.',
};

describe('a hub that does not answer', () => {
  it('leaves the outcome unknown when it takes the request and cuts the connection', async () => {
    const { url, seen } = await openScriptedServer(cutOff);
    const { exit, document } = await openRemoteSession(url).runJson('deposit', '5');
    expect(exit).toBe(3);
    expect(document).toMatchObject({
      status: 'failed',
      code: 'outcome_unknown',
      idempotency_key: 'made-1',
      retry: 'fixpoint deposit 5 --on 2026-11-30 --portfolio main --json --idempotency-key made-1',
    });
    expect(seen).toHaveLength(1);
  });

  it('leaves the outcome unknown when it stays silent, and says how long was waited', async () => {
    const { url, seen } = await openScriptedServer(saySilence);
    const { exit, err } = await openRemoteSession(url).run('deposit', '5', '--timeout', '0.2');
    expect(exit).toBe(3);
    expect(err).toContain('Failed (outcome_unknown): The hub at ');
    expect(err).toContain('did not answer within 0.2 s.');
    expect(err).toContain(
      '  fixpoint deposit 5 --on 2026-11-30 --portfolio main --timeout 0.2 --idempotency-key made-1\n',
    );
    expect(seen).toHaveLength(1);
  });

  it('leaves the outcome unknown when it stops in the middle of its answer', async () => {
    const { url } = await openScriptedServer((response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"status":"acc', () => void response.destroy());
    });
    expect(await openRemoteSession(url).runJson('deposit', '5')).toMatchObject({
      exit: 3,
      document: { code: 'outcome_unknown' },
    });
  });

  it.each([
    { status: 502, body: '<html>bad gateway</html>' },
    { status: 200, body: '<html>hello</html>' },
    { status: 200, body: '{"hello":"world"}' },
    { status: 201, body: { ...accepted, status: 'transcended' } },
    { status: 500, body: { status: 'failed' } },
    { status: 307, body: '' },
  ])('leaves the outcome unknown after $status $body', async ({ status, body }) => {
    const { url, seen } = await openScriptedServer(replyWith(status, body, { location: '/elsewhere' }));
    const { exit, document } = await openRemoteSession(url, { FIXPOINT_TOKEN: 't' }).runJson('deposit', '5');
    expect(exit).toBe(3);
    expect(document).toMatchObject({
      status: 'failed',
      code: 'outcome_unknown',
      retry: expect.any(String) as string,
    });
    expect(seen).toHaveLength(1);
  });

  it('is unavailable when nobody listens there', async () => {
    const { url, close } = await openScriptedServer(saySilence);
    await close();
    const { exit, document } = await openRemoteSession(url).runJson('deposit', '5');
    expect(exit).toBe(3);
    expect(document).toMatchObject({ status: 'failed', code: 'unavailable', idempotency_key: 'made-1' });
  });

  it('finds out with the printed command whether it was booked', async () => {
    const { port } = await openHttp();
    let losses = 1;
    const session = openCliSession({
      env: { FIXPOINT_API_BASE: `http://127.0.0.1:${port}` },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (losses === 0) return response;
        losses -= 1;
        await response.body?.cancel();
        throw new TypeError('fetch failed', {
          cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
        });
      },
    });
    const { err } = await session.run('deposit', '5', '--note', "it's mine");
    expect(err).toContain('(ECONNRESET)');
    const [, ...words] = splitShellWords(err.slice(err.indexOf('  fixpoint ')).trimEnd());
    expect(await session.runJson(...words)).toMatchObject({
      exit: 0,
      document: { status: 'duplicate', idempotency_key: 'made-1' },
    });
  });

  it('makes every row of a batch fail with its own key', async () => {
    const { url } = await openScriptedServer(cutOff);
    const row = '{"operation":"deposit","idempotency_key":"k1","amount":"5"}';
    const { exit, out, err } = await openRemoteSession(url, {}, { f: row }).run('batch', 'f');
    expect(exit).toBe(3);
    expect(JSON.parse(out)).toMatchObject({
      status: 'failed',
      code: 'outcome_unknown',
      idempotency_key: 'k1',
    });
    expect(err).toContain('Run the same command again');
  });

  it('fails a question', async () => {
    const { url } = await openScriptedServer(cutOff);
    expect(await openRemoteSession(url).runJson('cash')).toMatchObject({
      exit: 3,
      document: { status: 'failed', query: 'cash', code: 'unavailable' },
    });
  });
});

describe('further attempts', () => {
  it('are not made unless they are asked for', async () => {
    const { url, seen } = await openScriptedServer(replyWith(503, unavailable, { 'retry-after': '1' }));
    const session = openRemoteSession(url);
    const { exit, document } = await session.runJson('deposit', '5');
    expect(exit).toBe(3);
    expect(document).toMatchObject({
      status: 'failed',
      code: 'unavailable',
      message: 'The store does not answer.',
    });
    expect(document).not.toHaveProperty('title');
    expect({ sent: seen.length, pauses: session.pauses }).toEqual({ sent: 1, pauses: [] });
  });

  it('carry the same key and body, and wait as long as the hub says', async () => {
    const busy = replyWith(503, unavailable, { 'retry-after': '7' });
    const { url, seen } = await openScriptedServer(busy, cutOff, busy, replyWith(201, accepted));
    const session = openRemoteSession(url);
    const { exit, document } = await session.runJson('deposit', '5', '--retries', '5');
    expect(exit).toBe(0);
    expect(document).toMatchObject({ status: 'accepted' });
    expect(seen).toHaveLength(4);
    expect(
      new Set(seen.map(({ headers, body }) => `${headers['idempotency-key'] as string} ${body}`)).size,
    ).toBe(1);
    const [first = 0, second = 0, third = 0] = session.pauses;
    for (const told of [first, third]) {
      expect(told).toBeGreaterThanOrEqual(7_000);
      expect(told).toBeLessThanOrEqual(8_750);
    }
    expect(second).toBeGreaterThanOrEqual(1_000);
    expect(second).toBeLessThanOrEqual(1_250);
  });

  it('end after as many as were asked for, and no pause is longer than a minute', async () => {
    const { url, seen } = await openScriptedServer(replyWith(503, unavailable, { 'retry-after': '999999' }));
    const session = openRemoteSession(url);
    expect((await session.run('deposit', '5', '--retries', '2')).exit).toBe(3);
    expect(seen).toHaveLength(3);
    expect(session.pauses).toEqual([60_000, 60_000]);
  });

  it('are not made after an answer', async () => {
    const refusal = {
      ...accepted,
      status: 'refused',
      code: 'insufficient_cash',
      message: 'Too little.',
      detail: {},
    };
    const { url, seen } = await openScriptedServer(replyWith(422, refusal));
    expect((await openRemoteSession(url).run('deposit', '5', '--retries', '5')).exit).toBe(1);
    expect(seen).toHaveLength(1);
  });

  it('are made for questions too', async () => {
    const { url, seen } = await openScriptedServer(cutOff, replyWith(200, []));
    expect(await openRemoteSession(url).runJson('cash', '--retries', '1')).toEqual({ exit: 0, document: [] });
    expect(seen).toHaveLength(2);
  });
});

describe('an address or a token', () => {
  it.each([
    { env: { FIXPOINT_API_BASE: 'localhost:7171' }, message: 'must be an address' },
    { env: { FIXPOINT_API_BASE: 'ftp://localhost' }, message: 'must be an address' },
    { env: { FIXPOINT_API_BASE: 'http://me:secret@localhost' }, message: 'may hold no password' },
    {
      env: { FIXPOINT_API_BASE: 'http://localhost', FIXPOINT_TOKEN: 'a\nb' },
      message: 'FIXPOINT_TOKEN has blanks',
    },
  ])('that cannot be used is refused before anything is sent: $env', async ({ env, message }) => {
    const { exit, err } = await openCliSession({ env }).run('deposit', '5');
    expect(exit).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toContain('secret');
  });
});
