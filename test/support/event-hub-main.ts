// A hub on a store until it is killed. Prints its port, then a line for each reader that it cut off, and for each line
// that it reads how many bytes of memory it takes.
//
//   event-hub-main FILE|postgres://…

import { createInterface } from 'node:readline';
import { operations } from '../../src/operations/registry.ts';
import { queries } from '../../src/queries/registry.ts';
import { readConnectionString } from '../../src/store/postgres/connection-string.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { createHttpSurface } from '../../src/surfaces/http/http-surface.ts';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { createTokenCheck } from '../../src/surfaces/http/tokens.ts';
import { openTestHub } from './test-hub.ts';

const [path = ''] = process.argv.slice(2);
const read = readConnectionString(path);
const store =
  read.kind === 'target'
    ? await openPostgresStore(read.target)
    : openSqliteStore(path, { retryLock: 'yield' });
const { hub } = openTestHub(store);
const surface = createHttpSurface({
  hub,
  operations,
  queries,
  tokens: createTokenCheck([]),
  // Readers come through a proxy, whose port is another.
  allowedHosts: ['fixpoint.test'],
  logger: {
    info: () => undefined,
    warn: (entry) => console.log(JSON.stringify(entry)),
    error: (entry) => console.log(JSON.stringify(entry)),
  },
  metrics: { render: () => Promise.resolve({ contentType: 'text/plain', body: '' }) },
  uploads: [],
  events: { pollMs: 50, stalledMs: 1_500 },
});
const { port } = await serveHttp(surface, { host: '127.0.0.1', port: 0 });
console.log(port);
for await (const _ of createInterface({ input: process.stdin })) console.log(process.memoryUsage.rss());
