/**
 * The stored form of an entry. The text that `encodeEntry` makes is what is kept, hashed and chained, so members keep
 * their place and their names; a new member is added at the end and left out when empty. `decode-entry.ts` reads it.
 */
import type { Entry } from './entry.ts';
import type { JsonValue } from './json-value.ts';
import type { Leg } from './leg.ts';
import type { Posting } from './posting.ts';
import { unreachable } from './unreachable.ts';

/** The text of an entry, the same for the same entry on every machine. */
export function encodeEntry(entry: Entry): string {
  return JSON.stringify({
    seq: entry.seq,
    kind: entry.kind,
    date: entry.date,
    instant: entry.instant,
    subject: entry.subject,
    account: entry.account,
    at: entry.recordedAt,
    door: entry.door,
    actor: entry.actor,
    operation: entry.operation,
    key: entry.key,
    input: entry.input,
    postings: entry.postings.length === 0 ? undefined : encodePostings(entry.postings),
    legs: entry.legs.length === 0 ? undefined : encodeLegs(entry.legs),
    sets: entry.sets.length === 0 ? undefined : entry.sets.map(({ kind, id, value }) => [kind, id, value]),
    reverses: entry.reverses,
    identity: entry.identity,
    flags: entry.flags.length === 0 ? undefined : entry.flags,
    import: entry.importId,
    fact: entry.fromFact ? 1 : undefined,
    restates: entry.restates,
  });
}

function encodePostings(postings: readonly Posting[]): JsonValue {
  return postings.map(({ account, currency, amount }) => [account, currency, amount.toString()]);
}

/** Legs as short rows: the kind, the instrument, then what the kind needs. */
export function encodeLegs(legs: readonly Leg[]): readonly JsonValue[] {
  return legs.map(encodeLeg);
}

function encodeLeg(leg: Leg): JsonValue {
  switch (leg.kind) {
    case 'acquire':
      return [
        leg.kind,
        leg.instrument,
        leg.currency,
        leg.units.toString(),
        leg.cost.toString(),
        leg.fee.toString(),
      ];
    case 'dispose':
      return [
        leg.kind,
        leg.instrument,
        leg.currency,
        leg.units.toString(),
        leg.proceeds.toString(),
        leg.fee.toString(),
      ];
    case 'split':
      return leg.cashInLieu === undefined
        ? [leg.kind, leg.instrument, `${leg.newUnits}`, `${leg.oldUnits}`]
        : [
            leg.kind,
            leg.instrument,
            `${leg.newUnits}`,
            `${leg.oldUnits}`,
            leg.cashInLieu.currency,
            leg.cashInLieu.amount.toString(),
          ];
    case 'return_of_capital':
      return [leg.kind, leg.instrument, leg.currency, leg.amount.toString()];
    case 'target':
    case 'adjust':
      return [leg.kind, leg.instrument, leg.currency, leg.units.toString(), leg.cost.toString()];
    case 'income':
      return [leg.kind, leg.instrument, leg.currency, leg.gross.toString(), leg.withheld.toString()];
    default:
      return unreachable(leg);
  }
}
