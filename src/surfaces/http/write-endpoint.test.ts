import { describe, expect, it } from 'vitest';
import { textLike } from '../../../test/support/text-matchers.ts';
import { openHttp } from '../../../test/support/http-surface.ts';
import { Fault } from '../../engine/outcome.ts';
import { openBrokenStore } from '../../../test/support/broken-store.ts';
import { openMcpTestHub } from '../../../test/support/mcp-hub.ts';

const main = '/v1/portfolios/main';
const deposit = { amount: '1000', currency: 'USD', on: '2026-05-01' };

describe('a write over HTTP', () => {
  it('answers 201 with the outcome as JSON when it was booked', async () => {
    const http = await openHttp();
    const reply = await http.post(`${main}/deposit`, deposit, 'pay-1');
    expect(reply.status).toBe(201);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers['idempotency-replayed']).toBeUndefined();
    expect(reply.json()).toMatchObject({
      status: 'accepted',
      operation: 'deposit',
      portfolio: 'main',
      idempotency_key: 'pay-1',
      entry_id: 'ent_1',
    });
    expect(http.observed).toEqual([['/v1/portfolios/{portfolio}/deposit', 201]]);
  });

  it('answers 200 with Idempotency-Replayed to the same again, and books nothing', async () => {
    const http = await openHttp();
    await http.post(`${main}/deposit`, deposit, 'pay-1');
    const again = await http.post(`${main}/deposit`, { ...deposit, amount: '1000.00' }, 'pay-1');
    expect(again.status).toBe(200);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.json()).toMatchObject({ status: 'duplicate', entry_id: 'ent_1', first: { door: 'http' } });
    expect(await http.readEntries()).toHaveLength(1);
  });

  it('names the actor anonymous when no token is configured', async () => {
    const http = await openHttp();
    await http.post(`${main}/deposit`, deposit, 'pay-1');
    expect(await http.readEntries()).toMatchObject([{ actor: 'anonymous', door: 'http' }]);
  });

  it('answers 422 as a problem to a key reused with another input', async () => {
    const http = await openHttp();
    await http.post(`${main}/deposit`, deposit, 'pay-1');
    const reply = await http.post(`${main}/deposit`, { ...deposit, amount: '5' }, 'pay-1');
    expect(reply.status).toBe(422);
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(reply.json()).toMatchObject({
      type: '/docs#code-idempotency_key_reused',
      title: 'Idempotency key reused',
      status: 'refused',
      operation: 'deposit',
      portfolio: 'main',
      idempotency_key: 'pay-1',
      code: 'idempotency_key_reused',
      detail: { fields: ['amount'] },
    });
  });

  it.each(['record-interest', 'record_interest'])('takes the name %s', async (name) => {
    const http = await openHttp();
    expect((await http.post(`${main}/${name}`, { amount: '3.2', on: '2026-05-01' }, 'i-1')).status).toBe(201);
  });

  it.each([
    ['bare', 'pay-1'],
    ['quoted', '"pay-1"'],
  ])('takes a %s key in the header', async (_form, header) => {
    const http = await openHttp();
    const reply = await http.post(`${main}/deposit`, deposit, header);
    expect(reply.json()).toMatchObject({ status: 'accepted', idempotency_key: 'pay-1' });
  });

  it('takes the key from the body, and the same one in both places', async () => {
    const http = await openHttp();
    const keyed = { ...deposit, idempotency_key: 'pay-1' };
    expect((await http.post(`${main}/deposit`, keyed)).status).toBe(201);
    expect((await http.post(`${main}/deposit`, keyed, '"pay-1"')).status).toBe(200);
  });

  it('answers 400 naming both when header and body have different keys', async () => {
    const http = await openHttp();
    const reply = await http.post(`${main}/deposit`, { ...deposit, idempotency_key: 'pay-1' }, 'pay-2');
    expect(reply.status).toBe(400);
    const body = reply.json();
    expect(body).toMatchObject({ status: 'refused', code: 'idempotency_key_invalid', operation: 'deposit' });
    expect(body).toMatchObject({ message: textLike(/"pay-2".*"pay-1"/) });
    expect(await http.readEntries()).toEqual([]);
  });

  it.each([
    ['no key at all', undefined, 'idempotency_key_required'],
    ['a key that begins with fx:', 'fx:mine', 'idempotency_key_invalid'],
    ['a key with a blank', 'a b', 'idempotency_key_invalid'],
    ['a quote that does not end', '"abc', 'idempotency_key_invalid'],
    ['a quoted key with parameters', '"abc";q=1', 'idempotency_key_invalid'],
    ['an empty key', '', 'idempotency_key_invalid'],
  ])('answers 400 to %s', async (_what, key, code) => {
    const http = await openHttp();
    const reply = await http.post(`${main}/deposit`, deposit, key);
    expect([reply.status, reply.json()]).toMatchObject([400, { code }]);
  });

  it('shows a dry run with 200 and books nothing, without a key', async () => {
    const http = await openHttp();
    const reply = await http.post(`${main}/deposit`, { ...deposit, dry_run: true });
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ status: 'accepted', dry_run: true });
    expect(await http.readEntries()).toEqual([]);
    expect((await http.post(`${main}/deposit`, { ...deposit, dry_run: 'true' }, 'k')).json()).toMatchObject({
      code: 'invalid_input',
      detail: { field: 'dry_run' },
    });
  });

  it('answers 400 naming the field to a JSON number, an unknown field and a missing one', async () => {
    const http = await openHttp();
    const refused = async (body: object) => (await http.post(`${main}/deposit`, body, 'k')).json();
    expect(await refused({ amount: 1000 })).toMatchObject({
      code: 'invalid_input',
      detail: { field: 'amount' },
    });
    expect(await refused({ ...deposit, colour: 'red' })).toMatchObject({ detail: { field: 'colour' } });
    expect(await refused({ currency: 'USD' })).toMatchObject({ detail: { field: 'amount' } });
  });

  it('answers 200 to a value and 404 to a portfolio that there is none of', async () => {
    const http = await openHttp();
    const price = { instrument: 'AAPL', price: '201.2', on: '2026-05-01' };
    expect((await http.post(`${main}/set-price`, price, 'p-1')).status).toBe(200);
    const reply = await http.post('/v1/portfolios/none/deposit', deposit, 'k');
    expect([reply.status, reply.json()]).toMatchObject([
      404,
      { code: 'portfolio_not_found', portfolio: 'none' },
    ]);
  });

  it('makes a portfolio, refuses it the second time with 409, and decodes its name', async () => {
    const http = await openHttp();
    expect((await http.post('/v1/portfolios/a%2Db/create-portfolio', {}, 'c-1')).status).toBe(201);
    const again = await http.post('/v1/portfolios/a-b/create-portfolio', {}, 'c-2');
    expect([again.status, again.json()]).toMatchObject([409, { code: 'already_exists', portfolio: 'a-b' }]);
  });

  it.each([
    ['unavailable', 503, '1'],
    ['outcome_unknown', 503, '1'],
    ['disk_full', 507, undefined],
  ] as const)('answers %s with %i, a problem that keeps the key', async (code, status, retryAfter) => {
    const books = openMcpTestHub({}, openBrokenStore(new Fault(code, 'The store is away.')));
    const http = await openHttp({ books });
    const reply = await http.post(`${main}/deposit`, deposit, 'pay-1');
    expect(reply.status).toBe(status);
    expect(reply.headers['retry-after']).toBe(retryAfter);
    expect(reply.json()).toMatchObject({
      status: 'failed',
      code,
      idempotency_key: 'pay-1',
      type: `/docs#code-${code}`,
    });
  });

  it('answers a throw with 500 that tells nothing of the inside, and logs it', async () => {
    const secret = new Error('SELECT secret FROM entry at /srv/fixpoint/store.ts:12');
    const { hub } = openMcpTestHub();
    const broken = {
      submit: () => Promise.reject(secret),
      submitAll: () => Promise.reject(secret),
      ask: () => Promise.reject(secret),
      checkReady: () => Promise.reject(secret),
      keysRequired: true,
      defaultPortfolio: hub.defaultPortfolio,
      newestSeq: () => Promise.reject(secret),
      readJournal: () => Promise.reject(secret),
      onWrite: () => {},
    };
    const http = await openHttp({ hub: broken });
    for (const reply of [
      await http.post(`${main}/deposit`, deposit, 'k'),
      await http.send(`${main}/holdings`),
    ]) {
      expect(reply.status).toBe(500);
      expect(reply.json()).toMatchObject({ status: 'defect', code: 'defect', portfolio: 'main' });
      expect(reply.text).not.toMatch(/SELECT|store\.ts|secret/);
    }
    expect(http.logged.filter(({ level }) => level === 'error')).toMatchObject([
      { entry: { event: 'request_failed', err: secret } },
      { entry: { event: 'request_failed' } },
    ]);
  });
});

describe('the paths of habit', () => {
  it('add, set and delete a holding', async () => {
    const http = await openHttp();
    const holding = { instrument: 'AAPL', units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' };
    const added = await http.post(`${main}/holdings`, holding, 'h-1');
    expect([added.status, added.json()]).toMatchObject([
      201,
      { operation: 'add_holding', status: 'accepted' },
    ]);
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'h-2' };
    const body = JSON.stringify({ units: '12', cost: '1800', currency: 'USD', on: '2026-05-02' });
    const set = await http.send(`${main}/holdings/AAPL`, { method: 'PUT', headers, body });
    expect([set.status, set.json()]).toMatchObject([200, { operation: 'set_holding', status: 'accepted' }]);
    const deleted = await http.send(`${main}/holdings/AAPL`, { method: 'DELETE' });
    expect([deleted.status, deleted.json()]).toMatchObject([201, { operation: 'delete_holding' }]);
    const again = await http.send(`${main}/holdings/AAPL`, { method: 'DELETE' });
    expect([again.status, again.json()]).toMatchObject([404, { code: 'not_found' }]);
  });

  it('take the subject in the path or the body, and refuse two that differ', async () => {
    const http = await openHttp();
    const put = (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      return http.send(`${main}/${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });
    };
    const holding = { units: '10', cost: '1500', currency: 'USD', on: '2026-05-01' };
    expect((await put('holdings/BRK%20B', holding)).json()).toMatchObject({
      result: { legs: [{ instrument: 'BRK B', units: '10' }] },
    });
    expect((await put('holdings', { ...holding, instrument: 'AAPL' })).status).toBe(200);
    expect((await put('holdings/AAPL', { ...holding, instrument: 'AAPL' })).json()).toMatchObject({
      status: 'unchanged',
    });
    const refused = await put('holdings/AAPL', { ...holding, instrument: 'MSFT' });
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      {
        code: 'invalid_input',
        message: textLike(/"AAPL".*"MSFT"/),
        detail: { field: 'instrument' },
      },
    ]);
  });

  it('want JSON wherever there is a body', async () => {
    const http = await openHttp();
    const plain = { method: 'DELETE', headers: { 'content-type': 'text/plain' }, body: '{}' };
    expect((await http.send(`${main}/holdings/AAPL`, plain)).status).toBe(415);
    expect((await http.send(`${main}/holdings/AAPL`, { method: 'PUT' })).status).toBe(415);
  });
});
