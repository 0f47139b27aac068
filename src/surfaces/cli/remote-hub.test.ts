import { describe, expect, it } from 'vitest';
import { openCliSession, openRemoteSession } from '../../../test/support/cli-session.ts';
import { openHttp } from '../../../test/support/http-surface.ts';
import { openScriptedServer, replyWith } from '../../../test/support/scripted-server.ts';
import { queries } from '../../queries/registry.ts';
import { createTokenCheck } from '../http/tokens.ts';

const accepted = {
  status: 'accepted',
  operation: 'deposit',
  portfolio: 'main',
  idempotency_key: 'made-1',
  entry_id: 'ent_1',
  result: {},
};

describe('a command with FIXPOINT_API_BASE', () => {
  it('books at the hub, with the same outcomes and exit codes as on this machine', async () => {
    const { port, hub } = await openHttp();
    const session = openRemoteSession(`http://127.0.0.1:${port}/`);
    const here = openCliSession({
      openHub: () => Promise.resolve({ hub, close: () => Promise.resolve() }),
      queries,
    });
    const first = await session.runJson('deposit', '1000', '--currency', 'USD', '--idempotency-key', 'k1');
    expect(first.exit).toBe(0);
    expect(first.document).toMatchObject({ status: 'accepted', idempotency_key: 'k1', entry_id: 'ent_1' });
    for (const args of [
      ['deposit', '1000', '--currency', 'USD', '--idempotency-key', 'k1'],
      ['deposit', '1001', '--currency', 'USD', '--idempotency-key', 'k1'],
      ['withdraw', '5000', '--currency', 'USD', '--idempotency-key', 'k2'],
      ['reverse-entry', 'ent_99', '--idempotency-key', 'k3'],
      ['deposit', '5', '--portfolio', 'nosuch', '--idempotency-key', 'k4'],
      ['deposit', '5', '--dry-run', '--on', '2026-05-01'],
      ['cash'],
      ['entries', '--limit', '1'],
      ['cash', '--portfolio', 'nosuch'],
      ['holdings', '--as-of', '2026-05-01'],
    ]) {
      expect(await session.runJson(...args)).toEqual(await here.runJson(...args));
      expect(await session.run(...args)).toEqual(await here.run(...args));
    }
    expect(session.opened).toEqual([]);
  });

  it('opens the store of this machine when a flag names one', async () => {
    const session = openRemoteSession('http://127.0.0.1:1');
    expect((await session.run('deposit', '5', '--store', 'sqlite:x.db')).exit).toBe(0);
    expect(session.opened).toEqual([{ store: 'sqlite:x.db', config: undefined }]);
  });

  it('exits with 1 when the answer says itself that it is bad news', async () => {
    const { url } = await openScriptedServer(
      replyWith(200, { ok: false, entries: 1, receipts: 1, problems: [] }),
    );
    expect(await openRemoteSession(url).runJson('verify')).toMatchObject({
      exit: 1,
      document: { ok: false },
    });
  });

  it('sends the key as it was given, the day as a value, and the token', async () => {
    const { url, seen } = await openScriptedServer(replyWith(201, accepted));
    await openRemoteSession(`${url}/prefix/`, { FIXPOINT_TOKEN: 'secret-1' }).run(
      'deposit',
      '5',
      '--portfolio',
      'my.books',
    );
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/prefix/v1/portfolios/my.books/deposit',
        headers: {
          'idempotency-key': 'made-1',
          'content-type': 'application/json',
          authorization: 'Bearer secret-1',
        },
        body: '{"amount":"5","on":"2026-11-30"}',
      },
    ]);
  });

  it.each(['plain', '"quoted"', 'a"b\\c', '"', "it's,;=%20"])(
    'lets the hub see the key %s unchanged',
    async (key) => {
      const { port } = await openHttp();
      const session = openRemoteSession(`http://127.0.0.1:${port}`);
      const { document } = await session.runJson('deposit', '5', '--idempotency-key', key);
      expect(document).toMatchObject({ status: 'accepted', idempotency_key: key });
    },
  );

  it('takes a batch to the hub, by portfolio and in order', async () => {
    const { port, hub } = await openHttp();
    const row = (portfolio: string, key: string, operation = 'deposit') =>
      JSON.stringify({
        operation,
        portfolio,
        idempotency_key: key,
        amount: '5',
        currency: 'USD',
        on: '2026-05-01',
      });
    const rows = [
      '{"operation":"create_portfolio","portfolio":"other","idempotency_key":"k0"}',
      row('main', 'k1'),
      row('other', 'k2'),
      row('other', 'k3', 'withdraw'),
      row('other', 'k4', 'withdraw'),
      row('main', 'k1'),
    ];
    const session = openRemoteSession(`http://127.0.0.1:${port}`, {}, { 'f.jsonl': rows.join('\n') });
    const { exit, out } = await session.run('batch', 'f.jsonl');
    expect(exit).toBe(1);
    const outcomes = out
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(outcomes).toMatchObject([
      { status: 'accepted', portfolio: 'other' },
      { status: 'accepted', portfolio: 'main' },
      { status: 'accepted', portfolio: 'other', operation: 'deposit' },
      { status: 'accepted', portfolio: 'other', operation: 'withdraw' },
      { status: 'refused', portfolio: 'other', code: 'insufficient_cash' },
      { status: 'duplicate', portfolio: 'main', idempotency_key: 'k1' },
    ]);
    expect(out).not.toContain('http_status');
    expect(hub.defaultPortfolio).toBe('main');
  });
});

describe('a hub that refuses the request itself', () => {
  it('asks for a token', async () => {
    const { port } = await openHttp({ tokens: createTokenCheck([], 'right') });
    const base = `http://127.0.0.1:${port}`;
    for (const args of [['deposit', '5'], ['cash']]) {
      const { exit, document } = await openRemoteSession(base, { FIXPOINT_TOKEN: 'wrong' }).runJson(...args);
      expect(exit).toBe(2);
      expect(document).toMatchObject({ status: 'refused', code: 'token_unknown' });
      expect(JSON.stringify(document)).not.toContain('wrong');
      expect((await openRemoteSession(base).runJson(...args)).document).toMatchObject({
        code: 'token_missing',
      });
      expect((await openRemoteSession(base, { FIXPOINT_TOKEN: 'right' }).run(...args)).exit).toBe(0);
    }
  });

  it('may use a code that is not known here', async () => {
    const refusal = {
      ...accepted,
      status: 'refused',
      code: 'moon_is_full',
      message: 'The moon is full.',
      detail: {},
    };
    const { url } = await openScriptedServer(replyWith(409, refusal));
    const { exit, document } = await openRemoteSession(url).runJson('deposit', '5');
    expect(exit).toBe(2);
    expect(document).toMatchObject({ status: 'refused', code: 'moon_is_full' });
  });
});
