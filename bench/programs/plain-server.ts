// A server that does nothing but read JSON and answer with it: the least that a request can cost with Node.

import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const read: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const body = JSON.stringify({ status: 'accepted', result: read });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.listen({ host: '127.0.0.1', port: 0 }, () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  process.stdout.write(`on http://127.0.0.1:${address.port} \n`);
});
