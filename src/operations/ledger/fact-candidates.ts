/** The entries that a fact may be the same event as, or nearly the same. */
import type { PortfolioView } from '../../engine/operation.ts';
import type { Candidate } from '../../engine/store-protocol.ts';
import { addDays } from '../../ledger/calendar-date.ts';
import { draftEntry } from '../../ledger/draft-entry.ts';
import type { EntryDraft } from '../../ledger/entry.ts';
import type { Fact, TradeFact } from '../../ledger/fact.ts';
import { deriveIdentity, subjectOf } from '../../ledger/identity.ts';
import { Decimal } from '../../money/decimal.ts';
import { changeSameUnits } from './change-same-units.ts';

/** Two tellings of one trade may carry dates this many days apart (trade date and booking date). */
const nearDays = 4;

export function matchesOf(fact: Fact) {
  return {
    kind: 'matches',
    subject: subjectOf(fact),
    date: fact.date,
    identity: deriveIdentity(fact),
  } as const;
}

/** The same for a draft that was made from a fact; undefined for one that no fact can match. */
export function matchesOfDraft({ subject, date, identity }: EntryDraft) {
  if (subject === undefined || identity === undefined) return undefined;
  return { kind: 'matches', subject, date, identity } as const;
}

/** Live entries of the fact's identity that this source has not claimed. */
export function findEquals(fact: Fact, source: string, view: PortfolioView): readonly Candidate[] {
  return view.get(matchesOf(fact)).filter(({ live, claims }) => live && !claims.includes(source));
}

/** The first of them that also has the fact's effect on units: the same event. */
export function findSame(fact: Fact, equals: readonly Candidate[]): Candidate | undefined {
  if (equals.length === 0) return undefined;
  const { legs } = draftEntry(fact);
  return equals.find(({ entry }) => changeSameUnits(entry.legs, legs));
}

export function nearOf(fact: TradeFact) {
  const { instrument, date } = fact;
  return {
    kind: 'near',
    subject: instrument,
    from: addDays(date, -nearDays),
    to: addDays(date, nearDays),
  } as const;
}

/** Trades of other sources with the same side and units and nearly the same amount, which this source has not claimed. */
export function findNear(fact: TradeFact, source: string, view: PortfolioView): readonly Candidate[] {
  return view.get(nearOf(fact)).filter(({ entry, claims }) => {
    if (claims.includes(source) || entry.account !== fact.account) return false;
    return entry.legs.some((leg) => {
      if (leg.kind !== (fact.side === 'buy' ? 'acquire' : 'dispose') || !leg.units.equals(fact.units))
        return false;
      const amount = leg.kind === 'acquire' ? leg.cost.plus(leg.fee) : leg.proceeds.minus(leg.fee);
      return leg.currency === fact.currency && isNearAmount(amount, fact);
    });
  });
}

/** Within the fee, or within one part in two hundred: what a rounded price and a fee told apart can explain. */
function isNearAmount(amount: Decimal, fact: TradeFact): boolean {
  const tolerance = Decimal.max(fact.fee, fact.amount.abs().times(Decimal.of('0.005')));
  return !amount.minus(fact.amount).abs().greaterThan(tolerance);
}
