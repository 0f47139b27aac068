import { operations } from '../../src/operations/registry.ts';
import { queries } from '../../src/queries/registry.ts';
import {
  createMcpServerFactory,
  type McpServerFactoryOptions,
} from '../../src/surfaces/mcp/create-mcp-server-factory.ts';

export type TestFactoryOptions = Pick<McpServerFactoryOptions, 'hub'> & Partial<McpServerFactoryOptions>;

/** Servers with every tool, for Alice, whose confirmation tokens are token-1, token-2 and so on. */
export function createTestFactory(options: TestFactoryOptions) {
  let issued = 0;
  return createMcpServerFactory({
    operations,
    queries,
    writes: 'direct',
    readOnly: false,
    actor: 'alice',
    version: '9.9.9',
    newToken: () => `token-${(issued += 1)}`,
    monotonic: () => 0,
    ...options,
  });
}
