/**
 * The model of a store: plain maps, one transaction at a time, nothing kept after the process. The databases are
 * compared with it, and a script that throws leaves it as it was.
 */
import { runSync } from '../../engine/drivers.ts';
import { assertNewestFence, type Lease } from '../../engine/lease.ts';
import { Fault } from '../../engine/outcome.ts';
import type { Store, StoreReply, StoreRequest, StoreScript } from '../../engine/store-protocol.ts';
import type { PortfolioName } from '../../ledger/portfolio.ts';
import { unreachable } from '../../ledger/unreachable.ts';
import { answerRead, currentReceipt } from './answer-read.ts';
import { MemoryPortfolio, type Undo } from './memory-portfolio.ts';

export function openMemoryStore(): Store {
  const portfolios = new Map<PortfolioName, MemoryPortfolio>();
  const leases = new Map<string, Lease>();
  let closed = false;
  const run = <Result>(script: () => StoreScript<Result>): Result => {
    if (closed) throw new Fault('unavailable', 'The memory store is closed.');
    const undo: Undo[] = [];
    try {
      return runSync(script(), (request) => answer({ portfolios, leases }, request, undo));
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  };
  return {
    name: 'memory',
    write: (script) => new Promise((resolve) => resolve(run(script))),
    read: (script) => new Promise((resolve) => resolve(run(script))),
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}

interface MemoryData {
  readonly portfolios: Map<PortfolioName, MemoryPortfolio>;
  readonly leases: Map<string, Lease>;
}

function answer({ portfolios, leases }: MemoryData, request: StoreRequest, undo: Undo[]): StoreReply {
  const dataOf = (name: PortfolioName): MemoryPortfolio => portfolios.get(name) ?? new MemoryPortfolio();
  switch (request.kind) {
    case 'load_receipts':
      return request.keys.map(({ portfolio, key }) => currentReceipt(dataOf(portfolio), key));
    case 'load_facts':
      return request.reads.map(({ portfolio, read }) =>
        answerRead(dataOf(portfolio), read, () =>
          [...portfolios]
            .sort(([left], [right]) => (left < right ? -1 : 1))
            .flatMap(([, data]) => data.state ?? []),
        ),
      );
    case 'append':
      for (const fence of request.fences ?? []) assertNewestFence(fence, leases.get(fence.lease));
      for (const append of request.portfolios) {
        const { name } = append.portfolio;
        const data = dataOf(name);
        if (!portfolios.has(name)) {
          portfolios.set(name, data);
          undo.push(() => void portfolios.delete(name));
        }
        data.append(append, undo);
      }
      return undefined;
    case 'load_lease':
      return leases.get(request.name);
    case 'save_lease':
      saveLease(leases, request, undo);
      return undefined;
    case 'save_fold_cache': {
      const data = portfolios.get(request.portfolio);
      data?.foldCaches.set(request.instrument, request.cache);
      return undefined;
    }
    default:
      return unreachable(request);
  }
}

function saveLease(
  leases: Map<string, Lease>,
  { lease, isNew }: Extract<StoreRequest, { kind: 'save_lease' }>,
  undo: Undo[],
): void {
  const before = leases.get(lease.name);
  if (isNew !== (before === undefined) || (before !== undefined && before.fence > lease.fence))
    throw new Error(
      `There is ${isNew ? 'already a' : 'no'} lease ${lease.name} below the fence ${lease.fence}`,
    );
  leases.set(lease.name, lease);
  undo.push(() => void (before === undefined ? leases.delete(lease.name) : leases.set(lease.name, before)));
}
