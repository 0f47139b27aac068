/** The hub's HTTP surface with everything that hangs on it: documentation, MCP over HTTP, metrics, file uploads. */
import { randomUUID } from 'node:crypto';
import type { Hub } from '../engine/hub.ts';
import { operations } from '../operations/registry.ts';
import { queries } from '../queries/registry.ts';
import type { HttpLogger } from '../surfaces/http/http-logger.ts';
import { createHttpSurface, type HttpSurface } from '../surfaces/http/http-surface.ts';
import { createTokenCheck } from '../surfaces/http/tokens.ts';
import { createMcpFetchHandler } from '../surfaces/mcp/create-mcp-fetch-handler.ts';
import { createMcpServerFactory } from '../surfaces/mcp/create-mcp-server-factory.ts';
import type { Config } from './config.ts';
import { importUpload } from './import-upload.ts';
import type { Metrics } from './metrics.ts';

export interface SurfaceParts {
  readonly logger: HttpLogger;
  readonly metrics: Metrics;
  readonly version: string;
}

export function createHubSurface(
  config: Config,
  hub: Hub,
  { logger, metrics, version }: SurfaceParts,
): HttpSurface {
  const factory = createMcpServerFactory({
    hub,
    operations,
    queries,
    writes: config.mcpWrites,
    readOnly: false,
    actor: 'mcp',
    version,
    newToken: randomUUID,
    monotonic: () => performance.now(),
    reportDefect: (tool, error) => logger.error({ tool, error }),
  });
  return createHttpSurface({
    hub,
    operations,
    queries,
    tokens: createTokenCheck(config.tokens, config.plainToken),
    allowedHosts: config.allowedHosts,
    logger,
    metrics,
    mcp: createMcpFetchHandler(factory, { reportError: (error) => logger.warn({ mcp: error.message }) }),
    uploads: [importUpload(hub)],
  });
}
