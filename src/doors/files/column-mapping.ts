/**
 * What a person says about the columns of a CSV file that Fixpoint does not know: which column holds what, how dates
 * and numbers are written, and what the words in the type column mean.
 */
import { isJsonObject } from '../../ledger/json-value.ts';
import { parseCurrency } from '../../money/currency.ts';
import type { Currency } from '../../money/currency.ts';
import type { DateOrder } from './read-date.ts';

/** What a column can hold. `note` is never content; naming it only says that the column is known. */
export const mappedColumns = [
  'date',
  'time',
  'type',
  'instrument',
  'units',
  'price',
  'fee',
  'amount',
  'withheld',
  'ratio',
  'currency',
  'account',
  'id',
  'status',
  'cancels',
  'note',
] as const;
export type MappedColumn = (typeof mappedColumns)[number];

/** What a row can be. `ignore` leaves it out, `cancel` takes an earlier row back, `drip` is a dividend spent on units. */
export const mappedTypes = [
  'buy',
  'sell',
  'deposit',
  'withdrawal',
  'dividend',
  'drip',
  'interest',
  'fee',
  'tax',
  'split',
  'return_of_capital',
  'existing',
  'cancel',
  'ignore',
] as const;
export type MappedType = (typeof mappedTypes)[number];

export interface ColumnMapping {
  /** The header under which each thing stands. */
  readonly columns: ReadonlyMap<MappedColumn, string>;
  readonly dateFormat: Exclude<DateOrder, 'day_first_or_iso'>;
  readonly decimal: '.' | ',';
  /** The separator between groups of three digits; empty when there is none. */
  readonly thousands: ',' | '.' | ' ' | '';
  /** Found from the header line when absent. */
  readonly delimiter?: string;
  /** Keys are `typeKey` of the words in the file. The names of the types themselves are always understood. */
  readonly types: ReadonlyMap<string, MappedType>;
  /** `typeKey` of the words in the status column that mean "not posted yet". */
  readonly pending: ReadonlySet<string>;
  /** Whether money that leaves has a minus (`signed`) or not (`unsigned`). Found from the file when absent. */
  readonly amounts?: 'signed' | 'unsigned';
  readonly defaultCurrency?: Currency;
  readonly defaultType?: MappedType;
}

export interface MappingProblem {
  /** The member as a path, such as `columns.date`. */
  readonly member: string;
  /** Starts with the member. */
  readonly message: string;
}

export type ParsedMapping =
  | { readonly kind: 'mapping'; readonly mapping: ColumnMapping }
  | { readonly kind: 'problems'; readonly problems: readonly MappingProblem[] };

/** Reads a mapping that came from JSON or YAML. Every wrong member is named, not only the first. */
export function parseColumnMapping(value: unknown): ParsedMapping {
  const read = new MappingReader();
  const source = read.object('mapping', value);
  read.onlyMembers('', source, mappingMembers);
  const columns = readColumns(read, source['columns']);
  const defaults = source['defaults'] === undefined ? {} : read.object('defaults', source['defaults']);
  read.onlyMembers('defaults.', defaults, ['currency', 'type']);
  const defaultType = read.choice('defaults.type', defaults['type'], mappedTypes);
  if (!columns.has('date')) read.refuse('columns.date', 'Name the column that holds the date.');
  if (!columns.has('type') && defaultType === undefined) {
    read.refuse('columns.type', 'Name the column that holds the type, or give defaults.type.');
  }
  const decimal = read.choice('decimal', source['decimal'], ['.', ','] as const) ?? '.';
  const thousands = read.choice('thousands', source['thousands'], [',', '.', ' ', ''] as const) ?? '';
  if (decimal === thousands) {
    read.refuse(
      'thousands',
      `${quoted(thousands)} cannot separate both thousands and decimals. Give different ones.`,
    );
  }
  const delimiter = read.choice('delimiter', source['delimiter'], [',', ';', '\t', '|'] as const);
  const amounts = read.choice('amounts', source['amounts'], ['signed', 'unsigned'] as const);
  const defaultCurrency = readDefaultCurrency(read, defaults['currency']);
  const mapping: ColumnMapping = {
    columns,
    dateFormat:
      read.choice('date_format', source['date_format'], ['iso', 'dmy', 'mdy', 'ymd'] as const) ?? 'iso',
    decimal,
    thousands,
    types: readTypes(read, source['types']),
    pending: readPending(read, source['pending']),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(amounts === undefined ? {} : { amounts }),
    ...(defaultCurrency === undefined ? {} : { defaultCurrency }),
    ...(defaultType === undefined ? {} : { defaultType }),
  };
  return read.problems.length === 0
    ? { kind: 'mapping', mapping }
    : { kind: 'problems', problems: read.problems };
}

/** Words of a type or status column are compared without regard to case and spacing. */
export function typeKey(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

const mappingMembers = [
  'columns',
  'date_format',
  'decimal',
  'thousands',
  'delimiter',
  'types',
  'pending',
  'amounts',
  'defaults',
] as const;

/** Words that a mapping may translate. More is a mistake, such as a list of all rows. */
const wordsMax = 1_000;

type Members = Readonly<Record<string, unknown>>;

class MappingReader {
  readonly problems: MappingProblem[] = [];

  refuse(member: string, message: string): undefined {
    this.problems.push({ member, message: `${member}: ${message}` });
    return undefined;
  }

  /** Reads on with no members when it is not an object, so that the other problems are found too. */
  object(member: string, value: unknown): Members {
    if (isJsonObject(value)) return value;
    this.refuse(member, `Give an object with members; ${quoted(value)} was found.`);
    return {};
  }

  onlyMembers(prefix: string, members: Members, known: readonly string[]): void {
    for (const name of Object.keys(members)) {
      if (!known.includes(name)) this.refuse(`${prefix}${name}`, `Unknown. Known are ${known.join(', ')}.`);
    }
  }

  text(member: string, value: unknown): string | undefined {
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    return this.refuse(member, `Give a text that is not blank; ${quoted(value)} was found.`);
  }

  choice<T extends string>(member: string, value: unknown, choices: readonly T[]): T | undefined {
    if (value === undefined) return undefined;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    return this.refuse(member, `Give one of ${choices.map(quoted).join(' ')}; ${quoted(value)} was found.`);
  }
}

function readColumns(read: MappingReader, value: unknown): ReadonlyMap<MappedColumn, string> {
  const members = read.object('columns', value);
  read.onlyMembers('columns.', members, mappedColumns);
  const columns = new Map<MappedColumn, string>();
  for (const name of mappedColumns) {
    if (members[name] === undefined) continue;
    const header = read.text(`columns.${name}`, members[name]);
    if (header !== undefined) columns.set(name, header);
  }
  return columns;
}

function readTypes(read: MappingReader, value: unknown): ReadonlyMap<string, MappedType> {
  const types = new Map<string, MappedType>();
  const words = value === undefined ? [] : Object.entries(read.object('types', value));
  if (words.length > wordsMax)
    read.refuse('types', `Give at most ${wordsMax} words; ${words.length} were found.`);
  for (const [word, meaning] of words.slice(0, wordsMax)) {
    const member = `types.${word}`;
    const type = read.choice(member, meaning, mappedTypes);
    if (type === undefined) continue;
    const other = types.get(typeKey(word));
    if (other !== undefined && other !== type) {
      read.refuse(member, `The same word also means ${other}. Case and spacing do not tell words apart.`);
    }
    types.set(typeKey(word), type);
  }
  return new Map([...mappedTypes.map((type) => [type, type] as const), ...types]);
}

function readPending(read: MappingReader, value: unknown): ReadonlySet<string> {
  if (value === undefined) return new Set();
  if (!Array.isArray(value) || value.length > wordsMax) {
    read.refuse('pending', `Give a list of at most ${wordsMax} words; ${quoted(value)} was found.`);
    return new Set();
  }
  const words = value.map((word: unknown, index) => read.text(`pending[${index}]`, word));
  return new Set(words.filter((word) => word !== undefined).map(typeKey));
}

function readDefaultCurrency(read: MappingReader, value: unknown): Currency | undefined {
  if (value === undefined) return undefined;
  const currency = typeof value === 'string' ? parseCurrency(value) : undefined;
  return currency ?? read.refuse('defaults.currency', `Give a code such as EUR; ${quoted(value)} was found.`);
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 50 ? `${text.slice(0, 50)}…` : text;
}
