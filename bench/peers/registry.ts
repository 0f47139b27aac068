import { dbos } from './dbos.ts';
import { graphileWorker } from './graphile-worker.ts';
import { nodeIdempotency } from './node-idempotency.ts';
import type { Peer } from './peer.ts';
import { pgBoss } from './pg-boss.ts';
import { pgledger } from './pgledger.ts';
import { powertools } from './powertools.ts';

export const peers: readonly Peer[] = [pgledger, dbos, graphileWorker, pgBoss, nodeIdempotency, powertools];
