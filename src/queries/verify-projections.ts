import { loadFact, type StoreScript } from '../engine/store-protocol.ts';
import { type CalendarDate, dateOfInstant } from '../ledger/calendar-date.ts';
import { parseInstrument } from '../ledger/instrument.ts';
import { toCanonicalJson } from '../ledger/json-value.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import { type UnitsState, unitsOf } from '../ledger/units-timeline.ts';
import { Decimal } from '../money/decimal.ts';
import type { Journal, Report } from './verify-journal.ts';

/** The first day that can be written, on which nothing is checked. */
const beforeAllDays = dateOfInstant('1000-01-01T00:00:00.000Z');

/** Balances, cash per day, units and set values as stored, against what the journal gives. */
export function* verifyProjections(
  portfolio: PortfolioName,
  journal: Journal,
  report: Report,
): StoreScript<void> {
  yield* verifyBalances(portfolio, journal, report);
  yield* verifyCashDays(portfolio, journal, report);
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

/** By the movements of cash a command learns whether there is enough on every later day. A day of zero need not be kept. */
function* verifyCashDays(portfolio: PortfolioName, { cashDays }: Journal, report: Report): StoreScript<void> {
  const balances = yield* loadFact(portfolio, { kind: 'balances' });
  for (const currency of new Set([...cashDays.keys(), ...balances.map((balance) => balance.currency)])) {
    const rows = yield* loadFact(portfolio, { kind: 'cash_days', currency, after: beforeAllDays });
    const stored = new Map(rows.map(({ date, net }) => [date, net]));
    const meant = cashDays.get(currency) ?? new Map<CalendarDate, Decimal>();
    for (const date of [...new Set([...stored.keys(), ...meant.keys()])].sort()) {
      if (date <= beforeAllDays) continue;
      const [found, expected] = [stored.get(date) ?? Decimal.zero, meant.get(date) ?? Decimal.zero];
      if (!found.equals(expected))
        report(
          'cash_days',
          `The cash of ${date} moved by ${found} ${currency}; its postings sum to ${expected}.`,
        );
    }
  }
}

function* verifyUnits(portfolio: PortfolioName, journal: Journal, report: Report): StoreScript<void> {
  const stored = yield* loadFact(portfolio, { kind: 'instruments' });
  for (const { instrument, ...state } of stored) {
    const walked = journal.units.get(instrument);
    // A history with an entry that cannot be read cannot be folded; that entry was reported.
    if (walked === undefined && journal.unread.size > 0) continue;
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
