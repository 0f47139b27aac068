import { columnCodec } from '../transfer/codec-columns.ts';
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

export const { packCarried, unpackCarried } = columnCodec<number | bigint | string | Buffer>({
  packInstant,
  packKey,
  packIdentity,
  packHash,
  unpackInstant: (stored) => unpackInstant(stored as number | string),
  unpackKey: (stored) => unpackKey(stored as Packed),
  unpackIdentity: (stored) => unpackIdentity(stored as Packed),
  unpackHash: (stored) => unpackHash(stored as Buffer),
});
