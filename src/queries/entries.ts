import { optional, withDefault } from '../engine/field.ts';
import { choiceField, switchField, textField } from '../engine/field-kinds.ts';
import { answered, defineQuery, type QueryAnswer } from '../engine/query.ts';
import { type EntryFilter, type JournalEntry, loadFact, type StoreScript } from '../engine/store-protocol.ts';
import { describeEntry } from '../ledger/describe-entry.ts';
import { entryKinds, parseEntryId, seqOfEntryId, toEntryId } from '../ledger/entry.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import { isWithin } from './load-entries.ts';
import { instrumentFilter, pageFields, textSchema, timeFields } from './query-fields.ts';

/** The journal, page by page. */
export const entries = defineQuery({
  name: 'entries',
  summary: 'The journal in the order in which it was written, page by page; or its newest entries first.',
  fields: {
    ...pageFields,
    newest: withDefault(switchField('Newest first'), false),
    kind: optional(choiceField('Only entries of this kind', entryKinds)),
    instrument: instrumentFilter,
    import: optional(textField('Only what this import booked', { lengthMax: 64, placeholder: 'IMPORT' })),
    actor: optional(textField('Only what this actor brought', { lengthMax: 200, placeholder: 'ACTOR' })),
    ...timeFields,
  },
  positional: [],
  body: {
    type: 'object',
    properties: {
      entries: {
        type: 'array',
        items: { type: 'object', properties: { entry_id: textSchema }, required: ['entry_id'] },
      },
      next_cursor: {
        type: ['string', 'null'],
        description: 'Give it as cursor for the next page; null at the end',
      },
    },
    required: ['entries', 'next_cursor'],
  },
  table: {
    rows: 'entries',
    columns: [
      { member: 'entry_id', title: 'Entry' },
      { member: 'date', title: 'Date' },
      { member: 'kind', title: 'Kind' },
      { member: 'what', title: 'What' },
      { member: 'door', title: 'Door' },
      { member: 'reversed_by', title: 'Reversed by' },
    ],
    whenEmpty: 'The journal has no such entries.',
  },
  *answer(parameters, { portfolio }) {
    const { limit, cursor, newest, kind, instrument, as_of: asOf, known_at: knownAt } = parameters;
    const start = cursor === undefined ? undefined : parseEntryId(cursor);
    if (cursor !== undefined && start === undefined) return refuseCursor(cursor);
    const filter: EntryFilter = {
      ...(kind === undefined ? {} : { kinds: [kind] }),
      ...(instrument === undefined ? {} : { subject: instrument }),
      ...(parameters.import === undefined ? {} : { importId: parameters.import }),
      ...(parameters.actor === undefined ? {} : { actor: parameters.actor }),
    };
    const from = start === undefined ? undefined : seqOfEntryId(start);
    const page = yield* loadPage(portfolio, { from, limit: limit + 1, newest, filter });
    const shown = page.slice(0, limit);
    const last = page.length > limit ? shown.at(-1) : undefined;
    const within = shown.filter(
      ({ entry }) =>
        (asOf === undefined || entry.date <= asOf) &&
        (knownAt === undefined || isWithin(entry, { asOf: entry.date, knownAt })),
    );
    return answered({
      entries: within.map(describeJournalEntry),
      next_cursor: last === undefined ? null : toEntryId(last.entry.seq),
    });
  },
  examples: [{}, { limit: 10, newest: true }],
});

/** An entry with everything that is known about it. */
export function describeJournalEntry({ entry, reversedBy }: JournalEntry): JsonObject {
  return {
    entry_id: toEntryId(entry.seq),
    ...describeEntry(entry),
    what: summarise(entry),
    recorded_at: entry.recordedAt,
    door: entry.door,
    actor: entry.actor,
    operation: entry.operation,
    ...(entry.key === undefined ? {} : { idempotency_key: entry.key }),
    input: entry.input,
    ...(entry.importId === undefined ? {} : { import_id: entry.importId }),
    ...(reversedBy === undefined ? {} : { reversed_by: toEntryId(reversedBy) }),
  };
}

/** One line for people: the instrument and what happened to cash. */
function summarise(entry: JournalEntry['entry']): string {
  if (entry.restates !== undefined) return summariseRestatement(entry, entry.restates);
  const instruments = [...new Set(entry.legs.map((leg) => leg.instrument))];
  const units = entry.legs.flatMap((leg) =>
    'units' in leg ? [`${leg.kind === 'dispose' ? '-' : ''}${leg.units}`] : [],
  );
  const cash = entry.postings
    .filter(({ account }) => account === 'assets:cash')
    .map(({ amount, currency }) => `${amount} ${currency}`);
  const what = [units.slice(0, 1).join(''), instruments.join(', '), cash.join(', ')].filter(
    (part) => part !== '',
  );
  return what.length > 0
    ? what.join(' · ')
    : entry.sets.map(({ kind, id }) => `${kind} ${id}`.trim()).join(', ');
}

/** What was restated, and how: money that became fee, or only the time of day. */
function summariseRestatement({ postings, instant }: JournalEntry['entry'], restated: number): string {
  const fees = postings
    .filter(({ account }) => account === 'expenses:fee')
    .map(({ amount, currency }) => `fee ${amount} ${currency}`);
  const how = fees.length > 0 ? fees : instant === undefined ? [] : [`at ${instant}`];
  return [toEntryId(restated), ...how].join(' · ');
}

interface PageWanted {
  readonly from: number | undefined;
  readonly limit: number;
  readonly newest: boolean;
  readonly filter: EntryFilter;
}

function* loadPage(
  portfolio: PortfolioName,
  { from, limit, newest, filter }: PageWanted,
): StoreScript<readonly JournalEntry[]> {
  if (newest) {
    const beforeSeq = from ?? Number.MAX_SAFE_INTEGER;
    return yield* loadFact(portfolio, { kind: 'newest_entries', beforeSeq, limit, filter });
  }
  return yield* loadFact(portfolio, { kind: 'entries', afterSeq: from ?? 0, limit, filter });
}

function refuseCursor(cursor: string): QueryAnswer {
  const message = `"cursor" is "${cursor}". It must be the next_cursor of the page before.`;
  return { kind: 'refuse', code: 'invalid_input', message, detail: { field: 'cursor', found: cursor } };
}
