import { deriveBucket, isProblem, type Bucket } from '../../src/automation/buckets/bucket.ts';
import type { CalendarKind, TimeScheme } from '../../src/automation/buckets/bucket-scheme.ts';
import type { Instant } from '../../src/automation/buckets/instant.ts';
import { parseInstant } from '../../src/automation/buckets/instant.ts';
import { findZone, type Zone } from '../../src/automation/buckets/zone.ts';

/** A zone that must exist. */
export function zoneNamed(name: string): Zone {
  const found = findZone(name);
  if (found.kind === 'problem') throw new Error(found.message);
  return found.zone;
}

export function schemeOf(kind: CalendarKind | 'hour', zone: string): TimeScheme {
  return { kind, zone: zoneNamed(zone) };
}

export function instantOf(text: string): Instant {
  const read = parseInstant(text);
  if (read.kind === 'problem') throw new Error(read.message);
  return read.instant;
}

/** A bucket that must exist. */
export function bucketAt(scheme: TimeScheme, at: Instant | string): Bucket {
  const found = deriveBucket(scheme, typeof at === 'string' ? instantOf(at) : at);
  if (isProblem(found)) throw new Error(found.message);
  return found;
}

/** The key at an instant such as `2026-05-16T12:00Z`. */
export function keyAt(kind: CalendarKind | 'hour', zone: string, at: string): string {
  return bucketAt(schemeOf(kind, zone), at).key;
}
