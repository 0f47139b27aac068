/** Columns of SQLite as rows that belong to no database, and back. */
import { Decimal } from '../../money/decimal.ts';
import type { CarriedValue, ColumnKind } from '../transfer/carried-tables.ts';
import {
  type Packed,
  packHash,
  packIdentity,
  packInstant,
  packKey,
  unpackHash,
  unpackIdentity,
  unpackInstant,
  unpackKey,
} from './codec.ts';

/** What a column holds: STRICT tables and the writing functions make it so, which the types cannot see. */
export type StoredValue = number | bigint | string | Buffer | null;

export function unpackCarried(kind: ColumnKind, value: StoredValue): CarriedValue {
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
      return unpackInstant(value as number | string);
    case 'key':
      return unpackKey(value as Packed);
    case 'identity':
      return unpackIdentity(value as Packed);
    case 'hash':
      return unpackHash(value as Buffer);
    default:
      return kind satisfies never;
  }
}

export function packCarried(kind: ColumnKind, value: CarriedValue): StoredValue {
  if (value === null) return null;
  switch (kind) {
    case 'integer':
      return Number(value);
    case 'text':
    case 'origin':
    case 'decimal':
      return String(value);
    case 'instant':
      return packInstant(String(value));
    case 'key':
      return packKey(String(value));
    case 'identity':
      return packIdentity(String(value));
    case 'hash':
      return packHash(String(value));
    default:
      return kind satisfies never;
  }
}
