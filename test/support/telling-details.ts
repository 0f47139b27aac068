/** How one source may tell an event otherwise than another: how much of a trade was fee, and when in the day it was. */
import * as fc from 'fast-check';
import type { JsonObject } from '../../src/ledger/json-value.ts';

/** A member that is null is told as the event has it. */
export interface TellingDetails {
  readonly fee: string | null;
  /** Zero for no instant at all. */
  readonly hour: number | null;
}

export function tellOtherwise(fact: JsonObject, { fee, hour }: TellingDetails): JsonObject {
  const { instant, ...rest } = fact;
  const told = hour === null ? instant : hour === 0 ? undefined : `${fact['date']}T${hour}:30:00.000Z`;
  return {
    ...rest,
    ...(told === undefined ? {} : { instant: told }),
    ...(fee === null || fact['kind'] !== 'trade' ? {} : { fee }),
  };
}

export const toMoney = (count: number): string =>
  `${Math.floor(count / 100)}.${String(count % 100).padStart(2, '0')}`;
export const cents = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map(toMoney);

export const tellingDetails: fc.Arbitrary<TellingDetails> = fc.record({
  fee: fc.option(fc.oneof(fc.constant('0'), cents(1, 999)), { freq: 2 }),
  hour: fc.option(fc.constantFrom(0, 14, 15, 16), { freq: 2 }),
});
