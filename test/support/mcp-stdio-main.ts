/** A process that serves MCP over standard input and output, with books that end with it. */
import { randomUUID } from 'node:crypto';
import { serveMcpStdio } from '../../src/surfaces/mcp/serve-mcp-stdio.ts';
import { createTestFactory } from './mcp-factory.ts';
import { openMcpTestHub } from './mcp-hub.ts';

const { hub } = openMcpTestHub();
const { closed } = serveMcpStdio(createTestFactory({ hub, newToken: randomUUID }));
await closed;
process.stderr.write('the client has gone\n');
