import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { CliWorld } from '../surfaces/cli/cli-world.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';
import { operations } from '../operations/registry.ts';
import { queries } from '../queries/registry.ts';
import { loadConfig } from './config.ts';
import { createHub } from './create-hub.ts';

export async function runMcp(args: readonly string[], world: CliWorld): Promise<number> {
  const flags = readFlags(args);
  const config = await loadConfig(world.env, { store: flags.store, config: flags.config });
  const [{ createMcpServerFactory }, { serveMcpStdio }] = await Promise.all([
    import('../surfaces/mcp/create-mcp-server-factory.ts'),
    import('../surfaces/mcp/serve-mcp-stdio.ts'),
  ]);
  const reportDefect = (name: string, error: unknown): void => {
    world.stderr.write(
      `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  };
  const observers = { observeOutcome: () => {}, observeBatch: () => {}, reportDefect };
  const { hub, close } = await createHub(config, 'yield', observers);
  const factory = createMcpServerFactory({
    hub,
    operations,
    queries,
    writes: config.mcpWrites,
    readOnly: flags['read-only'] === true,
    actor: world.actor,
    version: world.version,
    newToken: randomUUID,
    monotonic: () => performance.now(),
    reportDefect,
  });
  const server = serveMcpStdio(factory, { reportError: (error) => world.stderr.write(`${error.message}\n`) });
  const stop = world.onInterrupt(() => void server.close());
  await server.closed;
  stop();
  await close();
  return 0;
}

function readFlags(args: readonly string[]) {
  try {
    const options = {
      'read-only': { type: 'boolean' },
      store: { type: 'string' },
      config: { type: 'string' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
