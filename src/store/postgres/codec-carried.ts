/** Columns of PostgreSQL as rows that belong to no database, and back. */
import { Decimal } from '../../money/decimal.ts';
import type { CarriedValue, ColumnKind } from '../transfer/carried-tables.ts';
import {
  packHash,
  packIdentity,
  packInstant,
  packKey,
  unpackHash,
  unpackIdentity,
  unpackInstant,
  unpackKey,
} from './codec.ts';

/** What a column holds: the types of the columns and the writing functions make it so, which the types cannot see. */
export type StoredValue = number | string | Buffer | null;

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
      return unpackInstant(String(value));
    case 'key':
      return unpackKey(value as Buffer);
    case 'identity':
      return unpackIdentity(value as Buffer);
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
