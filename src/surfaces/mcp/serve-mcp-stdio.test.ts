import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { connectClient, protocolVersions } from '../../../test/support/mcp-client.ts';

const main = fileURLToPath(new URL('../../../test/support/mcp-stdio-main.ts', import.meta.url));

describe('MCP over standard input and output', () => {
  it.each(protocolVersions)(
    'books once in a process of its own, which ends with the client (%s)',
    async (version) => {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: ['--import', 'tsx', main],
        stderr: 'pipe',
      });
      const said: string[] = [];
      transport.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
      const { client, call } = await connectClient(transport, version);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('deposit');
      const deposit = { amount: '1000', currency: 'USD', on: '2026-05-01', idempotency_key: 'pay-1' };
      expect((await call('deposit', deposit)).body).toMatchObject({ status: 'accepted', entry_id: 'ent_1' });
      expect((await call('deposit', deposit)).body).toMatchObject({ status: 'duplicate', entry_id: 'ent_1' });
      await client.close();
      expect(said.join('')).toBe('the client has gone\n');
    },
  );
});
