/** Random entries for property tests: few instruments, currencies and days, so that entries meet often. */
import * as fc from 'fast-check';
import type { Entry } from '../../src/ledger/entry.ts';
import type { Leg } from '../../src/ledger/leg.ts';
import { Decimal } from '../../src/money/decimal.ts';
import { currencyOf, entryOf, instrumentOf } from './ledger-entries.ts';

/** Legs of these kinds, of one day and sometimes with an instant each, numbered 1, 2, 3… */
export function arbitraryEntries(leg: fc.Arbitrary<Leg>, maxLength = 30): fc.Arbitrary<readonly Entry[]> {
  const entry = fc.record({
    day: fc.integer({ min: 1, max: 5 }),
    hour: fc.option(fc.integer({ min: 8, max: 11 }), { nil: undefined, freq: 2 }),
    legs: fc.array(leg, { minLength: 1, maxLength: 2 }),
  });
  return fc.array(entry, { maxLength }).map((drafts) =>
    drafts.map(({ day, hour, legs }, index) => {
      const date = `2024-03-0${day}`;
      const instant = hour === undefined ? undefined : `${date}T${String(hour).padStart(2, '0')}:00:00.000Z`;
      return entryOf(index + 1, date, legs, instant);
    }),
  );
}

const place = fc.record({
  instrument: fc.constantFrom(instrumentOf('ACME'), instrumentOf('ZETA')),
  currency: fc.constantFrom(currencyOf('USD'), currencyOf('EUR')),
});

const units = decimal({ min: 1, max: 3000, scales: [0, 0, 1, 2] });
const amount = decimal({ min: 0, max: 200_000, scales: [0, 2, 3] });
const signedUnits = decimal({ min: -2000, max: 2000, scales: [0, 0, 1, 2] });
const signedAmount = decimal({ min: -100_000, max: 100_000, scales: [0, 2, 3] });

export const trades: fc.Arbitrary<Leg> = fc.oneof(
  fc
    .record({ place, units, cost: amount, fee: amount })
    .map(({ place: at, ...rest }): Leg => ({ kind: 'acquire', ...at, ...rest })),
  fc
    .record({ place, units, proceeds: amount, fee: amount })
    .map(({ place: at, ...rest }): Leg => ({ kind: 'dispose', ...at, ...rest })),
);

/** With any ratio of two numbers from 1 to 7, or only with those that decimals can follow. */
export function splits(ratio: 'any ratio' | 'decimal ratio'): fc.Arbitrary<Leg> {
  const number = ratio === 'any ratio' ? fc.bigInt({ min: 1n, max: 7n }) : fc.constantFrom(1n, 2n, 4n, 5n);
  return fc
    .record({ place, newUnits: number, oldUnits: number, cash: fc.option(signedAmount, { nil: undefined }) })
    .map(
      ({ place: { instrument, currency }, newUnits, oldUnits, cash }): Leg => ({
        kind: 'split',
        instrument,
        newUnits,
        oldUnits,
        ...(cash === undefined ? {} : { cashInLieu: { amount: cash, currency } }),
      }),
    );
}

export const returnsOfCapital: fc.Arbitrary<Leg> = fc
  .record({ place, amount: fc.oneof({ arbitrary: amount, weight: 4 }, signedAmount) })
  .map(({ place: at, ...rest }): Leg => ({ kind: 'return_of_capital', ...at, ...rest }));

const statements: fc.Arbitrary<Leg> = fc
  .record({ kind: fc.constantFrom('target', 'adjust'), place, units: signedUnits, cost: signedAmount })
  .map(({ place: at, ...rest }): Leg => ({ ...at, ...rest }));

const incomes: fc.Arbitrary<Leg> = fc
  .record({ place, gross: signedAmount, withheld: amount })
  .map(({ place: at, ...rest }): Leg => ({ kind: 'income', ...at, ...rest }));

export const everyKindOfLeg: fc.Arbitrary<Leg> = fc.oneof(
  { arbitrary: trades, weight: 6 },
  { arbitrary: splits('any ratio'), weight: 2 },
  { arbitrary: returnsOfCapital, weight: 2 },
  { arbitrary: statements, weight: 2 },
  { arbitrary: incomes, weight: 1 },
);

function decimal({
  min,
  max,
  scales,
}: {
  min: number;
  max: number;
  scales: readonly number[];
}): fc.Arbitrary<Decimal> {
  return fc
    .record({ digits: fc.integer({ min, max }), scale: fc.constantFrom(...scales) })
    .map(({ digits, scale }) => Decimal.fromParts(BigInt(digits), scale));
}
