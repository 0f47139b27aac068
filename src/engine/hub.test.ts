import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../test/support/memory-store.ts';
import { main, openTestHub } from '../../test/support/test-hub.ts';
import { amountField } from './field-kinds.ts';
import type { Wish } from './hub.ts';
import { accept, defineOperation } from './operation.ts';

const keep = defineOperation({
  name: 'keep',
  summary: 'Keep an amount.',
  fields: { amount: amountField('How much') },
  positional: [],
  refusals: [],
  replay: 'by-key',
  reads: () => [],
  decide: ({ amount }) => accept([], { records: [{ kind: 'kept', id: `${amount}`, value: {} }] }),
  examples: [{ title: 'One', input: { amount: '1' }, outcome: 'accepted' }],
});

const wish = (key: string, amount: string): Wish => ({
  operation: keep,
  portfolio: main,
  input: { amount },
  key,
  door: 'http',
  actor: 'tester',
});

describe('a hub', () => {
  it('answers each wish of a request in its place, the unreadable ones among them too', async () => {
    const { hub } = openTestHub(openMemoryStore());
    const outcomes = await hub.submitAll([wish('a', '1'), wish('b', 'much'), wish('a', '1'), wish('a', '2')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'refused', 'duplicate', 'refused']);
    expect(outcomes.map((outcome) => ('code' in outcome ? outcome.code : ''))).toEqual([
      '',
      'invalid_input',
      '',
      'idempotency_key_reused',
    ]);
    expect(await hub.submitAll([])).toEqual([]);
  });

  it('tells of a write once per request, and only when something may have been booked', async () => {
    const { hub } = openTestHub(openMemoryStore());
    const told: string[] = [];
    hub.onWrite((portfolio) => told.push(portfolio));
    await hub.submitAll([wish('a', '1'), wish('b', '2')]);
    expect(told).toEqual([main]);
    await hub.submitAll([wish('a', '1'), wish('c', 'much')]);
    await hub.submit(wish('b', '2'));
    expect(told).toEqual([main]);
    await hub.submit(wish('d', '4'));
    expect(told).toEqual([main, main]);
  });
});
