/** `fixpoint serve`: the hub until it is told to stop. */
import { parseArgs } from 'node:util';
import type { CliWorld } from '../surfaces/cli/cli-world.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';
import { serveHttp } from '../surfaces/http/serve-http.ts';
import { type Config, loadConfig } from './config.ts';
import { createHub } from './create-hub.ts';
import { createHubSurface } from './hub-surface.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';

/** How long running requests may take to finish once the hub is told to stop. */
const graceMs = 10_000;

export async function runServe(args: readonly string[], world: CliWorld): Promise<number> {
  const { version } = world;
  const config = await readConfig(args, world);
  refuseOpenDoor(config);
  const logger = await createLogger();
  const metrics = await createMetrics();
  const { hub, close } = await createHub(config, 'yield', {
    observeOutcome: metrics.observeOutcome,
    observeBatch: metrics.observeBatch,
    reportDefect: (operation, error) => logger.error({ operation, error }),
  });
  const surface = createHubSurface(config, hub, { logger, metrics, version });
  const service = await serveHttp(surface, { host: config.host, port: config.port });
  world.stdout.write(
    `Fixpoint ${version} on ${service.url} (documentation: ${service.url}/docs), store ${hub.storeName}\n`,
  );
  logger.info({ listening: service.url, store: hub.storeName });
  await untilStopped(world);
  await service.close(graceMs);
  await close();
  return 0;
}

async function readConfig(args: readonly string[], world: CliWorld): Promise<Config> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        store: { type: 'string' },
        config: { type: 'string' },
      },
    });
    const env = {
      ...world.env,
      ...(values.host === undefined ? {} : { FIXPOINT_HOST: values.host }),
      ...(values.port === undefined ? {} : { FIXPOINT_PORT: values.port }),
    };
    return await loadConfig(env, { store: values.store, config: values.config });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** Without a token everybody who can connect can write; then only this machine may connect. */
function refuseOpenDoor({ host, tokens, plainToken }: Config): void {
  const local = host === '127.0.0.1' || host === 'localhost' || host === '::1';
  if (local || tokens.length > 0 || plainToken !== undefined) return;
  throw new UsageError(
    `The hub would listen on ${host} without any token. Set FIXPOINT_TOKEN or "tokens" in fixpoint.yaml, or listen on 127.0.0.1.`,
  );
}

function untilStopped(world: CliWorld): Promise<void> {
  return new Promise((resolve) => {
    world.onInterrupt(resolve);
    process.once('SIGTERM', () => resolve());
  });
}
