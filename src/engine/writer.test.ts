import { describe, expect, it } from 'vitest';
import { openTestHub } from '../../test/support/test-hub.ts';
import { openMemoryStore } from '../../test/support/memory-store.ts';
import { Fault } from './outcome.ts';
import type { Store, StoreScript } from './store-protocol.ts';

/** A memory store that counts its transactions and fails where the test says. */
function openFailingStore(fails: (transaction: number, keys: readonly string[]) => Error | undefined) {
  const inner = openMemoryStore();
  const transactions: number[] = [];
  const store: Store = {
    ...inner,
    write: (script) => {
      const keys: string[] = [];
      const number = transactions.push(0);
      return inner.write(() => watched(script(), keys, () => fails(number, keys)));
    },
  };
  return { store, transactions };
}

function* watched<Result>(
  script: StoreScript<Result>,
  keys: string[],
  failure: () => Error | undefined,
): StoreScript<Result> {
  let step = script.next();
  while (step.done !== true) {
    if (step.value.kind === 'append') {
      for (const { receipts } of step.value.portfolios) keys.push(...receipts.map(({ key }) => key));
      const error = failure();
      if (error !== undefined) throw error;
    }
    step = script.next(yield step.value);
  }
  return step.value;
}

const deposit = (amount: string) => ({ amount, currency: 'USD', on: '2026-05-01' });

describe('Writer', () => {
  it('puts what waits together into one transaction', async () => {
    const { store, transactions } = openFailingStore(() => undefined);
    const { write } = openTestHub(store);
    const outcomes = await Promise.all(['a', 'b', 'c'].map((key) => write('deposit', deposit('1'), key)));
    expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(transactions).toHaveLength(1);
  });

  it('answers only for the command that the store cannot take', async () => {
    const poisoned = (_: number, keys: readonly string[]) =>
      keys.includes('poison') ? new Error('cannot be stored') : undefined;
    const { write, ask } = openTestHub(openFailingStore(poisoned).store);
    const outcomes = await Promise.all(
      ['a', 'poison', 'b'].map((key) => write('deposit', deposit('1'), key)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'failed', 'accepted']);
    expect(outcomes[1]).toMatchObject({ code: 'unavailable', idempotency_key: 'poison' });
    expect(await ask('cash')).toEqual([{ currency: 'USD', amount: '2' }]);
  });

  it('tells every command of a batch whose commit failed that its outcome is unknown, and does not try again', async () => {
    const lost = new Fault('outcome_unknown', 'The commit was not confirmed. Send the same key again.');
    const { store, transactions } = openFailingStore((number) => (number === 1 ? lost : undefined));
    const { write } = openTestHub(store);
    const outcomes = await Promise.all(['a', 'b'].map((key) => write('deposit', deposit('1'), key)));
    expect(outcomes).toMatchObject([
      { status: 'failed', code: 'outcome_unknown', idempotency_key: 'a' },
      { status: 'failed', code: 'outcome_unknown', idempotency_key: 'b' },
    ]);
    expect(transactions).toHaveLength(1);
    expect(await write('deposit', deposit('1'), 'a')).toMatchObject({ status: 'accepted' });
  });

  it('keeps the outcome when whoever counts outcomes and batches fails', async () => {
    const broken = (): never => {
      throw new Error('the counter is broken');
    };
    const { write, defects } = openTestHub(openMemoryStore(), {
      observeOutcome: broken,
      observeBatch: broken,
    });
    expect(await write('deposit', deposit('1'), 'a')).toMatchObject({ status: 'accepted' });
    expect(defects).toHaveLength(2);
  });

  it('settles when everything on its way is answered', async () => {
    const { hub, write } = openTestHub(openMemoryStore());
    const answered: string[] = [];
    const writing = write('deposit', deposit('1'), 'a').then(({ status }) => answered.push(status));
    await Promise.resolve();
    await hub.settle();
    await writing;
    expect(answered).toEqual(['accepted']);
    await hub.settle();
  });
});
