/** An HTTP server that answers each request by the next step of a script, and keeps what it was sent. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What to do with one request, once its body is read. A step that does nothing leaves the caller waiting. */
export type Step = (response: ServerResponse) => void;

export interface ScriptedServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** Stops listening; what was promised to the test ends with it. */
  readonly close: () => Promise<void>;
}

/** The last step is repeated for all further requests. */
export async function openScriptedServer(...steps: readonly [Step, ...Step[]]): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const { method, url, headers } = request;
        const step = steps[Math.min(seen.length, steps.length - 1)];
        seen.push({ method, url, headers, body });
        step?.(response);
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { url: `http://127.0.0.1:${address.port}`, seen, close };
}

export function replyWith(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Step {
  return (response) => {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(content);
  };
}

/** Takes the request and cuts the connection. */
export const cutOff: Step = (response) => void response.destroy();

/** Never answers. */
export const saySilence: Step = () => undefined;
