/** Statements that add to the journal. Rows are inserted only; the database refuses anything else. */
import type { PortfolioAppend } from '../../engine/store-protocol.ts';
import type { Entry } from '../../ledger/entry.ts';
import { packBody, packPostings } from '../codec-body.ts';
import { packDate } from '../codec-value.ts';
import { packHash, packIdentity, packInstant, packKey } from './codec.ts';
import { type ColumnOf, rowSource, rowValues, type Statement } from './statement.ts';

/** What is appended to a portfolio, and the number that stands for it in every table. */
export interface NumberedAppend extends PortfolioAppend {
  readonly id: number;
}

type Origin = Pick<Entry, 'kind' | 'operation' | 'door' | 'actor'> & { readonly portfolio: number };
type NewEntry = PortfolioAppend['entries'][number] & { readonly portfolio: number; readonly origin: number };

/** Origins first, because entries are joined with them; entries before receipts and sightings, which name them. */
export function appendJournal(appends: readonly NumberedAppend[], known: ReadonlySet<string>): Statement[] {
  const origins = new Map<string, { readonly origin: Origin; readonly index: number }>();
  const entries = appends.flatMap(({ id, entries: added }) =>
    added.map((one): NewEntry => {
      const { kind, operation, door, actor } = one.entry;
      const origin = { portfolio: id, kind, operation, door, actor };
      const name = nameOrigin(origin);
      const index = origins.get(name)?.index ?? origins.size;
      if (index === origins.size) origins.set(name, { origin, index });
      return { ...one, portfolio: id, origin: index };
    }),
  );
  const listed = [...origins.values()].map(({ origin }) => origin);
  const unknown = listed.filter((origin) => !known.has(nameOrigin(origin)));
  return [
    ...(unknown.length === 0 ? [] : [insertOrigins(unknown)]),
    ...(entries.length === 0 ? [] : [insertEntries(entries, listed)]),
    ...insertReceipts(appends),
    ...insertSightings(appends),
  ];
}

/** The origins of what was appended, by name, to be remembered once it is committed. */
export function originsOf(appends: readonly NumberedAppend[]): readonly string[] {
  return appends.flatMap(({ id, entries }) =>
    entries.map(({ entry: { kind, operation, door, actor } }) =>
      nameOrigin({ portfolio: id, kind, operation, door, actor }),
    ),
  );
}

function nameOrigin({ portfolio, kind, operation, door, actor }: Origin): string {
  return `${portfolio}\n${kind}\n${operation}\n${door}\n${actor}`;
}

const originColumns: readonly ColumnOf<Origin>[] = [
  { name: 'portfolio', type: 'integer', of: ({ portfolio }) => portfolio },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'operation', type: 'text', of: ({ operation }) => operation },
  { name: 'door', type: 'text', of: ({ door }) => door },
  { name: 'actor', type: 'text', of: ({ actor }) => actor },
];

const sameOrigin = `o.portfolio = w.portfolio AND o.kind = w.kind AND o.operation = w.operation
  AND o.door = w.door AND o.actor = w.actor`;

/** Numbers them from the portfolio's highest on, under the portfolio's lock. */
function insertOrigins(origins: readonly Origin[]): Statement {
  return {
    text: `INSERT INTO fixpoint.origin (portfolio, id, kind, operation, door, actor)
      SELECT w.portfolio, row_number() OVER (PARTITION BY w.portfolio)
        + coalesce((SELECT max(n.id) FROM fixpoint.origin AS n WHERE n.portfolio = w.portfolio), 0),
        w.kind, w.operation, w.door, w.actor
      FROM ${rowSource('w', originColumns)}
      WHERE NOT EXISTS (SELECT FROM fixpoint.origin AS o WHERE ${sameOrigin})`,
    values: rowValues(originColumns, origins),
  };
}

const entryColumns: readonly ColumnOf<NewEntry>[] = [
  { name: 'portfolio', type: 'integer', of: ({ portfolio }) => portfolio },
  { name: 'seq', type: 'integer', of: ({ entry }) => entry.seq },
  { name: 'date', type: 'integer', of: ({ entry }) => packDate(entry.date) },
  { name: 'reverses', type: 'integer', of: ({ entry }) => entry.reverses },
  { name: 'hash', type: 'bytea', of: ({ hash }) => packHash(hash) },
  { name: 'key', type: 'bytea', of: ({ entry: { key } }) => (key === undefined ? null : packKey(key)) },
  {
    name: 'identity',
    type: 'bytea',
    of: ({ entry: { identity } }) => (identity === undefined ? null : packIdentity(identity)),
  },
  { name: 'recorded_at', type: 'text', of: ({ entry }) => packInstant(entry.recordedAt) },
  {
    name: 'instant',
    type: 'text',
    of: ({ entry: { instant } }) => (instant === undefined ? null : packInstant(instant)),
  },
  { name: 'subject', type: 'text', of: ({ entry }) => entry.subject },
  { name: 'account', type: 'text', of: ({ entry }) => entry.account },
  { name: 'import', type: 'text', of: ({ entry }) => entry.importId },
  { name: 'postings', type: 'text', of: ({ entry }) => packPostings(entry.postings) },
  { name: 'body', type: 'text', of: ({ entry, text }) => packBody(entry, text) },
];
const entryOrigin: ColumnOf<NewEntry> = { name: 'origin', type: 'integer', of: ({ origin }) => origin };
const listedColumns: readonly ColumnOf<readonly [number, Origin]>[] = [
  { name: 'listed', type: 'integer', of: ([index]) => index },
  ...originColumns.map(({ name, type, of }) => ({
    name,
    type,
    of: ([, origin]: readonly [number, Origin]) => of(origin),
  })),
];

/**
 * An origin that was remembered and is not there (the database was restored under a running hub) joins as NULL, which
 * the column refuses: COMMIT is sent behind this, so only the database itself can still stop it.
 */
function insertEntries(entries: readonly NewEntry[], origins: readonly Origin[]): Statement {
  const columns = [...entryColumns, entryOrigin];
  const names = entryColumns.map(({ name }) => name);
  return {
    text: `INSERT INTO fixpoint.entry (${names.join(', ')}, origin)
      SELECT ${names.map((name) => `r.${name}`).join(', ')}, o.id
      FROM ${rowSource('r', columns)}
      JOIN ${rowSource('w', listedColumns, columns.length + 1)} ON w.listed = r.origin
      LEFT JOIN fixpoint.origin AS o ON ${sameOrigin}`,
    values: [...rowValues(columns, entries), ...rowValues(listedColumns, [...origins.entries()])],
    rows: entries.length,
  };
}

type NewReceipt = PortfolioAppend['receipts'][number] & { readonly portfolio: number };
const receiptColumns: readonly ColumnOf<NewReceipt>[] = [
  { name: 'portfolio', type: 'integer', of: ({ portfolio }) => portfolio },
  { name: 'seq', type: 'integer', of: ({ seq }) => seq },
  { name: 'key', type: 'bytea', of: ({ key }) => packKey(key) },
  {
    name: 'detail',
    type: 'text',
    of: ({ detail }) => (detail === undefined ? null : JSON.stringify(detail)),
  },
];

function insertReceipts(appends: readonly NumberedAppend[]): readonly Statement[] {
  const receipts = appends.flatMap(({ id, receipts: added }) =>
    added.map((receipt) => ({ ...receipt, portfolio: id })),
  );
  return insertAll('receipt', receiptColumns, receipts);
}

type NewSighting = PortfolioAppend['sightings'][number] & { readonly portfolio: number };
const sightingColumns: readonly ColumnOf<NewSighting>[] = [
  { name: 'portfolio', type: 'integer', of: ({ portfolio }) => portfolio },
  { name: 'revision', type: 'integer', of: ({ revision }) => revision },
  { name: 'generation', type: 'integer', of: ({ generation }) => generation },
  { name: 'seq', type: 'integer', of: ({ seq }) => seq },
  { name: 'source', type: 'text', of: ({ source }) => source },
  { name: 'source_id', type: 'text', of: ({ sourceId }) => sourceId },
  { name: 'state', type: 'text', of: ({ state }) => state },
  {
    name: 'identity',
    type: 'bytea',
    of: ({ identity }) => (identity === undefined ? null : packIdentity(identity)),
  },
  { name: 'told', type: 'text', of: ({ told }) => JSON.stringify(told) },
  { name: 'at', type: 'text', of: ({ at }) => packInstant(at) },
];

function insertSightings(appends: readonly NumberedAppend[]): readonly Statement[] {
  const sightings = appends.flatMap(({ id, sightings: added }) =>
    added.map((sighting) => ({ ...sighting, portfolio: id })),
  );
  return insertAll('sighting', sightingColumns, sightings);
}

function insertAll<Item>(
  table: string,
  columns: readonly ColumnOf<Item>[],
  items: readonly Item[],
): readonly Statement[] {
  if (items.length === 0) return [];
  const names = columns.map(({ name }) => name).join(', ');
  const text = `INSERT INTO fixpoint.${table} (${names}) SELECT * FROM ${rowSource('r', columns)}`;
  return [{ text, values: rowValues(columns, items) }];
}
