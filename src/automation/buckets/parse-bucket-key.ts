import { type Bucket, deriveBucket, isProblem } from './bucket.ts';
import { type BucketProblem, bucketProblem } from './bucket-problem.ts';
import type {
  BucketScheme,
  CalendarScheme,
  FiscalScheme,
  HourScheme,
  SlotScheme,
  TimeScheme,
} from './bucket-scheme.ts';
import { unitOf } from './bucket-scheme.ts';
import { dayMs, firstCivilDay } from './civil-day.ts';
import { dayUnit } from './calendar-unit.ts';
import { parseInstant } from './instant.ts';
import { firstInstantOf } from './local-time.ts';
import { parseContentKey, parseShaKey } from './value-bucket.ts';
import type { Zone } from './zone.ts';

export interface ReadBucketKey {
  readonly kind: 'key';
  /** The bucket without its suffix. */
  readonly bucket: Bucket;
  /** What stands after `~`: a second run of the same window that somebody asked for. */
  readonly suffix: string | undefined;
}

/**
 * Reads a key under a scheme, strictly: what is not exactly what the scheme itself would write is refused, and so
 * is a window that never was, such as week 53 of a year with 52 or a day that a zone skipped.
 */
export function parseBucketKey(scheme: BucketScheme, text: string): ReadBucketKey | BucketProblem {
  const tilde = text.indexOf('~');
  const key = tilde === -1 ? text : text.slice(0, tilde);
  const suffix = tilde === -1 ? undefined : text.slice(tilde + 1);
  if (suffix !== undefined && !isBucketSuffix(suffix))
    return bucketProblem('bad_suffix', explainSuffix(text));
  const bucket = parsePlainKey(scheme, key);
  return isProblem(bucket) ? bucket : { kind: 'key', bucket, suffix };
}

/** The key as it is stored and shown: `2026-W20~cron-moved`. */
export function formatBucketKey({ bucket, suffix }: Pick<ReadBucketKey, 'bucket' | 'suffix'>): string {
  return suffix === undefined ? bucket.key : `${bucket.key}~${suffix}`;
}

/**
 * Letters and digits of any script, with single `-`, `_` or `.` between them: a suffix stands in titles and in HTML
 * comments, which two dashes would end. It is compared as text, so it must be in Unicode's composed form.
 */
export function isBucketSuffix(suffix: string): boolean {
  return suffix.length <= suffixLengthMax && suffixForm.test(suffix) && suffix.normalize('NFC') === suffix;
}

const suffixLengthMax = 40;
const suffixForm = /^[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*$/u;

function explainSuffix(text: string): string {
  return `"${text}" has no proper suffix after "~". Write up to ${suffixLengthMax} letters and digits with single "-", "_" or "." between them, such as 2026-W20~cron-moved.`;
}

function parsePlainKey(scheme: BucketScheme, key: string): Bucket | BucketProblem {
  if (scheme.kind === 'sha') return parseShaKey(key);
  if (scheme.kind === 'content') return parseContentKey(key);
  if (scheme.kind === 'slot') return parseSlotKey(scheme, key);
  return scheme.kind === 'hour' ? parseHour(scheme, key) : parseCalendarKey(scheme, key);
}

const slotExample = '2026-05-16T14:30:00Z';

function parseSlotKey(scheme: SlotScheme, key: string): Bucket | BucketProblem {
  const read = parseInstant(key);
  if (read.kind === 'problem') return badKey(scheme.kind, key, slotExample);
  const bucket = deriveBucket(scheme, read.instant);
  return isProblem(bucket) || bucket.key === key ? bucket : badKey(scheme.kind, key, slotExample);
}

function parseCalendarKey(scheme: CalendarScheme | FiscalScheme, key: string): Bucket | BucketProblem {
  const unit = unitOf(scheme);
  const ordinal = unit.parse(key);
  if (ordinal === undefined) return badKey(scheme.kind, key, unit.form);
  // The first week and the first fiscal year that keys are made for began a little before the calendar's first day.
  const start = firstInstantOf(scheme.zone, Math.max(unit.firstDay(ordinal), firstCivilDay));
  const bucket = deriveBucket(scheme, start);
  if (!isProblem(bucket) && bucket.key !== key) return noSuchWindow(scheme.kind, key, scheme.zone);
  return bucket;
}

const hourForm = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3])(?:Z|([+-])(\d\d):(\d\d)(?::(\d\d))?)$/;
const hourExample = '2026-05-16T14+02:00';

function parseHour(scheme: HourScheme, key: string): Bucket | BucketProblem {
  const [, date = '', hour, sign, ...size] = hourForm.exec(key) ?? [];
  const civilDay = dayUnit.parse(date);
  if (civilDay === undefined) return badKey('hour', key, hourExample);
  const [hours = 0, minutes = 0, seconds = 0] = size.map((part) => Number(part ?? 0));
  const offset = ((hours * 60 + minutes) * 60 + seconds) * (sign === '-' ? -1000 : 1000);
  const from = civilDay * dayMs + Number(hour) * 3_600_000 - offset;
  const { zone } = scheme;
  // Clocks may have been put to this offset only within the hour.
  const candidates = [from, ...zone.changesBetween(from, from + 3_599_999)];
  const at = candidates.find((instant) => zone.offsetAt(instant) === offset);
  if (at === undefined) return noSuchWindow('hour', key, zone);
  const bucket = deriveBucket(scheme, at);
  return !isProblem(bucket) && bucket.key !== key ? noSuchWindow('hour', key, zone) : bucket;
}

function badKey(kind: TimeScheme['kind'], key: string, example: string): BucketProblem {
  const weekOfMonth = /^\d{4}-\d\d-W\d$/.test(key)
    ? ' No standard says which day starts a week of a month; use month-week (2026-05-MW2), which is defined, or iso-week.'
    : '';
  return bucketProblem(
    'bad_key',
    `"${key}" is no key of kind ${kind}.${weekOfMonth} Write it like ${example}.`,
  );
}

function noSuchWindow(kind: TimeScheme['kind'], key: string, zone: Zone): BucketProblem {
  return bucketProblem('no_such_window', `There is no ${kind} "${key}" in ${zone.name}.`);
}
