import { columnCodec } from '../transfer/codec-columns.ts';
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

export const { packCarried, unpackCarried } = columnCodec<number | string | Buffer>({
  packInstant,
  packKey,
  packIdentity,
  packHash,
  unpackInstant: (stored) => unpackInstant(String(stored)),
  unpackKey: (stored) => unpackKey(stored as Buffer),
  unpackIdentity: (stored) => unpackIdentity(stored as Buffer),
  unpackHash: (stored) => unpackHash(stored as Buffer),
});
