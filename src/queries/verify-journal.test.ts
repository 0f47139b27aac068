import { describe, expect, it } from 'vitest';
import {
  beginPortfolio,
  depositEntry,
  main,
  posting,
  reversalOf,
  type UnnumberedEntry,
} from '../../test/support/hand-built-appends.ts';
import { openMemoryStore } from '../../test/support/memory-store.ts';
import type { Entry } from '../ledger/entry.ts';
import { verifyJournal } from './verify-journal.ts';

const deposit = depositEntry('100', '2026-05-01');
const restates = (seq: number, postings: Entry['postings'] = []): UnnumberedEntry => ({
  ...deposit,
  kind: 'reclassification',
  postings,
  restates: seq,
});

async function problemsOf(entries: readonly UnnumberedEntry[]): Promise<readonly string[]> {
  const store = openMemoryStore();
  const append = beginPortfolio(main, { entries });
  await store.write(function* () {
    yield { kind: 'append', portfolios: [append] };
  });
  const problems: string[] = [];
  await store.read(() => verifyJournal(main, (check, message) => problems.push(`${check}: ${message}`)));
  return problems;
}

describe('verify, about postings,', () => {
  const usd = (amount: string) => posting('assets:cash', amount);
  const eur = (amount: string) => posting('assets:cash', amount, 'EUR');

  it.each<readonly [string, Entry['postings'], readonly string[]]>([
    ['balance in one currency', [usd('10.5'), usd('-10'), usd('-0.5')], []],
    ['balance in each of two currencies', [usd('10'), eur('9'), usd('-10'), eur('-9')], []],
    [
      'are off in the only currency',
      [usd('10'), usd('-9.99')],
      ['balance: The postings of entry 1 are off by 0.01 USD.'],
    ],
    [
      'balance only when currencies are mixed',
      [usd('10'), eur('-10')],
      [
        'balance: The postings of entry 1 are off by 10 USD.',
        'balance: The postings of entry 1 are off by -10 EUR.',
      ],
    ],
  ])('that %s', async (_, postings, problems) => {
    expect(await problemsOf([{ ...deposit, postings }])).toEqual(problems);
  });
});

describe('verify, about entries that restate others,', () => {
  const fee = [posting('equity:trading', '-1'), posting('expenses:fee', '1')];

  it('has nothing to say of one that follows another that was reversed', async () => {
    const first = restates(1, fee);
    expect(await problemsOf([deposit, first, reversalOf({ ...first, seq: 2 }), restates(1)])).toEqual([]);
  });

  it.each<readonly [string, readonly UnnumberedEntry[], string]>([
    [
      'two that count at once',
      [deposit, restates(1), restates(1)],
      'restatement: Entry 1 is restated by 2 and 3 at once.',
    ],
    [
      'one that stands before its original',
      [restates(2), deposit],
      'restatement: Entry 1 restates 2, which does not come before it.',
    ],
    [
      'one that moves cash',
      [deposit, restates(1, deposit.postings)],
      'restatement: Entry 2 restates 1 and moves more than its fee.',
    ],
  ])('names %s', async (_, entries, problem) => {
    expect(await problemsOf(entries)).toEqual([problem]);
  });
});
