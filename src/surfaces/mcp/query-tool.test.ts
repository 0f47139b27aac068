import { describe, expect, it } from 'vitest';
import { openBrokenStore } from '../../../test/support/broken-store.ts';
import { connectInMemory, protocolVersions } from '../../../test/support/mcp-client.ts';
import { openMcpTestHub } from '../../../test/support/mcp-hub.ts';
import { Fault } from '../../engine/outcome.ts';

const deposit = { amount: '1000', currency: 'USD', on: '2026-05-01' };

describe('a call that asks', () => {
  it.each(protocolVersions)('wraps a list under the name of the question (%s)', async (version) => {
    const test = openMcpTestHub();
    await test.write('deposit', deposit, 'd');
    const { client, call } = await connectInMemory(test, version);
    await client.listTools();
    const { body, texts } = await call('get_cash', {});
    expect(body).toEqual({ cash: [{ currency: 'USD', amount: '1000' }] });
    expect(texts.map((text): unknown => JSON.parse(text))).toEqual([body]);
  });

  it('is refused for an unknown argument, naming it', async () => {
    const { call } = await connectInMemory(openMcpTestHub());
    const { body, isError } = await call('get_cash', { currrency: 'USD' });
    expect(isError).toBe(true);
    expect(body).toMatchObject({
      query: 'cash',
      status: 'refused',
      code: 'invalid_input',
      detail: { field: 'currrency' },
    });
  });

  it('is refused for a portfolio that there is not', async () => {
    const { call } = await connectInMemory(openMcpTestHub());
    const { body, isError } = await call('get_cash', { portfolio: 'nowhere' });
    expect(isError).toBe(true);
    expect(body).toMatchObject({ status: 'refused', code: 'portfolio_not_found' });
  });

  it('is answered as failed when the store does not answer', async () => {
    const store = openBrokenStore(new Fault('unavailable', 'The database is gone.'));
    const { call } = await connectInMemory(openMcpTestHub({}, store));
    const { body, isError } = await call('get_cash', {});
    expect(isError).toBe(true);
    expect(body).toEqual({
      query: 'cash',
      portfolio: 'main',
      status: 'failed',
      code: 'unavailable',
      message: 'The database is gone.',
    });
  });
});
