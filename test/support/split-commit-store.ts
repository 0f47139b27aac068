import type {
  PortfolioAppend,
  Store,
  StoreReply,
  StoreRequest,
  StoreScript,
} from '../../src/engine/store-protocol.ts';

/**
 * A store with a planted fault: it commits the entries of a write in one transaction and their receipts in the next.
 * Nothing shows it unless something stops between the two. Tests that look for such a fault must find it here.
 */
export function openSplitCommitStore(inner: Store): Store {
  return {
    name: inner.name,
    write: async (script) => {
      const withheld: PortfolioAppend[] = [];
      const result = await inner.write(() => withholdReceipts(script, withheld));
      if (withheld.length > 0) await inner.write(() => appendAll(withheld));
      return result;
    },
    read: (script) => inner.read(script),
    close: () => inner.close(),
  };
}

function* withholdReceipts<Result>(
  script: () => StoreScript<Result>,
  withheld: PortfolioAppend[],
): StoreScript<Result> {
  const steps = script();
  let step = steps.next();
  while (step.done !== true) {
    const request = step.value;
    if (request.kind === 'append') withheld.push(...request.portfolios.flatMap(receiptsOnly));
    const reply: StoreReply = yield withoutReceipts(request);
    step = steps.next(reply);
  }
  return step.value;
}

function withoutReceipts(request: StoreRequest): StoreRequest {
  if (request.kind !== 'append') return request;
  return { ...request, portfolios: request.portfolios.map((append) => ({ ...append, receipts: [] })) };
}

function receiptsOnly(append: PortfolioAppend): readonly PortfolioAppend[] {
  if (append.receipts.length === 0) return [];
  return [{ ...append, isNew: false, entries: [], sightings: [], records: [], balances: [], units: [] }];
}

/** A write may append to a portfolio several times. Its row stands at the end of them all by now and must stay there. */
function* appendAll(appends: readonly PortfolioAppend[]): StoreScript<void> {
  const ends = new Map(appends.map(({ portfolio }) => [portfolio.name, portfolio]));
  for (const append of appends) {
    const portfolio = ends.get(append.portfolio.name) ?? append.portfolio;
    yield { kind: 'append', portfolios: [{ ...append, portfolio }] };
  }
}
