import { switchField, textField } from '../../engine/field-kinds.ts';
import { optional, withDefault } from '../../engine/field.ts';
import { accept, defineOperation, type PortfolioView, refuse, unchanged } from '../../engine/operation.ts';
import type { JournalEntry } from '../../engine/store-protocol.ts';
import { addDays, type CalendarDate } from '../../ledger/calendar-date.ts';
import { type Entry, isOriginal, liveEntries } from '../../ledger/entry.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { cashEffect } from '../../ledger/posting.ts';
import { findShortDay } from '../../ledger/units-timeline.ts';
import type { Currency } from '../../money/currency.ts';
import { Decimal } from '../../money/decimal.ts';
import { readDraft } from './book-event.ts';
import { draftReversal } from './draft-reversal.ts';
import { readDetails, settleDetails } from './settle-details.ts';

const importedDeposit = [
  { operation: 'begin_import', input: { import: 'imp_1', file: 'year.csv', format: 'utrade', rows: 1 } },
  {
    operation: 'record_fact',
    input: {
      source: 'file:utrade:U1',
      source_id: '1',
      told: { amount: '10' },
      fact: { kind: 'cash', direction: 'in', amount: '10', currency: 'USD', date: '2026-05-01' },
    },
    import: 'imp_1',
  },
] as const;

/** Take back everything that one import booked. What it merely matched stays. */
export const reverseImport = defineOperation({
  name: 'reverse_import',
  summary: 'Take back every entry that one import booked. Entries that it only matched stay.',
  fields: {
    import: textField('The import to take back', { lengthMax: 64, placeholder: 'IMPORT' }),
    force: withDefault(switchField('Do it although later entries depend on it'), false),
    note: optional(textField('Why', { lengthMax: 500, multiline: true })),
  },
  positional: ['import'],
  refusals: ['import_not_found', 'reversal_blocked'],
  replay: 'by-state',
  destructive: true,
  *reads(input, view) {
    yield { kind: 'record', record: 'import', id: input.import };
    yield { kind: 'entries_of_import', importId: input.import };
    for (const { entry } of stillLive(view.get({ kind: 'entries_of_import', importId: input.import }))) {
      yield* readDraft(draftReversal(entry));
      yield* readDetails(entry, view);
      for (const leg of entry.legs) yield { kind: 'history', instrument: leg.instrument };
    }
  },
  decide: (input, view) => {
    const id = input.import;
    const record = view.get({ kind: 'record', record: 'import', id });
    if (record === undefined)
      return refuse('import_not_found', `There is no import ${id} in ${view.name}.`, { import: id });
    const live = stillLive(view.get({ kind: 'entries_of_import', importId: id }));
    if (live.length === 0) return unchanged('already_reversed', { import_id: id });
    const short = input.force || view.settings.shorts === 'allow' ? undefined : findDependent(live, view);
    if (short !== undefined) {
      const message = `Without import ${id}, ${short.missing} units of ${short.instrument} would be missing at the end of ${short.date}. Reverse what depends on it first, or force it.`;
      return refuse('reversal_blocked', message, { import: id, ...short });
    }
    const spent = input.force || view.settings.overdraft === 'allow' ? undefined : findSpentCash(live, view);
    if (spent !== undefined) {
      const message = `Without import ${id}, ${spent.missing} ${spent.currency} would be missing at the end of ${spent.date}. Reverse what depends on it first, or force it.`;
      return refuse('reversal_blocked', message, { import: id, ...spent });
    }
    const newestFirst = live.toSorted((left, right) => right.entry.seq - left.entry.seq);
    const reversed = accept(
      newestFirst.map(({ entry }) => draftReversal(entry)),
      {
        result: { import_id: id, reversed: live.length, net_cash: netCash(live) },
        records: [{ kind: 'import', id, value: { ...record, state: 'reversed' } }],
      },
    );
    return settleDetails(reversed, view);
  },
  examples: [
    {
      title: 'A file with one deposit is taken back',
      given: importedDeposit,
      input: { import: 'imp_1' },
      outcome: 'accepted',
      after: { cash: { USD: '0' } },
    },
    {
      title: 'It was taken back before',
      given: [...importedDeposit, { operation: 'reverse_import', input: { import: 'imp_1' } }],
      input: { import: 'imp_1' },
      outcome: 'unchanged',
    },
    { title: 'An import that is not there', input: { import: 'imp_0' }, outcome: 'import_not_found' },
  ],
});

/** What taking them back does to cash in all, by currency. */
function netCash(live: readonly JournalEntry[]): JsonObject {
  const postings = live.flatMap(({ entry }) => entry.postings);
  const currencies = [...new Set(postings.map((posting) => posting.currency))].sort();
  return Object.fromEntries(
    currencies.map((currency) => [currency, cashEffect(postings, currency).negated().toString()]),
  );
}

function stillLive(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return entries.filter(({ entry, reversedBy }) => reversedBy === undefined && isOriginal(entry));
}

/** Units that entries from elsewhere need and that only this import brought. */
function findDependent(live: readonly JournalEntry[], view: PortfolioView) {
  const gone = new Set(live.map(({ entry }) => entry.seq));
  for (const [instrument, from] of earliestDates(live.map(({ entry }) => entry))) {
    const history = liveEntries(view.get({ kind: 'history', instrument }));
    const short = findShortDay(
      history.filter((entry) => !gone.has(entry.seq)),
      from,
    );
    if (short === undefined || findShortDay(history, from) !== undefined) continue;
    return { instrument, date: short.date, missing: short.units.negated().toString() };
  }
  return undefined;
}

function earliestDates(entries: readonly Entry[]) {
  const dates = new Map<Instrument, Entry['date']>();
  for (const { legs, date } of entries) {
    for (const { instrument } of legs) {
      const earliest = dates.get(instrument);
      if (earliest === undefined || date < earliest) dates.set(instrument, date);
    }
  }
  return dates;
}

/** The first day that would end without the cash which only this import brought. One that is short already does not. */
function findSpentCash(live: readonly JournalEntry[], view: PortfolioView) {
  const postings = live.flatMap(({ entry }) => entry.postings);
  for (const currency of new Set(postings.map((posting) => posting.currency))) {
    const taken = cashByDay(live, currency);
    const [first] = [...taken.keys()].sort();
    if (first === undefined) continue;
    const { amount } = view.get({ kind: 'balance', account: 'assets:cash', currency });
    const moved = new Map(
      view
        .get({ kind: 'cash_days', currency, after: addDays(first, -1) })
        .map(({ date, net }) => [date, net]),
    );
    let before = amount.minus(Decimal.sum([...moved.values()]));
    let after = before;
    for (const date of [...new Set([...moved.keys(), ...taken.keys()])].sort()) {
      const net = moved.get(date) ?? Decimal.zero;
      before = before.plus(net);
      after = after.plus(net).minus(taken.get(date) ?? Decimal.zero);
      if (after.isNegative() && !before.isNegative())
        return { currency, date, missing: after.negated().toString() };
    }
  }
  return undefined;
}

/** What the entries did to cash, by the day on which they did it. */
function cashByDay(live: readonly JournalEntry[], currency: Currency): ReadonlyMap<CalendarDate, Decimal> {
  const days = new Map<CalendarDate, Decimal>();
  for (const { entry } of live) {
    const effect = cashEffect(entry.postings, currency);
    if (!effect.isZero()) days.set(entry.date, (days.get(entry.date) ?? Decimal.zero).plus(effect));
  }
  return days;
}
