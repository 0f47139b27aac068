/** Random scripts give the same answers as in the memory store, whatever they append and whichever of them fail. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Balance, PortfolioAppend, Read, Store } from '../../src/engine/store-protocol.ts';
import type { Sighting } from '../../src/engine/sighting.ts';
import { loadFacts } from '../../src/engine/store-protocol.ts';
import { sightingStates } from '../../src/engine/sighting.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { Decimal } from '../../src/money/decimal.ts';
import { Rational } from '../../src/money/rational.ts';
import {
  appendAll,
  beginPortfolio,
  continuePortfolio,
  depositEntry,
  portfolioName,
  posting,
  receiptOf,
  reversalOf,
  sightingOf,
} from '../support/hand-built-appends.ts';
import { currencyOf, dateOf, instrumentOf } from '../support/ledger-entries.ts';
import type { OpenStore } from './opened-store.ts';

const names = ['a', 'b'].map(portfolioName);
const subjects = ['ACME', 'USD', 'Söhne'];
const dates = ['2026-05-01', '2026-05-02', '2026-05-03'];
const identities = ['00000000000000a1', 'ffffffffffffffff', 'older form'];
const imports = ['imp_1', 'imp_2'];
const keys = [
  'k1',
  'K1',
  'zz',
  '0b9f5e0c-1b1c-4a5e-9d3b-0123456789ab',
  'ffffffff-1b1c-4a5e-9d3b-0123456789ab',
  "it's",
];
const sources = ['mail', 'broker'];
const currencies = ['USD', 'EUR'];
const instants = ['2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.123456Z', '1969-12-31T23:59:59.999Z'];

/** Small pools, so that keys, identities and reversals meet, and some scripts fail. */
const entry = fc.record({
  amount: fc.integer({ min: -999, max: 999 }),
  date: fc.constantFrom(...dates),
  subject: fc.option(fc.constantFrom(...subjects), { nil: undefined }),
  identity: fc.option(fc.constantFrom(...identities), { nil: undefined }),
  importId: fc.option(fc.constantFrom(...imports), { nil: undefined }),
  key: fc.option(fc.constantFrom(...keys), { nil: undefined, freq: 3 }),
  currency: fc.constantFrom(...currencies),
  recordedAt: fc.constantFrom(...instants),
  actor: fc.constantFrom('ann', 'bob'),
  note: fc.string({ unit: 'binary', maxLength: 8 }),
  reverses: fc.option(fc.nat({ max: 8 }), { nil: undefined, freq: 2 }),
});

const sighting = fc.record({
  source: fc.constantFrom(...sources),
  sourceId: fc.constantFrom('1', '2', '3'),
  revision: fc.nat({ max: 2 }),
  state: fc.constantFrom(...sightingStates),
  seq: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
  identity: fc.option(fc.constantFrom(...identities), { nil: undefined }),
});

const step = fc.record({
  name: fc.constantFrom(...names),
  entries: fc.array(entry, { maxLength: 3 }),
  sightings: fc.array(sighting, { maxLength: 2 }),
  remembered: fc.option(fc.constantFrom(...keys), { nil: undefined, freq: 2 }),
  record: fc.option(fc.record({ id: fc.constantFrom('x', 'y'), gone: fc.boolean() }), { nil: undefined }),
  amount: fc.integer({ min: -5, max: 5 }),
  giveUp: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export function describeStoreModel(open: OpenStore): void {
  describe('random scripts', () => {
    it('are answered as by the memory store', async () => {
      let failed = 0;
      let committed = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
          const opened = await open();
          const model = openMemoryStore();
          try {
            const known = new Map<string, PortfolioAppend>();
            for (const one of steps) {
              const append = toAppend(one, known.get(one.name));
              const expected = await run(model, append, one.giveUp);
              expect(await run(opened.store, append, one.giveUp), JSON.stringify(one)).toBe(expected);
              if (expected === 'failed') failed += 1;
              else {
                committed += 1;
                known.set(one.name, withEarlier(append, known.get(one.name)));
              }
            }
            expect(await answers(opened.store)).toEqual(await answers(model));
            expect(await answers(await opened.reopen())).toEqual(await answers(model));
          } finally {
            await opened.dispose();
          }
        }),
        { numRuns: 25 },
      );
      // A run in which nothing failed, or nothing was committed, would have compared too little.
      expect(failed).toBeGreaterThan(10);
      expect(committed).toBeGreaterThan(50);
    });
  });
}

function toAppend(one: Step, before: PortfolioAppend | undefined): PortfolioAppend {
  const entries = one.entries.map(({ reverses, amount, currency, date, note, ...draft }) => {
    const target = before?.entries.find((stored) => stored.entry.seq === reverses)?.entry;
    if (target !== undefined) return reversalOf(target);
    const members = Object.entries(draft).filter(([, value]) => value !== undefined);
    return depositEntry('1', date, {
      subject: 'USD',
      ...Object.fromEntries(members),
      postings: [
        posting('assets:cash', `${amount}`, currency),
        posting('equity:external', `${-amount}`, currency),
      ],
      input: { note },
    });
  });
  const additions = {
    entries,
    receipts: (booked: readonly Entry[]) => [
      ...booked.flatMap((booking) => (booking.key === undefined ? [] : [receiptOf(booking.key, booking)])),
      ...(one.remembered === undefined
        ? []
        : [receiptOf(one.remembered, undefined, { status: 'unchanged' })]),
    ],
    sightings: sightingsOf(one, before),
    records:
      one.record === undefined
        ? []
        : [{ kind: 'alias', id: one.record.id, value: one.record.gone ? null : { n: one.amount } }],
    balances: [
      {
        account: 'assets:cash',
        currency: currencyOf('USD'),
        amount: Decimal.of(BigInt(one.amount)),
        lastDate: dates[0] ?? '',
      },
    ] as const,
    units: [
      {
        instrument: instrumentOf('ACME'),
        units: new Map([[currencyOf('USD'), Rational.of(BigInt(one.amount), 3n)]]),
        lastDate: '',
        lastRule: '',
      },
    ],
  };
  return before === undefined ? beginPortfolio(one.name, additions) : continuePortfolio(before, additions);
}

/** One source claims an entry through one id only, as the rules for facts make sure of. */
function sightingsOf({ sightings }: Step, before: PortfolioAppend | undefined): readonly Sighting[] {
  return sightings.map(({ seq, sourceId, ...rest }) => {
    const named =
      before?.entries.some((stored) => stored.entry.seq === seq) === true && seq === Number(sourceId)
        ? seq
        : undefined;
    return sightingOf(sourceId, { ...rest, seq: named });
  });
}

function withEarlier(append: PortfolioAppend, before: PortfolioAppend | undefined): PortfolioAppend {
  return { ...append, entries: [...(before?.entries ?? []), ...append.entries] };
}

async function run(store: Store, append: PortfolioAppend, giveUp: boolean): Promise<'committed' | 'failed'> {
  try {
    await store.write(function* () {
      yield* appendAll([append]);
      if (giveUp) throw new Error('the script gave up');
    });
    return 'committed';
  } catch {
    return 'failed';
  }
}

/** Everything that can be asked, as data that can be compared. */
async function answers(store: Store): Promise<unknown> {
  const placed = names.flatMap((portfolio) => everyRead().map((read) => ({ portfolio, read })));
  const found = await store.read(() => loadFacts(placed));
  return placed.map(({ portfolio, read }, index) => ({
    portfolio,
    read,
    answer: comparable(read, found[index]),
  }));
}

/** The order of receipts is the store's own, and a balance may carry more than was asked for. */
function comparable(read: Read, answer: unknown): unknown {
  if (read.kind === 'balance') {
    const { amount, lastDate } = answer as Balance;
    return { amount, lastDate };
  }
  if (read.kind !== 'receipts' || !Array.isArray(answer)) return answer;
  return new Map(answer.map((receipt: { readonly key: string }) => [receipt.key, receipt]));
}

function everyRead(): readonly Read[] {
  const seqs = [0, 1, 2, 3, 20];
  const usd = currencyOf('USD');
  const acme = instrumentOf('ACME');
  const [from, to] = [dateOf('2026-05-01'), dateOf('2026-05-02')];
  const filters = [
    {},
    { subject: 'ACME' },
    { importId: 'imp_1' },
    { actor: 'ann' },
    { kinds: ['reversal'], subject: 'USD' },
  ] as const;
  return [
    { kind: 'portfolio' },
    { kind: 'portfolios' },
    { kind: 'balances' },
    { kind: 'instruments' },
    { kind: 'balance', account: 'assets:cash', currency: usd },
    { kind: 'units', instrument: acme },
    { kind: 'fold_cache', instrument: acme },
    { kind: 'records', record: 'alias' },
    { kind: 'newest_record', record: 'alias', from: 'a', to: 'x' },
    { kind: 'record', record: 'alias', id: 'y' },
    { kind: 'chain', afterSeq: 1, limit: 5 },
    { kind: 'receipts', afterKey: '', limit: 100 },
    { kind: 'sightings', after: { source: 'broker', sourceId: '1', revision: 0 }, limit: 5 },
    ...currencies.map(
      (currency) => ({ kind: 'cash_days', currency: currencyOf(currency), after: from }) as const,
    ),
    ...subjects.map((subject) => ({ kind: 'history', instrument: instrumentOf(subject) }) as const),
    ...subjects.map((subject) => ({ kind: 'near', subject, from, to }) as const),
    ...subjects.flatMap((subject) =>
      identities.map((identity) => ({ kind: 'matches', subject, identity, date: from }) as const),
    ),
    ...keys.map((key) => ({ kind: 'receipt', key }) as const),
    ...seqs.map((seq) => ({ kind: 'entry', seq }) as const),
    ...seqs.map((seq) => ({ kind: 'sightings_of_entry', seq }) as const),
    ...sources.map((source) => ({ kind: 'sighting', source, sourceId: '1' }) as const),
    ...imports.map((importId) => ({ kind: 'entries_of_import', importId }) as const),
    ...filters.map((filter) => ({ kind: 'entries', afterSeq: 1, limit: 4, filter }) as const),
    ...filters.map((filter) => ({ kind: 'newest_entries', beforeSeq: 5, limit: 3, filter }) as const),
  ];
}
