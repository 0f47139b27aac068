/**
 * Sets of facts made up at random, for tests of promise P3 (any order): a few events, told by up to four sources, some
 * of them several times by one source (true twins), some of them taken back by the source that told them. Sources tell
 * differently how much of a trade was fee and when in the day something happened.
 *
 * Dates lie close together and instruments are few, so that entries meet within a day; amounts and units are spread
 * wide, so that two different events are hardly ever near matches of each other. One set in sixteen has such a pair on
 * purpose.
 */
import * as fc from 'fast-check';
import type { Fact } from '../../src/ledger/fact.ts';
import { decodeFact } from '../../src/ledger/fact-codec.ts';
import { draftEntry } from '../../src/ledger/draft-entry.ts';
import type { EntryDraft } from '../../src/ledger/entry.ts';
import { encodeLegs } from '../../src/ledger/entry-codec.ts';
import { isJsonObject, type JsonObject } from '../../src/ledger/json-value.ts';
import { Decimal } from '../../src/money/decimal.ts';
import { fail } from './fail.ts';
import { cents, tellingDetails, tellOtherwise, toMoney } from './telling-details.ts';

/** One row of a source: it tells of an event, or takes back what it told or is going to tell. */
export interface FactRow {
  readonly operation: 'record_fact' | 'withdraw_fact';
  readonly input: JsonObject;
}

export interface FactSet {
  readonly rows: readonly FactRow[];
  /** By `nameEvent`, how many entries must be live: as many as the source with the most tellings has left. */
  readonly entries: ReadonlyMap<string, number>;
  readonly counts: FactCounts;
  /** From which the orders of arrival are drawn. */
  readonly orderSeed: number;
}

/** What a set is made of; the keys of `kinds` are kinds of facts. */
export interface FactCounts {
  readonly kinds: Readonly<Record<string, number>>;
  /** Tellings beyond the first of one event by one source. */
  readonly twins: number;
  /** Tellings of an event that another source tells too. */
  readonly shared: number;
  readonly withdrawals: number;
}

export interface SetSize {
  readonly tellings: { readonly min: number; readonly max: number };
  readonly rowsMax: number;
  readonly events: { readonly min: number; readonly max: number };
  /** Leaves out what is held when several sources tell of many events: near matches and cash for fractions. */
  readonly neverHeld?: boolean;
}

const sources = ['file:csv:A', 'file:statement:B', 'mail:broker:C', 'alpaca:live:D'] as const;
const units = fc.integer({ min: 1, max: 5_000 }).map((tenths) => `${Math.floor(tenths / 10)}.${tenths % 10}`);
const instruments = fc.constantFrom('ACME', 'BOLT');
const currencies = fc.constantFrom('USD', 'USD', 'EUR');
const moments = fc
  .record({ day: fc.integer({ min: 1, max: 8 }), hour: fc.option(fc.integer({ min: 14, max: 16 })) })
  .map(({ day, hour }) => ({
    date: `2026-03-0${day}`,
    ...(hour === null ? {} : { instant: `2026-03-0${day}T${hour}:30:00.000Z` }),
  }));
const held = fc.record({ instrument: instruments, currency: currencies });

const trades = (side: 'buy' | 'sell') =>
  fc.record({
    kind: fc.constant('trade'),
    side: fc.constant(side),
    units: units,
    amount: cents(1_000, 999_999),
    fee: fc.oneof(fc.constant('0'), cents(1, 999)),
  });
const dividends = fc
  .record({
    net: fc.integer({ min: 100, max: 99_999 }),
    withheld: fc.nat({ max: 99 }),
    reinvestedUnits: fc.option(units, { freq: 2 }),
  })
  .map(({ net, withheld, reinvestedUnits }) => ({
    kind: 'dividend',
    gross: toMoney(net + withheld),
    withheld: toMoney(withheld),
    net: toMoney(net),
    ...(reinvestedUnits === null ? {} : { reinvestedUnits }),
  }));
const splits = fc
  .record({
    ratio: fc.constantFrom('2:1', '1:4', '3:2', '3:1', '1:3', '2406:1000'),
    cashInLieu: fc.option(cents(0, 999), { freq: 3 }),
  })
  .map(({ ratio, cashInLieu }) => ({
    kind: 'split',
    ratio,
    ...(cashInLieu === null ? {} : { cashInLieu }),
  }));
const ofInstrument: readonly fc.WeightedArbitrary<JsonObject>[] = [
  { weight: 4, arbitrary: trades('buy') },
  { weight: 4, arbitrary: trades('sell') },
  { weight: 2, arbitrary: splits },
  { weight: 2, arbitrary: dividends },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return_of_capital'), amount: cents(1, 99_999) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('existing'),
      units: units,
      cost: cents(0, 99_999),
    }),
  },
];
const ofCash: readonly fc.WeightedArbitrary<JsonObject>[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cash'),
      direction: fc.constantFrom('in', 'out'),
      amount: cents(1, 99_999),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('interest'), amount: cents(1, 999) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fee'),
      feeKind: fc.constantFrom('fee', 'tax'),
      refund: fc.boolean(),
      amount: cents(1, 999),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('conversion'),
      amount: cents(100, 99_999),
      toCurrency: fc.constant('JPY'),
      toAmount: fc.integer({ min: 1, max: 99_999 }).map(String),
      fee: cents(0, 99),
    }),
  },
];

const facts: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.oneof(...ofInstrument), held, moments)
      .map(([fact, position, moment]) => ({ ...fact, ...position, ...moment })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.oneof(...ofCash), currencies, moments)
      .map(([fact, currency, moment]) => ({ ...fact, currency, ...moment })),
  },
);

/**
 * What a second source may hold against the event and a first may not: a trade a day later and a little dearer, a
 * dividend or split of the same identity that leaves another number of units.
 */
function toNearMatch(fact: JsonObject): JsonObject {
  switch (fact['kind']) {
    case 'trade':
      return {
        ...fact,
        date: '2026-03-09',
        instant: '2026-03-09T14:30:00.000Z',
        amount: `${fact['amount']}1`,
      };
    case 'dividend':
      return { ...fact, reinvestedUnits: '7.5' };
    case 'split':
      return { ...fact, cashInLieu: '11.11' };
    default:
      return fact;
  }
}

function withoutCashInLieu({ cashInLieu: _cash, ...fact }: JsonObject): JsonObject {
  return fact;
}

export function factSets({
  tellings,
  rowsMax,
  events: pool,
  neverHeld = false,
}: SetSize): fc.Arbitrary<FactSet> {
  return fc
    .record({
      events: fc.array(facts, { minLength: pool.min, maxLength: pool.max }),
      hasNearPair: fc.nat({ max: 15 }).map((value) => value === 0),
      told: fc.array(
        fc.record({
          event: fc.nat({ max: 99 }),
          source: fc.nat({ max: 3 }),
          details: tellingDetails,
          isWithdrawn: fc.nat({ max: 3 }),
        }),
        { minLength: tellings.min, maxLength: tellings.max },
      ),
      orderSeed: fc.nat(),
    })
    .map(({ events: drawn, hasNearPair, told, orderSeed }) => {
      const events = neverHeld
        ? drawn.map(withoutCashInLieu)
        : hasNearPair
          ? [...drawn, ...drawn.map(toNearMatch)]
          : drawn;
      const rows: FactRow[] = [];
      for (const [index, { event, source, isWithdrawn, details }] of told.entries()) {
        const fact = events[event % events.length] ?? fail('there is no such event');
        const telling = {
          source: sources[source] ?? fail('there is no such source'),
          source_id: `id-${index}`,
        };
        // A third source gives no price, which is no part of what makes an event the same.
        const price = fact['kind'] === 'trade' && source !== 2 ? { price: '1' } : {};
        rows.push({
          operation: 'record_fact',
          input: { ...telling, told: { row: index }, fact: { ...tellOtherwise(fact, details), ...price } },
        });
        if (isWithdrawn === 0) rows.push({ operation: 'withdraw_fact', input: telling });
      }
      return describeSet(rows.slice(0, rowsMax), orderSeed);
    });
}

function describeSet(rows: readonly FactRow[], orderSeed: number): FactSet {
  const withdrawn = new Set(rows.filter(isWithdrawal).map(nameRow));
  const told = rows.filter((row) => !isWithdrawal(row));
  const kinds: Record<string, number> = {};
  const events = new Map<
    string,
    { readonly told: Map<string, number>; readonly left: Map<string, number> }
  >();
  for (const row of told) {
    const fact = factOf(row);
    const kind = 'reinvestedUnits' in fact ? 'drip' : 'side' in fact ? fact.side : fact.kind;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    const name = nameEvent(draftEntry(fact));
    const event = events.get(name) ?? { told: new Map(), left: new Map() };
    events.set(name, event);
    const source = String(row.input['source']);
    event.told.set(source, (event.told.get(source) ?? 0) + 1);
    event.left.set(source, (event.left.get(source) ?? 0) + (withdrawn.has(nameRow(row)) ? 0 : 1));
  }
  const tallies = [...events.values()].map((event) => [...event.told.values()]);
  return {
    rows,
    entries: new Map([...events].map(([name, { left }]) => [name, Math.max(...left.values())])),
    counts: {
      kinds,
      twins: tallies.flat().reduce((sum, tally) => sum + tally - 1, 0),
      shared: tallies.filter(({ length }) => length > 1).reduce((sum, { length }) => sum + length - 1, 0),
      withdrawals: withdrawn.size,
    },
    orderSeed,
  };
}

function factOf({ input }: FactRow): Fact {
  const data = input['fact'];
  const fact = isJsonObject(data) ? decodeFact(data) : undefined;
  return fact ?? fail(`${JSON.stringify(data)} is no fact`);
}

/** The event that an entry records: its identity and what it does to units. Cost and fee are details. */
export function nameEvent({ identity, legs }: Pick<EntryDraft, 'identity' | 'legs'>): string {
  const zero = Decimal.zero;
  const changes = legs.map((leg) => {
    if (leg.kind === 'acquire') return { ...leg, cost: zero, fee: zero };
    return leg.kind === 'dispose' ? { ...leg, proceeds: zero, fee: zero } : leg;
  });
  return `${identity} ${JSON.stringify(encodeLegs(changes))}`;
}

export function isWithdrawal({ operation }: FactRow): boolean {
  return operation === 'withdraw_fact';
}

/** The same for a telling and for the row that takes it back. */
export function nameRow({ input }: FactRow): string {
  return `${input['source']} ${input['source_id']}`;
}
