import { createMcpHandler, type Server } from '@modelcontextprotocol/server';

/** A call with every field at its longest is far below this; larger bodies are answered 413 before they are read. */
const bodyBytesMax = 1_048_576;

export interface McpFetchHandlerOptions {
  /** Told of rejected requests and of what went wrong outside a call; the response does not depend on it. */
  readonly reportError?: (error: Error) => void;
}

/**
 * Streamable HTTP without sessions: every request is answered by a server of its own. Host, Origin and bearer token
 * must have been checked before.
 */
export function createMcpFetchHandler(
  factory: () => Server,
  { reportError }: McpFetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(factory, {
    maxRequestBodySize: bodyBytesMax,
    ...(reportError === undefined ? {} : { onerror: reportError }),
  });
  return (request) => handler.fetch(request);
}
