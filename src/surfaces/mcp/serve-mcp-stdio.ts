import type { Server, Transport } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

export interface McpStdioServer {
  /** Resolves when the client has gone or `close` was called. Writes that were on their way may still be running. */
  readonly closed: Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ServeMcpStdioOptions {
  /** In place of this process's standard input and output. */
  readonly transport?: Transport;
  /** Told of what went wrong on the wire. Standard output belongs to the protocol, so it must not be written there. */
  readonly reportError?: (error: Error) => void;
}

/** Serves one client over standard input and output, from now on. */
export function serveMcpStdio(factory: () => Server, options: ServeMcpStdioOptions = {}): McpStdioServer {
  const transport: Transport = options.transport ?? new StdioServerTransport();
  const onerror = options.reportError;
  const server = serveStdio(factory, { transport, ...(onerror === undefined ? {} : { onerror }) });
  const closed = new Promise<void>((resolve) => {
    const tidyUp = transport.onclose;
    transport.onclose = () => {
      tidyUp?.();
      resolve();
    };
  });
  return { closed, close: () => server.close() };
}
