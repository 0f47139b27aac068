import type { ServerResponse } from 'node:http';

/** Writes a reply whose end is not known, at the pace of the client. Ends the source when the client leaves. */
export function streamReply(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: ReadableStream<Uint8Array>,
): void {
  response.writeHead(status, [...headers]);
  response.flushHeaders();
  pump(response, body.getReader()).then(
    () => response.end(),
    // A source that fails in the middle cannot be reported any more; a cut connection tells the client.
    () => response.destroy(),
  );
}

async function pump(
  response: ServerResponse,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
  const left = new Promise<void>((resolve) => response.once('close', resolve));
  void left.then(() => reader.cancel()).catch(() => undefined);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (response.write(value)) continue;
    await Promise.race([left, new Promise<void>((resolve) => response.once('drain', resolve))]);
  }
}
