import { describe, expect, it } from 'vitest';
import { textWith } from '../../../test/support/text-matchers.ts';
import { openHttp } from '../../../test/support/http-surface.ts';
import { batchElementsMax } from './batch-endpoint.ts';

const batch = '/v1/portfolios/main/batch';
const deposit = { operation: 'deposit', amount: '1000', currency: 'USD', on: '2026-05-01' };

describe('a batch over HTTP', () => {
  it('answers 200 with an outcome for each element, in order, good and bad together', async () => {
    const http = await openHttp();
    const reply = await http.post(batch, [
      { ...deposit, idempotency_key: 'b-1' },
      { operation: 'withdraw', idempotency_key: 'b-2', amount: '2000', currency: 'USD', on: '2026-05-02' },
      { ...deposit, idempotency_key: 'b-1' },
      { operation: 'set-price', instrument: 'AAPL', price: '201.2', on: '2026-05-01' },
      { operation: 'withdraw', idempotency_key: 'b-5', amount: '400', currency: 'USD', on: '2026-05-02' },
      { ...deposit, idempotency_key: 'b-1', amount: '7' },
    ]);
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({
      outcomes: [
        {
          status: 'accepted',
          http_status: 201,
          operation: 'deposit',
          idempotency_key: 'b-1',
          entry_id: 'ent_1',
        },
        { status: 'refused', http_status: 422, code: 'insufficient_cash', idempotency_key: 'b-2' },
        { status: 'duplicate', http_status: 200, entry_id: 'ent_1' },
        { status: 'accepted', http_status: 200, operation: 'set_price' },
        { status: 'accepted', http_status: 201, operation: 'withdraw' },
        { status: 'refused', http_status: 422, code: 'idempotency_key_reused' },
      ],
    });
    expect(await http.readEntries()).toHaveLength(3);
  });

  it('takes the fields under "input" too', async () => {
    const http = await openHttp();
    const { operation, ...input } = deposit;
    const reply = await http.post(batch, [
      { operation, idempotency_key: 'b-1', input },
      { operation, dry_run: true, input },
      { operation, idempotency_key: 'b-2', input, amount: '5' },
      { operation, idempotency_key: 'b-3', input: '5' },
      { operation, idempotency_key: 'b-4', input: { ...input, idempotency_key: 'b-5' } },
    ]);
    expect(reply.json()).toMatchObject({
      outcomes: [
        { status: 'accepted', idempotency_key: 'b-1' },
        { status: 'accepted', dry_run: true, http_status: 200 },
        {
          status: 'refused',
          code: 'invalid_input',
          idempotency_key: 'b-2',
          detail: { index: 2, field: 'input' },
        },
        { status: 'refused', code: 'invalid_input', detail: { index: 3 } },
        { status: 'refused', code: 'invalid_input', detail: { field: 'idempotency_key' } },
      ],
    });
    expect(await http.readEntries()).toHaveLength(1);
  });

  it('gives an element that cannot be read an outcome of its own and stops no other', async () => {
    const http = await openHttp();
    const reply = await http.post(batch, [
      null,
      { amount: '5' },
      { operation: 'depositt', idempotency_key: 'b-3', amount: '5' },
      { operation: 'record_fact', idempotency_key: 'b-4' },
      { ...deposit, idempotency_key: 7 },
      { ...deposit },
      { ...deposit, idempotency_key: 'b-7' },
    ]);
    expect(reply.status).toBe(200);
    const bad = { status: 'refused', code: 'invalid_input', http_status: 400 };
    expect(reply.json()).toMatchObject({
      outcomes: [
        { ...bad, detail: { index: 0, field: 'operation' } },
        { ...bad, detail: { index: 1 } },
        { ...bad, idempotency_key: 'b-3', message: textWith('Did you mean "deposit"?') },
        { ...bad, operation: 'record_fact', detail: { index: 3, field: 'operation' } },
        { ...bad, code: 'idempotency_key_invalid' },
        { ...bad, code: 'idempotency_key_required' },
        { status: 'accepted', idempotency_key: 'b-7' },
      ],
    });
    expect(await http.readEntries()).toHaveLength(1);
  });

  it('takes as many elements as its limit and no more, none, and nothing but an array', async () => {
    const http = await openHttp();
    const dry = { ...deposit, dry_run: true };
    const full = await http.post(
      batch,
      Array.from({ length: batchElementsMax }, () => dry),
    );
    expect(full.status).toBe(200);
    expect(full.json()).toHaveProperty('outcomes.length', 1000);
    const more = await http.post(
      batch,
      Array.from({ length: batchElementsMax + 1 }, () => dry),
    );
    expect([more.status, more.json()]).toMatchObject([400, { code: 'invalid_input', portfolio: 'main' }]);
    expect((await http.post(batch, [])).status).toBe(400);
    expect((await http.post(batch, { ...dry })).status).toBe(400);
  });

  it('refuses one key for all, and a member that stands twice', async () => {
    const http = await openHttp();
    expect((await http.post(batch, [deposit], 'all')).json()).toMatchObject({
      code: 'invalid_input',
      detail: { field: 'idempotency_key' },
    });
    const headers = { 'content-type': 'application/json' };
    const body = '[{"operation":"deposit"},{"operation":"deposit","amount":"1","amount":"2"}]';
    const reply = await http.send(batch, { method: 'POST', headers, body });
    expect([reply.status, reply.json()]).toMatchObject([400, { detail: { path: '[1].amount' } }]);
    expect(await http.readEntries()).toEqual([]);
  });

  it('answers every element portfolio_not_found when there is no such portfolio', async () => {
    const http = await openHttp();
    const reply = await http.post('/v1/portfolios/none/batch', [{ ...deposit, idempotency_key: 'b-1' }]);
    expect([reply.status, reply.json()]).toMatchObject([
      200,
      { outcomes: [{ code: 'portfolio_not_found', http_status: 404, portfolio: 'none' }] },
    ]);
  });
});
