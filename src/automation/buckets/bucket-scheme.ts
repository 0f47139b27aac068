/**
 * What a key means: the kind of window and everything else that decides which window a key names. The same key
 * under another zone or another fiscal year is another window, so a scheme is kept with the key and not changed.
 */
import {
  type CalendarUnit,
  type FiscalYear,
  dayUnit,
  fiscalQuarterUnit,
  fiscalYearUnit,
  halfUnit,
  isoWeekUnit,
  monthUnit,
  monthWeekUnit,
  quarterUnit,
  yearUnit,
} from './calendar-unit.ts';
import type { Zone } from './zone.ts';

const calendarUnits = {
  day: dayUnit,
  'iso-week': isoWeekUnit,
  'month-week': monthWeekUnit,
  month: monthUnit,
  quarter: quarterUnit,
  half: halfUnit,
  year: yearUnit,
} as const satisfies Record<string, CalendarUnit>;

const fiscalUnits = { fiscal: fiscalYearUnit, 'fiscal-quarter': fiscalQuarterUnit } as const;

export type CalendarKind = keyof typeof calendarUnits;
export type FiscalKind = keyof typeof fiscalUnits;

/** Kinds whose windows the calendar of a zone makes. */
export interface CalendarScheme {
  readonly kind: CalendarKind;
  readonly zone: Zone;
}

export interface FiscalScheme extends FiscalYear {
  readonly kind: FiscalKind;
  readonly zone: Zone;
}

/** A civil hour in a zone. An hour that clocks show twice is two hours, told apart by the offset in the key. */
export interface HourScheme {
  readonly kind: 'hour';
  readonly zone: Zone;
}

/** Every scheduled instant is its own window. */
export interface SlotScheme {
  readonly kind: 'slot';
}

/** Schemes whose key follows from an instant. */
export type TimeScheme = CalendarScheme | FiscalScheme | HourScheme | SlotScheme;

/** A commit. */
export interface ShaScheme {
  readonly kind: 'sha';
}

/** Content: the same bytes are the same window, whenever they turn up. */
export interface ContentScheme {
  readonly kind: 'content';
}

export type BucketScheme = TimeScheme | ShaScheme | ContentScheme;
export type BucketKind = BucketScheme['kind'];
export type TimeKind = TimeScheme['kind'];

export const bucketKinds = [
  'hour',
  'day',
  'iso-week',
  'month-week',
  'month',
  'quarter',
  'half',
  'year',
  'fiscal',
  'fiscal-quarter',
  'slot',
  'sha',
  'content',
] as const satisfies readonly BucketKind[];

export function isCalendarKind(kind: BucketKind): kind is CalendarKind {
  return Object.hasOwn(calendarUnits, kind);
}

export function isFiscalKind(kind: BucketKind): kind is FiscalKind {
  return Object.hasOwn(fiscalUnits, kind);
}

export function unitOf(scheme: CalendarScheme | FiscalScheme): CalendarUnit {
  return 'startMonth' in scheme ? fiscalUnits[scheme.kind](scheme) : calendarUnits[scheme.kind];
}
