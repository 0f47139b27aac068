// The product's HTTP surface on a hub that gives every command a transaction of its own: what most services do.
//
//   node one-command-server.js FILE

import { operations } from '../../src/operations/registry.ts';
import { queries } from '../../src/queries/registry.ts';
import { createHttpSurface } from '../../src/surfaces/http/http-surface.ts';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { createTokenCheck } from '../../src/surfaces/http/tokens.ts';
import type { Wish } from '../../src/engine/hub.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { openBenchHub } from '../stores/bench-hub.ts';

const [path = ''] = process.argv.slice(2);
const { hub, close } = openBenchHub(path, { defer: queueMicrotask });

/** The next command is handed in when the one before it has been answered, so none ever waits in the hub. */
let last: Promise<unknown> = Promise.resolve();
const submit = (wish: Wish): Promise<Outcome> => {
  const answer = last.then(() => hub.submit(wish));
  last = answer;
  return answer;
};

const surface = createHttpSurface({
  hub: {
    submit,
    submitAll: (wishes) => Promise.all(wishes.map(submit)),
    ask: (question) => hub.ask(question),
    newestSeq: (portfolio) => hub.newestSeq(portfolio),
    readJournal: (portfolio, afterSeq, limit) => hub.readJournal(portfolio, afterSeq, limit),
    onWrite: (listener) => hub.onWrite(listener),
    checkReady: () => hub.checkReady(),
    keysRequired: hub.keysRequired,
    defaultPortfolio: hub.defaultPortfolio,
  },
  operations,
  queries,
  tokens: createTokenCheck([]),
  allowedHosts: [],
  logger: {
    info: () => {},
    warn: () => {},
    error: (entry) => process.stderr.write(`${JSON.stringify(entry)}\n`),
  },
  metrics: { render: () => Promise.resolve({ contentType: 'text/plain', body: '' }) },
  uploads: [],
});
const service = await serveHttp(surface, { host: '127.0.0.1', port: 0 });
process.stdout.write(`on ${service.url} \n`);
process.once('SIGTERM', () => {
  void service.close(1_000).then(close);
});
