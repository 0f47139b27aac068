import type { PortfolioView } from '../../engine/operation.ts';
import type { EntryDraft } from '../../ledger/entry.ts';
import { liveEntries } from '../../ledger/entry.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import type { Leg } from '../../ledger/leg.ts';
import { advanceUnits, findShortDay, needsHistory, type ShortDay } from '../../ledger/units-timeline.ts';

/** Would this entry leave fewer than zero units at the end of its day or of any later one? */
export function findUnitsShortfall(view: PortfolioView, draft: EntryDraft): ShortDay | undefined {
  for (const instrument of removedInstruments(draft.legs)) {
    const state = view.get({ kind: 'units', instrument });
    if (needsHistory(state, draft)) {
      const history = liveEntries(view.get({ kind: 'history', instrument }));
      const short = findShortDay([...history, draft], draft.date);
      if (short !== undefined) return short;
    } else {
      for (const [currency, units] of advanceUnits(state, draft).units) {
        if (units.isNegative() && removes(draft.legs, currency)) return { date: draft.date, currency, units };
      }
    }
  }
  return undefined;
}

function removedInstruments(legs: readonly Leg[]): ReadonlySet<Instrument> {
  return new Set(legs.filter(isRemoval).map((leg) => leg.instrument));
}

function removes(legs: readonly Leg[], currency: string): boolean {
  return legs.some((leg) => isRemoval(leg) && 'currency' in leg && leg.currency === currency);
}

function isRemoval(leg: Leg): boolean {
  return leg.kind === 'dispose' || (leg.kind === 'adjust' && leg.units.isNegative());
}
