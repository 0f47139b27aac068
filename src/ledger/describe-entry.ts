import type { Entry } from './entry.ts';
import { toEntryId } from './entry.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import type { Leg } from './leg.ts';
import { unreachable } from './unreachable.ts';

/** An entry as callers see it: what was booked, with amounts as text. The same for the same entry, whenever asked. */
export function describeEntry(entry: Entry): JsonObject {
  const changes = entry.sets.map(({ kind, id, value }): JsonObject => ({ record: kind, id, value }));
  return {
    kind: entry.kind,
    date: entry.date,
    ...(entry.instant === undefined ? {} : { instant: entry.instant }),
    ...(entry.account === undefined ? {} : { account: entry.account }),
    ...(entry.reverses === undefined ? {} : { reverses: toEntryId(entry.reverses) }),
    ...(entry.restates === undefined ? {} : { restates: toEntryId(entry.restates) }),
    ...(entry.postings.length === 0 ? {} : { postings: entry.postings.map(describePosting) }),
    ...(entry.legs.length === 0 ? {} : { legs: entry.legs.map(describeLeg) }),
    ...(changes.length === 0 ? {} : { changes }),
    ...(entry.flags.length === 0 ? {} : { flags: entry.flags }),
  };
}

function describePosting({ account, currency, amount }: Entry['postings'][number]): JsonValue {
  return { account, currency, amount: amount.toString() };
}

function describeLeg(leg: Leg): JsonValue {
  const { kind, instrument } = leg;
  switch (leg.kind) {
    case 'acquire':
      return {
        kind,
        instrument,
        currency: leg.currency,
        units: `${leg.units}`,
        cost: `${leg.cost}`,
        fee: `${leg.fee}`,
      };
    case 'dispose':
      return {
        kind,
        instrument,
        currency: leg.currency,
        units: `${leg.units}`,
        proceeds: `${leg.proceeds}`,
        fee: `${leg.fee}`,
      };
    case 'split':
      return {
        kind,
        instrument,
        ratio: `${leg.newUnits}:${leg.oldUnits}`,
        ...(leg.cashInLieu === undefined ? {} : { cash_in_lieu: `${leg.cashInLieu.amount}` }),
      };
    case 'return_of_capital':
      return { kind, instrument, currency: leg.currency, amount: `${leg.amount}` };
    case 'target':
    case 'adjust':
      return { kind, instrument, currency: leg.currency, units: `${leg.units}`, cost: `${leg.cost}` };
    case 'income':
      return { kind, instrument, currency: leg.currency, gross: `${leg.gross}`, withheld: `${leg.withheld}` };
    default:
      return unreachable(leg);
  }
}
