/** The package's own client, of either protocol version, in front of a factory of servers. */
import { Client, InMemoryTransport, type Transport } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../src/ledger/json-value.ts';
import { serveMcpStdio } from '../../src/surfaces/mcp/serve-mcp-stdio.ts';
import { createTestFactory, type TestFactoryOptions } from './mcp-factory.ts';

/** The two that are served: the one with a handshake and the one without. */
export const protocolVersions = ['2025-11-25', '2026-07-28'] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

export interface ToolReply {
  readonly body: JsonObject;
  readonly isError: boolean;
  /** The text items, as they came. */
  readonly texts: readonly string[];
}

export interface McpTestClient {
  readonly client: Client;
  readonly call: (name: string, given: JsonObject) => Promise<ToolReply>;
}

export async function connectClient(
  transport: Transport,
  version: ProtocolVersion,
  clientName = 'test-client',
): Promise<McpTestClient> {
  const client = new Client(
    { name: clientName, version: '1.0.0' },
    { versionNegotiation: version === '2025-11-25' ? { mode: 'legacy' } : { mode: { pin: version } } },
  );
  await client.connect(transport);
  return { client, call: (name, given) => callTool(client, name, given) };
}

/** Server and client in one process. */
export function connectInMemory(
  options: TestFactoryOptions,
  version: ProtocolVersion = '2026-07-28',
  clientName?: string,
): Promise<McpTestClient> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  serveMcpStdio(createTestFactory(options), { transport: far });
  return connectClient(near, version, clientName);
}

async function callTool(client: Client, name: string, given: JsonObject): Promise<ToolReply> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: { ...given } });
  if (!isJsonObject(structuredContent)) throw new Error(`${name} gave no structured content`);
  const texts = content.map((item) => (item.type === 'text' ? item.text : `(${item.type})`));
  return { body: structuredContent, isError: isError ?? false, texts };
}
