/**
 * How values stand in columns of PostgreSQL, where a column has one type. What can be written shorter without losing
 * anything is; anything else stands as it came, and each form is told from the others, so every value reads back exactly.
 */

/** A moment in UTC with milliseconds is kept as their number in digits; any other as it came, behind a mark. */
export function packInstant(instant: string): string {
  if (instant === lastInstant.told) return lastInstant.packed;
  const milliseconds = instant.length === isoLength ? Date.parse(instant) : Number.NaN;
  const packed = isoOf(milliseconds) === instant ? String(milliseconds) : `=${instant}`;
  lastInstant = { told: instant, packed };
  return packed;
}

/** What is written together was mostly recorded in the same millisecond. */
let lastInstant = { told: '', packed: '=' };

export function unpackInstant(packed: string): string {
  if (packed.startsWith('=')) return packed.slice(1);
  return isoOf(Number(packed)) ?? packed;
}

/** A UUID in the usual form is kept as its 16 bytes, any other key as its text. */
export function packKey(key: string): Buffer {
  return uuidPattern.test(key) ? Buffer.from(key.replaceAll('-', ''), 'hex') : packText(key, uuidBytes);
}

export function unpackKey(packed: Buffer): string {
  if (packed.length !== uuidBytes) return unpackText(packed, uuidBytes);
  const digits = packed.toString('hex');
  const group = (start: number, end: number) => digits.slice(start, end);
  return `${group(0, 8)}-${group(8, 12)}-${group(12, 16)}-${group(16, 20)}-${group(20, 32)}`;
}

/** Identities are 16 hexadecimal digits and kept as 8 bytes. */
export function packIdentity(identity: string): Buffer {
  return identityPattern.test(identity) ? Buffer.from(identity, 'hex') : packText(identity, identityBytes);
}

export function unpackIdentity(packed: Buffer): string {
  return packed.length === identityBytes ? packed.toString('hex') : unpackText(packed, identityBytes);
}

export function packHash(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}

export function unpackHash(packed: Buffer): string {
  return packed.toString('hex');
}

const isoLength = '2026-05-01T12:00:00.000Z'.length;
const uuidBytes = 16;
const identityBytes = 8;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const identityPattern = /^[0-9a-f]{16}$/;
/** No key and no identity holds this character. */
const filler = '\0';

/** A text as bytes, of which there are never `reserved`: the bytes of the short form have that length. */
function packText(text: string, reserved: number): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length === reserved ? Buffer.from(`${text}${filler}`, 'utf8') : bytes;
}

function unpackText(packed: Buffer, reserved: number): string {
  const filled = packed.length === reserved + 1 && packed.at(-1) === 0;
  return packed.toString('utf8', 0, filled ? reserved : packed.length);
}

/** Undefined outside the times that a date can hold. */
function isoOf(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
