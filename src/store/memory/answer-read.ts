import { cashEffect } from '../../ledger/posting.ts';
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import type { Entry } from '../../ledger/entry.ts';
import { noUnits } from '../../ledger/units-timeline.ts';
import { unreachable } from '../../ledger/unreachable.ts';
import { Decimal } from '../../money/decimal.ts';
import type {
  Answers,
  Candidate,
  CashDay,
  ChainedEntry,
  EntryFilter,
  JournalEntry,
  QueryRead,
  Read,
} from '../../engine/store-protocol.ts';
import type { Sighting } from '../../engine/sighting.ts';
import { type MemoryPortfolio, nameIdentity, nameSighting, type StoredEntry } from './memory-portfolio.ts';

/** The answer to one read, straight from the maps. This is the model that the databases are compared with. */
export function answerRead(
  data: MemoryPortfolio,
  read: Read,
  all: () => Answers['portfolios'],
): Answers[Read['kind']] {
  switch (read.kind) {
    case 'portfolio':
      return data.state;
    case 'balance':
      return data.balances.get(`${read.account} ${read.currency}`) ?? { amount: Decimal.zero, lastDate: '' };
    case 'cash_days':
      return cashDays(data, read.currency, read.after);
    case 'units':
      return data.units.get(read.instrument) ?? noUnits;
    case 'history':
      return [...(data.bySubject.get(read.instrument) ?? [])];
    case 'entry':
      return journalEntry(data, data.entries[read.seq - 1]);
    case 'record':
      return data.records.get(`${read.record}\n${read.id}`)?.value;
    case 'sighting':
      return sortedBy(data.sightingRows.get(nameSighting(read.source, read.sourceId)) ?? [], placeOf);
    case 'matches':
      return candidates(
        data,
        data.byIdentity.get(nameIdentity(read.subject, read.date, read.identity)) ?? [],
      );
    case 'near':
      return candidates(data, nearEntries(data, read)).filter(({ live }) => live);
    case 'sightings_of_entry':
      return sightingsOf(data, read.seq);
    case 'entries_of_import':
      return journalEntries(data, { importId: read.importId });
    case 'portfolios':
    case 'balances':
    case 'instruments':
    case 'records':
    case 'newest_record':
    case 'receipt':
    case 'entries':
    case 'newest_entries':
    case 'chain':
    case 'receipts':
    case 'sightings':
    case 'fold_cache':
      return answerListRead(data, read, all);
    default:
      return unreachable(read);
  }
}

function answerListRead(data: MemoryPortfolio, read: QueryRead, all: () => Answers['portfolios']) {
  switch (read.kind) {
    case 'portfolios':
      return all();
    case 'balances':
      return sortedBy([...data.balances.values()], ({ account, currency }) => `${account} ${currency}`);
    case 'instruments':
      return sortedBy([...data.units], ([name]) => name).map(([instrument, state]) => ({
        instrument,
        ...state,
      }));
    case 'records':
      return sortedBy(
        [...data.records.values()].filter(({ kind }) => kind === read.record),
        ({ id }) => id,
      ).map(({ id, value }) => ({ id, value }));
    case 'newest_record':
      return sortedBy(
        [...data.records.values()].filter(
          ({ kind, id }) => kind === read.record && id >= read.from && id <= read.to,
        ),
        ({ id }) => id,
      )
        .map(({ id, value }) => ({ id, value }))
        .at(-1);
    case 'receipt':
      return currentReceipt(data, read.key);
    case 'entries':
      return journalEntries(data, read.filter)
        .filter(({ entry }) => entry.seq > read.afterSeq)
        .slice(0, read.limit);
    case 'newest_entries':
      return journalEntries(data, read.filter)
        .filter(({ entry }) => entry.seq < read.beforeSeq)
        .reverse()
        .slice(0, read.limit);
    case 'chain':
      return data.entries.slice(read.afterSeq, read.afterSeq + read.limit).map(chainedEntry);
    case 'receipts':
      return sortedBy([...data.receipts.keys()], (key) => key)
        .filter((key) => key > read.afterKey)
        .slice(0, read.limit)
        .flatMap((key) => data.receipts.get(key) ?? [])
        .map(({ key, seq, detail }) => ({ key, seq, detail }));
    case 'sightings':
      return sortedBy(data.sightings, placeOf)
        .filter((row) => placeOf(row) > placeOf(read.after))
        .slice(0, read.limit);
    case 'fold_cache':
      return data.foldCaches.get(read.instrument);
    default:
      return unreachable(read);
  }
}

/** The receipt of a key with the reversal of its entry as it stands now. */
export function currentReceipt(data: MemoryPortfolio, key: string): Answers['receipt'] {
  const receipt = data.receipts.get(key);
  if (receipt?.seq === undefined) return receipt;
  return { ...receipt, reversedBy: data.reversals.get(receipt.seq) };
}

function journalEntry(data: MemoryPortfolio, stored: StoredEntry | undefined): JournalEntry | undefined {
  if (stored === undefined) return undefined;
  return { entry: stored.entry, reversedBy: data.reversals.get(stored.entry.seq) };
}

function journalEntries(data: MemoryPortfolio, filter: EntryFilter): readonly JournalEntry[] {
  return data.entries
    .filter(
      ({ entry }) =>
        (filter.kinds === undefined || filter.kinds.includes(entry.kind)) &&
        (filter.subject === undefined || filter.subject === entry.subject) &&
        (filter.importId === undefined || filter.importId === entry.importId) &&
        (filter.actor === undefined || filter.actor === entry.actor),
    )
    .flatMap((stored) => journalEntry(data, stored) ?? []);
}

function cashDays(
  data: MemoryPortfolio,
  currency: Parameters<typeof cashEffect>[1],
  after: CalendarDate,
): CashDay[] {
  const days = new Map<CalendarDate, Decimal>();
  for (const { entry } of data.entries) {
    if (entry.date <= after) continue;
    const posted = entry.postings.some((row) => row.account === 'assets:cash' && row.currency === currency);
    if (!posted) continue;
    days.set(entry.date, (days.get(entry.date) ?? Decimal.zero).plus(cashEffect(entry.postings, currency)));
  }
  return sortedBy([...days], ([date]) => date).map(([date, net]) => ({ date, net }));
}

function nearEntries(
  data: MemoryPortfolio,
  { subject, from, to }: Extract<Read, { kind: 'near' }>,
): readonly Entry[] {
  return (data.bySubject.get(subject) ?? []).filter(
    ({ date, identity }) => date >= from && date <= to && identity !== undefined,
  );
}

function candidates(data: MemoryPortfolio, entries: readonly Entry[]): readonly Candidate[] {
  return entries.map((entry) => ({
    entry,
    live: !data.reversals.has(entry.seq) && entry.reverses === undefined,
    claims: sightingsOf(data, entry.seq)
      .filter(({ state }) => state === 'booked' || state === 'matched')
      .map(({ source }) => source),
  }));
}

function sightingsOf(data: MemoryPortfolio, seq: number): readonly Sighting[] {
  const newest = [...data.sightingRows.values()].flatMap((rows) => sortedBy(rows, placeOf).at(-1) ?? []);
  return sortedBy(
    newest.filter((row) => row.seq === seq),
    placeOf,
  );
}

function chainedEntry({ entry, text, hash }: StoredEntry): ChainedEntry {
  const { seq, date } = entry;
  const postings = entry.postings.map((row) => ({ ...row, amount: row.amount.toString() }));
  return { seq, text, hash, date, postings };
}

function placeOf({ source, sourceId, revision }: Pick<Sighting, 'source' | 'sourceId' | 'revision'>): string {
  return `${source}\n${sourceId}\n${String(revision).padStart(9, '0')}`;
}

function sortedBy<T>(items: readonly T[], key: (item: T) => string): T[] {
  return items.toSorted((left, right) => (key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0));
}
