import { describe, expect, it } from 'vitest';
import { openBrokenStore } from '../../../test/support/broken-store.ts';
import { connectInMemory, protocolVersions } from '../../../test/support/mcp-client.ts';
import { openMcpTestHub } from '../../../test/support/mcp-hub.ts';
import { Fault } from '../../engine/outcome.ts';

const deposit = { amount: '1000', currency: 'USD', on: '2026-05-01' };
const keyed = { ...deposit, idempotency_key: 'pay-1' };

describe('a call that writes', () => {
  it.each(protocolVersions)('books once under one key (%s)', async (version) => {
    const test = openMcpTestHub();
    const { client, call } = await connectInMemory(test, version);
    await client.listTools();
    const first = await call('deposit', keyed);
    expect(first.isError).toBe(false);
    expect(first.body).toMatchObject({
      status: 'accepted',
      operation: 'deposit',
      portfolio: 'main',
      idempotency_key: 'pay-1',
      entry_id: 'ent_1',
    });
    expect(first.texts.map((text): unknown => JSON.parse(text))).toEqual([first.body]);
    const second = await call('deposit', { ...keyed, amount: '1000.00' });
    expect(second.isError).toBe(false);
    expect(second.body).toMatchObject({ status: 'duplicate', entry_id: 'ent_1', first: { door: 'mcp' } });
    expect((await test.readEntries()).map(({ door, actor }) => ({ door, actor }))).toEqual([
      { door: 'mcp', actor: 'alice via test-client' },
    ]);
  });

  it('is refused when its key was used with another amount, naming the field', async () => {
    const { call } = await connectInMemory(openMcpTestHub());
    await call('deposit', keyed);
    const { body, isError } = await call('deposit', { ...keyed, amount: '1001' });
    expect(isError).toBe(true);
    expect(body).toMatchObject({
      status: 'refused',
      code: 'idempotency_key_reused',
      detail: { fields: ['amount'] },
    });
  });

  it.each([{}, { idempotency_key: null }])('is refused without a key (%j)', async (none) => {
    const test = openMcpTestHub();
    const { call } = await connectInMemory(test);
    const { body, isError } = await call('deposit', { ...deposit, ...none });
    expect(isError).toBe(true);
    expect(body).toMatchObject({ status: 'refused', code: 'idempotency_key_required' });
    expect(await test.readEntries()).toEqual([]);
  });

  it('shows in a dry run what it would book, and books nothing', async () => {
    const test = openMcpTestHub();
    const { call } = await connectInMemory(test);
    const { body, isError } = await call('deposit', { ...keyed, dry_run: true });
    expect(isError).toBe(false);
    expect(body).toMatchObject({ status: 'accepted', dry_run: true });
    expect(body).not.toHaveProperty('confirmation_token');
    expect(await test.readEntries()).toEqual([]);
  });

  it('is answered with the refusal of the books as it is', async () => {
    const { call } = await connectInMemory(openMcpTestHub());
    const wish = { instrument: 'AAPL', units: '10', price: '190', currency: 'USD', on: '2026-05-01' };
    const { body, isError } = await call('buy', { ...wish, idempotency_key: 'buy-1' });
    expect(isError).toBe(true);
    expect(body).toMatchObject({ status: 'refused', code: 'insufficient_cash', idempotency_key: 'buy-1' });
  });

  it.each([
    ['an unknown argument', { ...keyed, amont: '1' }, 'amont', 'There is no field "amont".'],
    [
      'an argument of the confirm mode',
      { ...keyed, confirmation_token: 't' },
      'confirmation_token',
      'no field',
    ],
    ['a number for an amount', { ...keyed, amount: 1000 }, 'amount', 'not a JSON number'],
    ['a missing field', { idempotency_key: 'pay-1' }, 'amount', 'is missing'],
    ['a number for a portfolio', { ...keyed, portfolio: 7 }, 'portfolio', 'It must be text'],
    [
      'a portfolio that is no name',
      { ...keyed, portfolio: '../main' },
      'portfolio',
      'It must be a letter or digit',
    ],
    ['text for dry_run', { ...keyed, dry_run: 'true' }, 'dry_run', 'true or false'],
    ['a number for a key', { ...deposit, idempotency_key: 5 }, 'idempotency_key', 'It must be text'],
  ])('is refused with invalid_input for %s, naming it', async (_, given, field, words) => {
    const test = openMcpTestHub();
    const { call } = await connectInMemory(test);
    const { body, isError } = await call('deposit', given);
    expect(isError).toBe(true);
    expect(body).toMatchObject({
      status: 'refused',
      operation: 'deposit',
      code: 'invalid_input',
      detail: { field },
    });
    expect(body['message']).toContain(words);
    expect(await test.readEntries()).toEqual([]);
  });

  it.each(['', 'with space', 'fx:mine', 'k'.repeat(256)])('is refused for the key %j', async (key) => {
    const { call } = await connectInMemory(openMcpTestHub());
    const { body } = await call('deposit', { ...deposit, idempotency_key: key });
    expect(body).toMatchObject({ status: 'refused', code: 'idempotency_key_invalid' });
  });

  it('names another portfolio, which has keys of its own', async () => {
    const { call } = await connectInMemory(openMcpTestHub());
    expect((await call('create_portfolio', { portfolio: 'second' })).body).toMatchObject({
      status: 'accepted',
    });
    await call('deposit', keyed);
    const { body } = await call('deposit', { ...keyed, portfolio: 'second' });
    expect(body).toMatchObject({ status: 'accepted', portfolio: 'second' });
  });

  it('is answered as failed when the store does not take it', async () => {
    const store = openBrokenStore(new Fault('outcome_unknown', 'The connection was lost.'));
    const { client, call } = await connectInMemory(openMcpTestHub({}, store));
    await client.listTools();
    const { body, isError } = await call('deposit', keyed);
    expect(isError).toBe(true);
    expect(body).toEqual({
      operation: 'deposit',
      portfolio: 'main',
      idempotency_key: 'pay-1',
      status: 'failed',
      code: 'outcome_unknown',
      message: 'The connection was lost.',
    });
  });

  it('is answered as a defect, which is reported and shows nothing of its cause, when the hub throws', async () => {
    const cause = new Error('secret cause');
    const reported: unknown[] = [];
    const test = openMcpTestHub({
      now: () => {
        throw cause;
      },
    });
    const { call } = await connectInMemory({
      ...test,
      reportDefect: (tool, error) => reported.push([tool, error]),
    });
    const { body, isError, texts } = await call('deposit', keyed);
    expect(isError).toBe(true);
    expect(body).toMatchObject({
      status: 'defect',
      code: 'defect',
      operation: 'deposit',
      idempotency_key: 'pay-1',
    });
    expect(texts.join()).not.toContain('secret');
    expect(reported).toEqual([['deposit', cause]]);
  });
});
