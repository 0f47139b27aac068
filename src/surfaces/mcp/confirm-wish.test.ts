import { describe, expect, it } from 'vitest';
import { connectInMemory, protocolVersions } from '../../../test/support/mcp-client.ts';
import { openMcpTestHub } from '../../../test/support/mcp-hub.ts';
import type { JsonObject } from '../../ledger/json-value.ts';

const deposit = { amount: '1000', currency: 'USD', on: '2026-05-01', idempotency_key: 'pay-1' };

async function openConfirming() {
  const clock = { now: 0 };
  const test = openMcpTestHub();
  const connected = await connectInMemory({ ...test, writes: 'confirm', monotonic: () => clock.now });
  const preview = async (given: JsonObject = deposit): Promise<string> => {
    const { body } = await connected.call('deposit', given);
    const token = body['confirmation_token'];
    if (typeof token !== 'string') throw new Error(`no token in ${JSON.stringify(body)}`);
    return token;
  };
  return { ...connected, test, clock, preview };
}

const tokenRefused = { status: 'refused', code: 'invalid_input', detail: { field: 'confirmation_token' } };

describe('a write that is to be confirmed', () => {
  it.each(protocolVersions)(
    'is shown first, and booked by the second call with the token (%s)',
    async (version) => {
      const test = openMcpTestHub();
      const { client, call } = await connectInMemory({ ...test, writes: 'confirm' }, version);
      await client.listTools();
      const shown = await call('deposit', deposit);
      expect(shown.isError).toBe(false);
      expect(shown.body).toMatchObject({
        status: 'accepted',
        dry_run: true,
        result: { postings: [{ amount: '1000' }, { amount: '-1000' }] },
        confirmation_token: 'token-1',
      });
      expect(shown.body['notice']).toContain('Nothing is booked yet');
      expect(await test.readEntries()).toEqual([]);
      const booked = await call('deposit', { ...deposit, confirmation_token: 'token-1' });
      expect(booked.isError).toBe(false);
      expect(booked.body).toMatchObject({ status: 'accepted', entry_id: 'ent_1', idempotency_key: 'pay-1' });
      expect(booked.body).not.toHaveProperty('dry_run');
      expect(await test.readEntries()).toHaveLength(1);
    },
  );

  it('is announced in the tool and in the instructions', async () => {
    const { client } = await openConfirming();
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'deposit');
    expect(tool?.description).toContain('Answers first with what it would book and a confirmation_token;');
    expect(tool?.inputSchema.properties).toHaveProperty('confirmation_token');
    expect(tool?.inputSchema.required).not.toContain('confirmation_token');
    expect(client.getInstructions()).toContain('confirmation_token');
  });

  it('is booked by a call that writes the same amounts differently', async () => {
    const { call, preview } = await openConfirming();
    const token = await preview();
    const given = {
      ...deposit,
      amount: '1000.00',
      currency: 'usd',
      portfolio: 'main',
      confirmation_token: token,
    };
    expect((await call('deposit', given)).body).toMatchObject({ status: 'accepted', entry_id: 'ent_1' });
  });

  it('is refused when the token is used again', async () => {
    const { call, preview, test } = await openConfirming();
    const given = { ...deposit, confirmation_token: await preview() };
    await call('deposit', given);
    const { body, isError } = await call('deposit', given);
    expect(isError).toBe(true);
    expect(body).toMatchObject(tokenRefused);
    expect(body['message']).toMatch(/was used.*Call deposit without it/);
    expect(await test.readEntries()).toHaveLength(1);
  });

  it('is booked once when the token is used twice at the same time', async () => {
    const { call, preview, test } = await openConfirming();
    const given = { ...deposit, confirmation_token: await preview() };
    const replies = await Promise.all([call('deposit', given), call('deposit', given)]);
    expect(new Set(replies.map(({ body }) => body['status']))).toEqual(new Set(['accepted', 'refused']));
    expect(await test.readEntries()).toHaveLength(1);
  });

  it.each([
    ['amount', { amount: '10000' }],
    ['date', { on: '2026-05-02' }],
    ['note', { note: 'another' }],
    ['key', { idempotency_key: 'pay-2' }],
    ['portfolio', { portfolio: 'second' }],
  ])('is refused with another %s, and the token stays good for what was shown', async (_, swapped) => {
    const { call, preview, test } = await openConfirming();
    await test.write('create_portfolio', {}, undefined, { portfolio: 'second' });
    const token = await preview();
    const { body, isError } = await call('deposit', { ...deposit, ...swapped, confirmation_token: token });
    expect(isError).toBe(true);
    expect(body).toMatchObject(tokenRefused);
    expect(body['message']).toContain('other arguments');
    expect(await test.readEntries()).toEqual([]);
    const right = await call('deposit', { ...deposit, confirmation_token: token });
    expect(right.body).toMatchObject({ status: 'accepted', entry_id: 'ent_1' });
  });

  it('is refused when the token was given for another operation', async () => {
    const { call, preview, test } = await openConfirming();
    await test.write('deposit', { amount: '5000', currency: 'USD', on: '2026-05-01' }, 'first');
    const token = await preview();
    const { body } = await call('withdraw', { ...deposit, confirmation_token: token });
    expect(body).toMatchObject({ ...tokenRefused, operation: 'withdraw' });
    expect(await test.readEntries()).toHaveLength(1);
  });

  it('is booked just before ten minutes have passed and refused when they have', async () => {
    const { call, preview, clock, test } = await openConfirming();
    const first = await preview();
    const second = await preview({ ...deposit, idempotency_key: 'pay-2' });
    clock.now = 599_999;
    expect((await call('deposit', { ...deposit, confirmation_token: first })).body).toMatchObject({
      status: 'accepted',
    });
    clock.now = 600_000;
    const late = await call('deposit', { ...deposit, idempotency_key: 'pay-2', confirmation_token: second });
    expect(late.body).toMatchObject(tokenRefused);
    expect(late.body['message']).toContain('has expired');
    expect(await test.readEntries()).toHaveLength(1);
  });

  it('is refused for a token that was never given, and for one that is no text', async () => {
    const { call, test } = await openConfirming();
    expect((await call('deposit', { ...deposit, confirmation_token: 'token-1' })).body).toMatchObject(
      tokenRefused,
    );
    expect((await call('deposit', { ...deposit, confirmation_token: true })).body).toMatchObject(
      tokenRefused,
    );
    expect(await test.readEntries()).toEqual([]);
  });

  it('is refused without a key at once, so that no token is wasted', async () => {
    const { call } = await openConfirming();
    const { amount, currency } = deposit;
    const { body } = await call('deposit', { amount, currency });
    expect(body).toMatchObject({ status: 'refused', code: 'idempotency_key_required' });
    expect(body).not.toHaveProperty('confirmation_token');
  });

  it('passes on what the dry run refuses or knows already, without a token', async () => {
    const { call, preview, test } = await openConfirming();
    const poor = await call('withdraw', deposit);
    expect(poor.isError).toBe(true);
    expect(poor.body).toMatchObject({ status: 'refused', code: 'insufficient_cash' });
    const wrong = await call('deposit', { ...deposit, amount: 5 });
    expect(wrong.body).toMatchObject({
      status: 'refused',
      code: 'invalid_input',
      detail: { field: 'amount' },
    });
    await call('deposit', { ...deposit, confirmation_token: await preview() });
    const known = await call('deposit', deposit);
    expect(known.body).toMatchObject({ status: 'duplicate', entry_id: 'ent_1' });
    for (const { body } of [poor, wrong, known]) expect(body).not.toHaveProperty('confirmation_token');
    expect(await test.readEntries()).toHaveLength(1);
  });

  it('gives no token for a dry run, and does not spend one on it', async () => {
    const { call, preview } = await openConfirming();
    const look = await call('deposit', { ...deposit, dry_run: true });
    expect(look.body).toMatchObject({ status: 'accepted', dry_run: true });
    expect(look.body).not.toHaveProperty('confirmation_token');
    const token = await preview();
    const both = await call('deposit', { ...deposit, dry_run: true, confirmation_token: token });
    expect(both.body).toMatchObject(tokenRefused);
    expect((await call('deposit', { ...deposit, confirmation_token: token })).body).toMatchObject({
      status: 'accepted',
    });
  });
});
