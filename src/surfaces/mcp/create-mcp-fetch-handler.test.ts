import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { connectClient, protocolVersions } from '../../../test/support/mcp-client.ts';
import { createTestFactory, type TestFactoryOptions } from '../../../test/support/mcp-factory.ts';
import { openMcpTestHub } from '../../../test/support/mcp-hub.ts';
import { type FetchServer, serveFetch } from '../../../test/support/serve-fetch.ts';
import { createMcpFetchHandler } from './create-mcp-fetch-handler.ts';

const servers: FetchServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: Partial<TestFactoryOptions> = {}) {
  const test = openMcpTestHub();
  const server = await serveFetch(createMcpFetchHandler(createTestFactory({ ...test, ...options })));
  servers.push(server);
  return { ...test, url: server.url };
}

const deposit = { amount: '1000', currency: 'USD', on: '2026-05-01', idempotency_key: 'pay-1' };

describe('MCP over HTTP', () => {
  it.each(protocolVersions)('books once, whichever request carries the key (%s)', async (version) => {
    const test = await serve();
    const first = await connectClient(new StreamableHTTPClientTransport(test.url), version);
    await first.client.listTools();
    expect((await first.call('deposit', deposit)).body).toMatchObject({
      status: 'accepted',
      entry_id: 'ent_1',
    });
    const second = await connectClient(new StreamableHTTPClientTransport(test.url), version);
    expect((await second.call('deposit', deposit)).body).toMatchObject({
      status: 'duplicate',
      entry_id: 'ent_1',
    });
    expect((await second.call('get_cash', {})).body).toEqual({ cash: [{ currency: 'USD', amount: '1000' }] });
    expect(await test.readEntries()).toHaveLength(1);
    await Promise.all([first.client.close(), second.client.close()]);
  });

  it.each(protocolVersions)('keeps confirmation tokens between requests (%s)', async (version) => {
    const test = await serve({ writes: 'confirm' });
    const { client, call } = await connectClient(new StreamableHTTPClientTransport(test.url), version);
    const { body } = await call('deposit', deposit);
    expect(body).toMatchObject({ dry_run: true, confirmation_token: 'token-1' });
    const booked = await call('deposit', { ...deposit, confirmation_token: 'token-1' });
    expect(booked.body).toMatchObject({ status: 'accepted', entry_id: 'ent_1' });
    await client.close();
  });

  it('answers a body over one mebibyte with 413 and one that is not JSON with 415', async () => {
    const { url, readEntries } = await serve();
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: { pad: 'x'.repeat(1_048_576) },
    });
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(413);
    expect(
      (await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })).status,
    ).toBe(415);
    expect(await readEntries()).toEqual([]);
  });
});
