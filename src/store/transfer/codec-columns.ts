/** Columns of a database as values that belong to none, and back. The databases differ only in instants and bytes. */
import { Decimal } from '../../money/decimal.ts';
import type { CarriedValue, ColumnKind } from './carried-tables.ts';

/** How a database keeps what it keeps in its own way. What a column holds was written by the other direction. */
export interface OwnColumns<Stored> {
  readonly packInstant: (instant: string) => Stored;
  readonly packKey: (key: string) => Stored;
  readonly packIdentity: (identity: string) => Stored;
  readonly packHash: (hash: string) => Stored;
  readonly unpackInstant: (stored: Stored) => string;
  readonly unpackKey: (stored: Stored) => string;
  readonly unpackIdentity: (stored: Stored) => string;
  readonly unpackHash: (stored: Stored) => string;
}

export function columnCodec<Stored>(own: OwnColumns<Stored>) {
  type StoredValue = Stored | number | string | null;
  return {
    unpackCarried: (kind: ColumnKind, value: StoredValue): CarriedValue => {
      if (value === null) return null;
      switch (kind) {
        case 'integer':
          return Number(value);
        case 'text':
        case 'origin':
          return String(value);
        case 'decimal':
          return Decimal.of(String(value)).toString();
        case 'instant':
          return own.unpackInstant(value as Stored);
        case 'key':
          return own.unpackKey(value as Stored);
        case 'identity':
          return own.unpackIdentity(value as Stored);
        case 'hash':
          return own.unpackHash(value as Stored);
        default:
          return kind satisfies never;
      }
    },
    packCarried: (kind: ColumnKind, value: CarriedValue): StoredValue => {
      if (value === null) return null;
      switch (kind) {
        case 'integer':
          return Number(value);
        case 'text':
        case 'origin':
        case 'decimal':
          return String(value);
        case 'instant':
          return own.packInstant(String(value));
        case 'key':
          return own.packKey(String(value));
        case 'identity':
          return own.packIdentity(String(value));
        case 'hash':
          return own.packHash(String(value));
        default:
          return kind satisfies never;
      }
    },
  };
}
