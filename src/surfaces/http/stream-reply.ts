import type { ServerResponse } from 'node:http';

/**
 * Writes a reply whose end is not known, at the pace of the client. Ends the source when the client leaves, and cuts the
 * client off when the source fails, even if it is the client that is being waited for.
 */
export function streamReply(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: ReadableStream<Uint8Array>,
): void {
  response.writeHead(status, [...headers]);
  response.flushHeaders();
  const reader = body.getReader();
  response.once('close', () => void reader.cancel().catch(() => undefined));
  // A source that fails in the middle cannot be reported any more; a cut connection tells the client.
  reader.closed.catch(() => response.destroy());
  pump(response, reader).then(
    () => response.end(),
    () => response.destroy(),
  );
}

async function pump(
  response: ServerResponse,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
  for (;;) {
    if (response.destroyed) return reader.cancel(); // perhaps before anybody could listen for it
    const { done, value } = await reader.read();
    if (done) return;
    if (!response.write(value) && !response.destroyed) await untilTaken(response);
  }
}

/** Until the client has taken what was written, or has left. */
function untilTaken(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
  });
}
