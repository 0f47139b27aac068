/** A test hub on the memory store that also shows what has been asked of it and what is in its journal. */
import type { HubOptions } from '../../src/engine/hub.ts';
import type { Example, Operation } from '../../src/engine/operation.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { loadFact, type Store } from '../../src/engine/store-protocol.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { findOperation } from '../../src/operations/registry.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { fail } from './fail.ts';
import { main, openTestHub, type TestHub } from './test-hub.ts';

/** Now, for these tests: later than everything that the examples of operations are about. */
export const testInstant = '2026-11-30T09:00:00.000Z';

export interface McpTestHub extends TestHub {
  /** Every outcome that the hub has given. */
  readonly outcomes: readonly Outcome[];
  /** The journal of the default portfolio. */
  readonly readEntries: () => Promise<readonly Entry[]>;
}

export function openMcpTestHub(
  overrides: Partial<HubOptions> = {},
  store: Store = openMemoryStore(),
): McpTestHub {
  const outcomes: Outcome[] = [];
  const observeOutcome = (outcome: Outcome) => void outcomes.push(outcome);
  const test = openTestHub(store, { observeOutcome, ...overrides });
  test.clock.now = testInstant;
  return {
    ...test,
    outcomes,
    readEntries: async () => {
      const read = { kind: 'entries', afterSeq: 0, limit: 500, filter: {} } as const;
      const rows = await store.read(() => loadFact(main, read));
      return rows.map(({ entry }) => entry);
    },
  };
}

/** Books what comes before an example, without a surface. */
export async function bookBefore(test: TestHub, given: NonNullable<Example['given']>): Promise<void> {
  for (const [index, { operation, input, import: importId }] of given.entries()) {
    const row = importId === undefined ? {} : { importId };
    const outcome = await test.write(operation, input, `given-${index}`, row);
    if (['refused', 'failed', 'defect'].includes(outcome.status)) fail(JSON.stringify(outcome));
  }
}

export function knownOperation(name: string): Operation {
  return findOperation(name) ?? fail(`there is no operation ${name}`);
}
