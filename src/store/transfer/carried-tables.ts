/**
 * What a whole store consists of, in a form that belongs to no database: tables within a portfolio, and columns by what
 * they mean. Each database knows how it keeps a kind of column; nothing else has to know both.
 *
 * Invariant (1): every table of either schema is carried or is named in `leftBehind` with the reason. A test compares
 * the two lists with the databases themselves, so that a new table cannot be forgotten.
 */

/**
 * - `integer`, `text`: as they stand.
 * - `decimal`: an exact number, as its shortest text.
 * - `instant`, `key`, `identity`: text, which the databases keep shorter where they can.
 * - `hash`: hexadecimal digits.
 * - `origin`: text that stands in the table `origin`, once for many entries.
 */
export type ColumnKind = 'integer' | 'text' | 'decimal' | 'instant' | 'key' | 'identity' | 'hash' | 'origin';

/** One value of a row: no database's own form. */
export type CarriedValue = string | number | null;

/** The values of a table's columns, in their order. */
export type CarriedRow = readonly CarriedValue[];

export interface CarriedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/**
 * - `numbered`: rows are only added, and a later one has a higher key.
 * - `added`: rows are only added, anywhere in the order of keys.
 * - `replaced`: rows follow from the others, are few, and are written anew each time.
 */
export type Growth = 'numbered' | 'added' | 'replaced';

export interface CarriedTable {
  readonly name: 'entry' | 'receipt' | 'sighting' | 'record' | 'balance' | 'cash_day' | 'units';
  readonly growth: Growth;
  readonly columns: readonly CarriedColumn[];
  /** Columns that name a row within its portfolio; rows are read in their order. */
  readonly key: readonly string[];
}

/** A portfolio's own row. Its number in the database does not travel. */
export interface CarriedPortfolio {
  readonly name: string;
  /** JSON, as it is stored. */
  readonly settings: string;
  readonly seq: number;
  readonly head: string;
}

/** The journal. An entry's number is its key. */
export const entryTable: CarriedTable = {
  name: 'entry',
  growth: 'numbered',
  columns: columns({
    seq: 'integer',
    kind: 'origin',
    operation: 'origin',
    door: 'origin',
    actor: 'origin',
    date: 'integer',
    instant: 'instant',
    recorded_at: 'instant',
    subject: 'text',
    account: 'text',
    key: 'key',
    reverses: 'integer',
    identity: 'identity',
    import: 'text',
    postings: 'text',
    body: 'text',
    hash: 'hash',
  }),
  key: ['seq'],
};

/** In the order in which they are written: entries before what names them. */
export const carriedTables: readonly CarriedTable[] = [
  entryTable,
  {
    name: 'receipt',
    growth: 'added',
    columns: columns({ key: 'key', seq: 'integer', detail: 'text' }),
    key: ['key'],
  },
  {
    name: 'sighting',
    growth: 'added',
    columns: columns({
      source: 'text',
      source_id: 'text',
      revision: 'integer',
      generation: 'integer',
      state: 'text',
      seq: 'integer',
      identity: 'identity',
      told: 'text',
      at: 'instant',
    }),
    key: ['source', 'source_id', 'revision'],
  },
  {
    name: 'record',
    growth: 'replaced',
    columns: columns({ kind: 'text', id: 'text', value: 'text' }),
    key: ['kind', 'id'],
  },
  {
    name: 'balance',
    growth: 'replaced',
    columns: columns({ account: 'integer', currency: 'text', amount: 'decimal', last_date: 'text' }),
    key: ['account', 'currency'],
  },
  {
    name: 'cash_day',
    growth: 'replaced',
    columns: columns({ currency: 'text', date: 'integer', net: 'decimal' }),
    key: ['currency', 'date'],
  },
  {
    name: 'units',
    growth: 'replaced',
    columns: columns({ instrument: 'text', units: 'text', last_date: 'text', last_rule: 'text' }),
    key: ['instrument'],
  },
];

/**
 * Tables that are not carried, and why. What a running process holds, such as a lease, belongs here: a store that was
 * moved or restored then has nobody's lease, and whoever held one in the old store holds none in the new one.
 */
export const leftBehind: Readonly<Record<string, string>> = {
  portfolio: 'carried by itself, before the tables within it',
  origin: 'each entry carries its own',
  account: 'the same in every store, written by the schema',
  fold_cache: 'made again when a question needs it',
  lease: 'held by processes that work on the other store',
  migration: "the schema's own list of steps",
  move_progress: 'where an unfinished move stands; removed when it is finished',
};

/** The places of the key's columns in a row. */
export function keyPlaces({ columns: all, key }: CarriedTable): readonly number[] {
  return key.map((name) => all.findIndex((column) => column.name === name));
}

function columns(kinds: Readonly<Record<string, ColumnKind>>): readonly CarriedColumn[] {
  return Object.entries(kinds).map(([name, kind]) => ({ name, kind }));
}
