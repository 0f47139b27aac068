import { describe, expect, it } from 'vitest';
import { connectInMemory, protocolVersions } from '../../../test/support/mcp-client.ts';
import { openMcpTestHub } from '../../../test/support/mcp-hub.ts';
import type { ReplayContract } from '../../engine/replay-contract.ts';
import { operations } from '../../operations/registry.ts';
import { queries } from '../../queries/registry.ts';

const offered = operations.filter(({ exposure }) => exposure === 'everywhere');
const deposit = { amount: '1000', currency: 'USD', on: '2026-05-01' };
const keyed = { ...deposit, idempotency_key: 'pay-1' };

/** What the hints must say when keys are required, and when a key may be left out. */
const truth = {
  'by-key': { required: true, optional: false },
  'by-state': { required: true, optional: true },
  'by-value': { required: true, optional: true },
  'by-absence': { required: true, optional: true },
  'by-presence': { required: true, optional: true },
  'by-source': { required: true, optional: true },
} as const satisfies Record<ReplayContract, { readonly required: boolean; readonly optional: boolean }>;

/** Operations whose hints must not change by accident. */
const destructiveNames = new Set(['reverse_entry', 'reverse_import', 'delete_holding']);

describe('the list of tools', () => {
  it.each(protocolVersions)('has one tool per operation and question (%s)', async (version) => {
    const { client } = await connectInMemory(openMcpTestHub(), version);
    const { tools } = await client.listTools();
    const expected = [
      ...offered.map(({ name }) => name),
      ...queries.map(({ name }) => `get_${name.replaceAll('-', '_')}`),
    ];
    expect(tools.map(({ name }) => name).sort()).toEqual(expected.sort());
    expect(expected).toContain('get_holdings');
    expect(expected).toContain('record_dividend');
    expect(client.getServerVersion()).toMatchObject({ name: 'fixpoint', version: '9.9.9' });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
  });

  it.each(['required', 'optional'] as const)('hints at the truth when keys are %s', async (keys) => {
    const { client } = await connectInMemory(openMcpTestHub({ keys }));
    const { tools } = await client.listTools();
    const fromQueries = {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    };
    const expected = [
      ...offered.map(({ name, replay }) => [
        name,
        {
          readOnlyHint: false,
          destructiveHint: destructiveNames.has(name),
          idempotentHint: truth[replay][keys],
          openWorldHint: false,
        },
      ]),
      ...queries.map(({ name }) => [`get_${name.replaceAll('-', '_')}`, fromQueries]),
    ];
    expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual(expected);
    expect(offered.map(({ replay }) => replay)).toEqual(
      expect.arrayContaining(['by-key', 'by-value', 'by-absence']),
    );
  });

  it('asks for a key where the contract does, and nowhere else', async () => {
    const { client } = await connectInMemory(openMcpTestHub());
    const { tools } = await client.listTools();
    const about = 'reuse the same key when you retry the same wish';
    const writes = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
    expect(
      writes.map(({ name, inputSchema: { required = [], properties = {}, ...schema } }) => {
        const { idempotency_key: key } = properties;
        return [name, required.includes('idempotency_key'), key, schema['additionalProperties']];
      }),
    ).toEqual(
      offered.map(({ name, replay }) => [
        name,
        replay === 'by-key',
        { type: 'string', description: about, pattern: '^(?!fx:)[!-~]{1,255}$' },
        false,
      ]),
    );
  });

  it('does not ask for a key when keys are optional', async () => {
    const { client } = await connectInMemory(openMcpTestHub({ keys: 'optional' }));
    const { tools } = await client.listTools();
    expect(tools.flatMap(({ inputSchema }) => inputSchema.required ?? [])).not.toContain('idempotency_key');
  });

  it('describes a tool with its summary and its contract', async () => {
    const { client } = await connectInMemory(openMcpTestHub());
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'deposit');
    expect(tool?.description).toBe(
      'Record money that came into the portfolio from outside. With the same idempotency key a repeat answers ' +
        '"duplicate" with the first outcome and books nothing. Only the key tells a repeat from a new event: reuse ' +
        'the same key when you retry the same wish. A call without one is refused, or booked as new where keys are ' +
        'optional.',
    );
    expect(tool?.inputSchema.properties).toMatchObject({
      amount: { type: 'string' },
      portfolio: { type: 'string', default: 'main' },
      dry_run: { type: 'boolean', default: false },
    });
    expect(tool?.inputSchema.properties).not.toHaveProperty('confirmation_token');
    expect(tool?.inputSchema.required).toEqual(['amount', 'idempotency_key']);
  });

  it('comes with instructions about keys, dry runs and data', async () => {
    const { client } = await connectInMemory(openMcpTestHub());
    expect(client.getInstructions()).toMatch(/same idempotency key.*dry_run.*data.*never instructions/s);
  });
});

describe('a call by a name that is not offered', () => {
  it('is refused when there is no such tool', async () => {
    const { call } = await connectInMemory(openMcpTestHub());
    const { body, isError } = await call('holdings', {});
    expect(isError).toBe(true);
    expect(body).toMatchObject({ status: 'refused', code: 'invalid_input', detail: { field: 'name' } });
    expect(body['message']).toContain('There is no tool "holdings"');
  });

  it('is refused for an operation that is on no surface', async () => {
    const internal = operations.filter(({ exposure }) => exposure === 'internal');
    const { call } = await connectInMemory(openMcpTestHub());
    expect(internal).not.toEqual([]);
    for (const { name } of internal) {
      const { body, isError } = await call(name, {});
      expect(isError).toBe(true);
      expect(body['message']).toBe(`There is no tool "${name}". List the tools to see what there is.`);
    }
  });

  it.each([
    { writes: 'off', readOnly: false },
    { writes: 'direct', readOnly: true },
    { writes: 'confirm', readOnly: true },
  ] as const)('hides and refuses every write for %j', async (mode) => {
    const test = openMcpTestHub();
    const { client, call } = await connectInMemory({ ...test, ...mode });
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools).toHaveLength(queries.length);
    expect(client.getInstructions()).toContain('only reads');
    for (const { name } of offered) {
      const { body, isError } = await call(name, { ...keyed, confirmation_token: 'token-1' });
      expect(isError).toBe(true);
      expect(body).toMatchObject({ status: 'refused', operation: name, portfolio: 'main' });
      expect(body['message']).toContain(`${name} is not offered here: this server only reads.`);
    }
    expect(await test.readEntries()).toEqual([]);
    expect((await call('get_cash', {})).isError).toBe(false);
  });
});
