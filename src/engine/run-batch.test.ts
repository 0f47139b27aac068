import { describe, expect, it } from 'vitest';
import { main, openTestHub } from '../../test/support/test-hub.ts';
import { Decimal } from '../money/decimal.ts';
import { openMemoryStore } from '../../test/support/memory-store.ts';
import { amountField, textField } from './field-kinds.ts';
import { accept, defineOperation, nameOutsideNeed, type OutsideNeed, refuse } from './operation.ts';
import type { Read, Store } from './store-protocol.ts';

const example = { title: 'Nothing', input: {}, outcome: 'accepted' } as const;
const noted = (id: string, value: string) =>
  accept([], { records: [{ kind: 'note', id, value: { value } }], result: { value } });

/** Sets a note and points at the next one to read: reads that depend on what was read. */
const follow = defineOperation({
  name: 'follow',
  summary: 'Follow notes from one to the next.',
  fields: {
    start: textField('Where to start', { lengthMax: 9 }),
    end: textField('What to note at the end', { lengthMax: 9 }),
  },
  positional: [],
  refusals: ['not_found'],
  replay: 'by-key',
  reads: () => [],
  decide: ({ start, end }, view) => {
    let id = start;
    for (;;) {
      const next = view.get(note(id))?.['value'];
      if (next === undefined) return noted(id, end);
      if (typeof next !== 'string') return refuse('not_found', 'It leads nowhere.');
      id = next;
    }
  },
  examples: [example],
});

const explode = defineOperation({
  name: 'explode',
  summary: 'Throw.',
  fields: {},
  positional: [],
  refusals: [],
  replay: 'by-key',
  reads: () => [],
  decide: () => {
    throw new Error('boom');
  },
  examples: [example],
});

const need: OutsideNeed = { kind: 'rate', from: 'EUR', to: 'USD', date: '2026-05-01' as OutsideNeed['date'] };

const priced = defineOperation({
  name: 'priced',
  summary: 'Note a rate from outside.',
  fields: { amount: amountField('How much') },
  positional: [],
  refusals: ['not_found'],
  replay: 'by-key',
  needs: () => [need],
  reads: () => [],
  decide: ({ amount }, _view, { outside }) => {
    const rate = outside.get(nameOutsideNeed(need));
    return rate === undefined
      ? refuse('not_found', 'There is no rate.')
      : noted('rate', `${amount.times(Decimal.of(rate))}`);
  },
  examples: [example],
});

function note(id: string): Extract<Read, { kind: 'record' }> {
  return { kind: 'record', record: 'note', id };
}

/** The store, with the kinds of the requests that its writes make. */
function recordRequests(inner: Store): { readonly store: Store; readonly requests: string[] } {
  const requests: string[] = [];
  const write: Store['write'] = (script) =>
    inner.write(function* () {
      const steps = script();
      let step = steps.next();
      while (step.done !== true) {
        requests.push(step.value.kind);
        step = steps.next(yield step.value);
      }
      return step.value;
    });
  return { store: { ...inner, write }, requests };
}

describe('runBatch', () => {
  it('loads facts that a decision turns out to need, and shows each command what the ones before it did', async () => {
    const { hub } = openTestHub(openMemoryStore());
    const wish = (end: string) => ({
      operation: follow,
      portfolio: main,
      input: { start: 'a', end },
      key: `to-${end}`,
      door: 'cli' as const,
      actor: 'tester',
    });
    const outcomes = await hub.submitAll(['b', 'c', 'd'].map(wish));
    expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted']);
    // a → b, then b → c, then c → d: the third found the end that the second had made in the same batch.
    expect(outcomes).toMatchObject([
      { result: { value: 'b' } },
      { result: { value: 'c' } },
      { result: { value: 'd' } },
    ]);
    expect(await hub.submit(wish('d'))).toMatchObject({ status: 'duplicate', result: { value: 'd' } });
  });

  it('loads all that a batch of trades looks at in two rounds, however many they are', async () => {
    const { store, requests } = recordRequests(openMemoryStore());
    const { write } = openTestHub(store);
    await write('deposit', { amount: '1000', currency: 'USD', on: '2026-05-01' }, 'money');
    requests.length = 0;
    const buys = ['AAPL', 'MSFT', 'NVDA'].map((instrument) =>
      write('buy', { instrument, units: '1', price: '2', on: '2026-05-02' }, instrument),
    );
    expect((await Promise.all(buys)).map(({ status }) => status)).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ]);
    // Aliases and currencies first, then what is named by them.
    expect(requests).toEqual(['load_receipts', 'load_facts', 'load_facts', 'append']);
  });

  it('answers a throw in one decision as a defect of that command alone', async () => {
    const { hub, write, defects } = openTestHub(openMemoryStore());
    const bad = {
      operation: explode,
      portfolio: main,
      input: {},
      key: 'x',
      door: 'cli',
      actor: 'tester',
    } as const;
    const [good, broken] = await Promise.all([
      write('deposit', { amount: '1', currency: 'USD', on: '2026-05-01' }, 'a'),
      hub.submit(bad),
    ]);
    expect(good).toMatchObject({ status: 'accepted' });
    expect(broken).toMatchObject({ status: 'defect', code: 'defect', operation: 'explode' });
    expect(JSON.stringify(broken)).not.toContain('boom');
    expect(defects).toEqual([new Error('boom')]);
  });

  it('fetches what is needed from outside before the transaction and leaves it out of the comparison', async () => {
    let rate: string | undefined;
    let failing = false;
    const asked: OutsideNeed[] = [];
    const fetchOutside = (wanted: OutsideNeed) => {
      if (failing) return Promise.reject(new Error('no network'));
      asked.push(wanted);
      return Promise.resolve(rate);
    };
    const { hub } = openTestHub(openMemoryStore(), { fetchOutside });
    const wish = {
      operation: priced,
      portfolio: main,
      input: { amount: '100' },
      key: 'k',
      door: 'cli',
      actor: 'tester',
    } as const;
    expect(await hub.submit(wish)).toMatchObject({ status: 'refused', code: 'not_found' });
    failing = true;
    expect(await hub.submit(wish)).toMatchObject({
      status: 'failed',
      code: 'unavailable',
      idempotency_key: 'k',
    });
    failing = false;
    rate = '1.08';
    expect(await hub.submit(wish)).toMatchObject({ status: 'accepted', result: { value: '108' } });
    rate = '2';
    expect(await hub.submit(wish)).toMatchObject({ status: 'duplicate', result: { value: '108' } });
    expect(asked).toEqual([need, need, need]);
  });
});
