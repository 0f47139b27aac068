import { describe, expect, it } from 'vitest';
import { currencyOf } from '../../../test/support/file-fixture.ts';
import { parseCalendarDate } from '../../ledger/calendar-date.ts';
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import { decodeFact, encodeFact } from '../../ledger/fact-codec.ts';
import { Decimal } from '../../money/decimal.ts';
import type { RowEvent } from './format.ts';
import {
  toDividend,
  toExisting,
  toFee,
  toInterest,
  toReturnOfCapital,
  toSplit,
  toTrade,
} from './row-events.ts';
import type { RowParts } from './row-events.ts';

function dateOf(text: string): CalendarDate {
  const date = parseCalendarDate(text);
  if (date === undefined) throw new Error(`${text} is no date`);
  return date;
}

const parts: RowParts = { date: dateOf('2024-01-31'), currency: currencyOf('EUR'), fee: Decimal.zero };
const base = { date: '2024-01-31', currency: 'EUR' };

describe('an event of which too little is told (3)', () => {
  const some = { ...parts, units: Decimal.of('2'), account: 'North', instant: '2024-01-31T10:00:00.000Z' };
  const place = { ...base, account: 'North', instant: '2024-01-31T10:00:00.000Z' };
  const events: readonly (readonly [string, RowEvent, readonly string[], object])[] = [
    [
      'purchase',
      toTrade({ ...some, fee: Decimal.one }, 'buy'),
      ['instrument', 'amount'],
      { kind: 'trade', side: 'buy', fee: '1', units: '2' },
    ],
    [
      'dividend',
      toDividend(some, Decimal.of('0.5'), 'paid'),
      ['instrument', 'net'],
      { kind: 'dividend', withheld: '0.5' },
    ],
    [
      'reinvestment',
      toDividend({ ...some, units: undefined }, Decimal.zero, 'reinvested'),
      ['instrument', 'reinvestedUnits', 'net'],
      { kind: 'dividend' },
    ],
    ['interest', toInterest(some), ['amount'], { kind: 'interest' }],
    ['charge', toFee(some, 'tax'), ['amount'], { kind: 'fee', feeKind: 'tax' }],
    ['split', toSplit(some, { newUnits: 4n, oldUnits: 1n }), ['instrument'], { kind: 'split', ratio: '4:1' }],
    ['capital', toReturnOfCapital(some), ['instrument', 'amount'], { kind: 'return_of_capital' }],
    [
      'position',
      toExisting({ ...some, units: undefined }),
      ['instrument', 'units', 'cost'],
      { kind: 'existing' },
    ],
  ];
  it.each(events)(
    'names what it lacks and what it has as members of a fact: %s',
    (_what, event, missing, known) => {
      expect(event).toEqual({ kind: 'incomplete', missing, known: { ...place, ...known } });
    },
  );

  it('is what `decodeFact` reads once the missing members are added', () => {
    for (const [, event] of events) {
      if (event.kind !== 'incomplete') continue;
      const added = {
        instrument: 'KLEE',
        units: '1',
        amount: '1',
        net: '1',
        gross: '1',
        cost: '1',
        reinvestedUnits: '1',
      };
      const fact = decodeFact({ fee: '0', withheld: '0', refund: false, ...added, ...event.known });
      expect(fact === undefined ? undefined : encodeFact(fact)).toMatchObject(event.known);
    }
  });
});

describe('an event with an amount (1)', () => {
  it('keeps it whatever units × price make', () => {
    const event = toInterest({
      ...parts,
      units: Decimal.of('2'),
      price: Decimal.of('5'),
      amount: Decimal.of('9.999'),
    });
    expect(event).toMatchObject({ kind: 'fact', fact: { amount: Decimal.of('9.999') } });
  });
});
