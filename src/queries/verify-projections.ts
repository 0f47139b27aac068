import { loadFact, type StoreScript } from '../engine/store-protocol.ts';
import { parseInstrument } from '../ledger/instrument.ts';
import { toCanonicalJson } from '../ledger/json-value.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import { type UnitsState, unitsOf } from '../ledger/units-timeline.ts';
import type { Journal, Report } from './verify-journal.ts';

/** Balances, units and set values as stored, against what the journal gives. */
export function* verifyProjections(
  portfolio: PortfolioName,
  journal: Journal,
  report: Report,
): StoreScript<void> {
  yield* verifyBalances(portfolio, journal, report);
  yield* verifyUnits(portfolio, journal, report);
  for (const [name, value] of journal.records) {
    const [record = '', id = ''] = name.split('\n');
    if (record === 'portfolio') continue; // the settings are the portfolio's own row
    const stored = yield* loadFact(portfolio, { kind: 'record', record, id });
    if (toCanonicalJson(stored ?? null) !== toCanonicalJson(value)) {
      report('records', `The ${record} "${id}" is not what the journal set last.`);
    }
  }
}

function* verifyBalances(portfolio: PortfolioName, journal: Journal, report: Report): StoreScript<void> {
  const stored = yield* loadFact(portfolio, { kind: 'balances' });
  const seen = new Set<string>();
  for (const { account, currency, amount } of stored) {
    const name = `${account} ${currency}`;
    seen.add(name);
    const expected = journal.balances.get(name);
    if (expected?.equals(amount) !== true) {
      report(
        'balances',
        `The balance of ${name} is ${amount}; its postings sum to ${expected ?? 'nothing'}.`,
      );
    }
  }
  for (const [name, expected] of journal.balances) {
    if (!seen.has(name))
      report('balances', `The balance of ${name} is missing; its postings sum to ${expected}.`);
  }
}

function* verifyUnits(portfolio: PortfolioName, journal: Journal, report: Report): StoreScript<void> {
  const stored = yield* loadFact(portfolio, { kind: 'instruments' });
  for (const { instrument, ...state } of stored) {
    const walked = journal.units.get(instrument);
    const expected = walked ?? unitsOf(yield* loadFact(portfolio, { kind: 'history', instrument }));
    if (describe(expected) !== describe(state)) {
      report(
        'units',
        `The units of ${instrument} are ${describe(state)}; its entries give ${describe(expected)}.`,
      );
    }
  }
  const known = new Set<string>(stored.map(({ instrument }) => instrument));
  for (const name of journal.units.keys()) {
    if (!known.has(name) && parseInstrument(name) !== undefined)
      report('units', `The units of ${name} are missing.`);
  }
}

function describe({ units }: UnitsState): string {
  return [...units]
    .map(([currency, held]) => `${held} ${currency}`)
    .sort()
    .join(', ');
}
