/**
 * Stable windows of time with names that can be compared, stored and shown.
 *
 * Invariants, for every scheme with a zone: (1) the windows of a scheme follow each other without gap or overlap;
 * (2) a window is never empty; (3) the key of an instant is what the zone's calendar shows at that instant; (4) the
 * instant lies in the window, unless clocks went back across midnight shortly before: then the repeated minutes
 * carry the earlier date, though the later window has begun. Since 2000 that
 * was so in St. John's, Goose Bay and Moncton until 2010 and once in Casey; no zone does it now.
 */
import { type BucketProblem, bucketProblem } from './bucket-problem.ts';
import {
  type BucketScheme,
  type CalendarScheme,
  type FiscalScheme,
  type HourScheme,
  type TimeScheme,
  unitOf,
} from './bucket-scheme.ts';
import { dayUnit } from './calendar-unit.ts';
import { firstCivilDay, lastCivilDay, dayMs, padNumber } from './civil-day.ts';
import { type Instant, formatInstant } from './instant.ts';
import { civilDayAt, firstInstantOf } from './local-time.ts';

export interface Bucket {
  readonly scheme: BucketScheme;
  readonly key: string;
  /** Undefined for slots, commits and content: they have no length. */
  readonly window: BucketWindow | undefined;
}

export interface BucketWindow {
  /** The first instant of the window. */
  readonly start: Instant;
  /** The first instant after it, which is the start of the next window. */
  readonly end: Instant;
}

/**
 * The bucket of an instant. Give the instant for which a run was scheduled, never the one at which it happens to
 * run: a Sunday's job that starts late would otherwise count for Monday.
 */
export function deriveBucket(scheme: TimeScheme, slot: Instant): Bucket | BucketProblem {
  if (!Number.isFinite(slot)) return bucketProblem('bad_instant', `${slot} is no instant.`);
  if (scheme.kind === 'slot') return deriveSlot(slot);
  return scheme.kind === 'hour' ? deriveHour(scheme, slot) : deriveCalendarBucket(scheme, slot);
}

/** The bucket before or after one, or undefined where there is none: at the ends of the calendar, and without window. */
export function previousBucket(bucket: Bucket): Bucket | undefined {
  return neighbour(bucket, (window) => window.start - 1);
}

export function nextBucket(bucket: Bucket): Bucket | undefined {
  return neighbour(bucket, (window) => window.end);
}

function neighbour(bucket: Bucket, instantIn: (window: BucketWindow) => Instant): Bucket | undefined {
  const { scheme, window } = bucket;
  if (window === undefined || scheme.kind === 'sha' || scheme.kind === 'content') return undefined;
  const found = deriveBucket(scheme, instantIn(window));
  return 'key' in found ? found : undefined;
}

export function isProblem(found: Bucket | BucketProblem): found is BucketProblem {
  return !('key' in found);
}

function deriveSlot(slot: Instant): Bucket | BucketProblem {
  if (!isCovered(Math.floor(slot / dayMs))) return outOfRange();
  if (slot % 1000 !== 0) {
    const found = formatInstant(slot);
    const message = `${found} is no slot: schedules name whole seconds. Give the instant for which the run was scheduled.`;
    return bucketProblem('slot_not_whole_second', message);
  }
  return { scheme: { kind: 'slot' }, key: formatInstant(slot), window: undefined };
}

function deriveCalendarBucket(scheme: CalendarScheme | FiscalScheme, slot: Instant): Bucket | BucketProblem {
  const { zone } = scheme;
  const unit = unitOf(scheme);
  const civilDay = civilDayAt(zone, slot);
  if (!isCovered(civilDay)) return outOfRange();
  const ordinal = unit.ordinalAt(civilDay);
  const start = firstInstantOf(zone, unit.firstDay(ordinal));
  const end = firstInstantOf(zone, unit.firstDay(ordinal + 1));
  return { scheme, key: unit.format(ordinal), window: { start, end } };
}

const hourMs = 3_600_000;

/** The part of a civil hour that has one offset: normally all of it, less where clocks are changed within it. */
function deriveHour(scheme: HourScheme, slot: Instant): Bucket | BucketProblem {
  const { zone } = scheme;
  const offset = zone.offsetAt(slot);
  const local = slot + offset;
  const civilDay = Math.floor(local / dayMs);
  if (!isCovered(civilDay)) return outOfRange();
  const hour = Math.floor((local - civilDay * dayMs) / hourMs);
  let start = civilDay * dayMs + hour * hourMs - offset;
  let end = start + hourMs;
  for (const change of zone.changesBetween(start, end - 1)) {
    if (change <= slot) start = change;
    else if (change < end) end = change;
  }
  const key = `${dayUnit.format(civilDay)}T${padNumber(hour, 2)}${formatOffset(offset)}`;
  return { scheme, key, window: { start, end } };
}

/** `Z`, `+05:30`, and with seconds for the few zones that had such an offset after 1970. */
export function formatOffset(offset: number): string {
  if (offset === 0) return 'Z';
  const size = Math.abs(offset) / 1000;
  const seconds = size % 60 === 0 ? '' : `:${padNumber(size % 60, 2)}`;
  const [hours, minutes] = [Math.floor(size / 3600), Math.floor(size / 60) % 60];
  return `${offset < 0 ? '-' : '+'}${padNumber(hours, 2)}:${padNumber(minutes, 2)}${seconds}`;
}

function isCovered(civilDay: number): boolean {
  return civilDay >= firstCivilDay && civilDay <= lastCivilDay;
}

function outOfRange(): BucketProblem {
  return bucketProblem('out_of_range', 'Keys are made for the years 1970 to 2999 of the zone.');
}
