/**
 * How values stand in columns of SQLite, which takes a value of any kind in a column. What can be written shorter
 * without losing anything is; anything else stands as it came, so every value reads back exactly.
 */
export {
  packAccount,
  packDate,
  packUnits,
  unpackAccount,
  unpackDate,
  unpackJson,
  unpackUnits,
} from '../codec-value.ts';

/** Bytes where the text could be written so, and the text itself where not. */
export type Packed = string | Buffer;

/** A moment in UTC with milliseconds is kept as their number: a bigint, because the driver binds numbers as floats. */
export function packInstant(instant: string): bigint | string {
  if (instant !== lastPacked.instant) lastPacked = { instant, packed: packAnyInstant(instant) };
  return lastPacked.packed;
}

/** What is booked together was sent at nearly the same time, so the next instant is mostly the last one again. */
let lastPacked: { readonly instant: string; readonly packed: bigint | string } = { instant: '', packed: '' };

function packAnyInstant(instant: string): bigint | string {
  if (instant.length !== isoLength) return instant;
  const milliseconds = Date.parse(instant);
  return isoOf(milliseconds) === instant ? BigInt(milliseconds) : instant;
}

export function unpackInstant(packed: number | string): string {
  if (typeof packed === 'string') return packed;
  if (packed !== lastUnpacked.packed) lastUnpacked = { packed, instant: isoOf(packed) ?? String(packed) };
  return lastUnpacked.instant;
}

/** As above: of what was booked together all rows have the same instant. */
let lastUnpacked: { readonly packed: number; readonly instant: string } = {
  packed: 0,
  instant: '1970-01-01T00:00:00.000Z',
};

/** A UUID in the usual form is kept as its 16 bytes. */
export function packKey(key: string): Packed {
  return uuidPattern.test(key) ? Buffer.from(key.replaceAll('-', ''), 'hex') : key;
}

export function unpackKey(packed: Packed): string {
  return typeof packed === 'string' ? packed : dashKey(packed.toString('hex'));
}

/** The 32 digits of a UUID's bytes in the usual form. */
export function dashKey(digits: string): string {
  const group = (start: number, end: number) => digits.slice(start, end);
  return `${group(0, 8)}-${group(8, 12)}-${group(12, 16)}-${group(16, 20)}-${group(20, 32)}`;
}

/** Identities are 16 hexadecimal digits and kept as 8 bytes. */
export function packIdentity(identity: string): Packed {
  return identityPattern.test(identity) ? Buffer.from(identity, 'hex') : identity;
}

export function unpackIdentity(packed: Packed): string {
  return typeof packed === 'string' ? packed : packed.toString('hex');
}

export function packHash(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}

export function unpackHash(packed: Buffer): string {
  return packed.toString('hex');
}

const isoLength = '2026-05-01T12:00:00.000Z'.length;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const identityPattern = /^[0-9a-f]{16}$/;

/** Undefined outside the times that a date can hold. */
function isoOf(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
