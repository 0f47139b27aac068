/**
 * Reads dates and times as files print them.
 *
 * Invariants (tests refer to them by number):
 * 1. The date is the day that is printed, whatever the offset or zone: a trade printed on 15 August stays there.
 * 2. The order of day and month is never guessed from the numbers; it is declared.
 * 3. An instant is written in UTC with milliseconds, so that text order is time order. Finer digits are cut off.
 * 4. Midnight, as printed or in UTC, is how many programs write "no time": it gives a date without an instant.
 */
import { Temporal } from 'temporal-polyfill';
import { parseCalendarDate } from '../../ledger/calendar-date.ts';
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import { unreachable } from '../../ledger/unreachable.ts';

/**
 * - `iso`: 2024-01-31.
 * - `ymd`: 2024-01-31, 2024/1/31, 2024.01.31, 20240131.
 * - `dmy`: 31-01-2024, 31/1/2024, 31.01.2024.
 * - `mdy`: the same with the month first.
 * - `day_first_or_iso`: 2024-01-31, 20240131, or day first as in `dmy`.
 */
export type DateOrder = 'iso' | 'ymd' | 'dmy' | 'mdy' | 'day_first_or_iso';

export interface DateStyle {
  readonly order: DateOrder;
  /** IANA name of the zone of times without an offset. */
  readonly zone: string;
}

export interface ReadDate {
  readonly kind: 'date';
  readonly date: CalendarDate;
  /** The time of day as printed, in one spelling and with its offset if it has one; absent at midnight. */
  readonly time?: string;
  /** ISO 8601 in UTC; absent at midnight. */
  readonly instant?: string;
}

export interface DateProblem {
  readonly kind: 'date_problem';
  readonly code: 'bad_date' | 'bad_time' | 'unknown_zone';
  readonly message: string;
}

/** Reads a date, with its time after a `T` or a space when the text has one. */
export function readDate(text: string, style: DateStyle): ReadDate | DateProblem {
  const match = /^([0-9./-]+)(?:[Tt ] ?(.+))?$/.exec(text);
  const date = readDay(match?.[1] ?? '', style.order);
  if (date === undefined) return describeBadDate(text, style.order);
  const time = match?.[2];
  return time === undefined ? { kind: 'date', date } : readTime(date, time, style);
}

/** Adds a time of day that stands in a column of its own. */
export function readTime(date: CalendarDate, text: string, style: DateStyle): ReadDate | DateProblem {
  const clock = readClock(text);
  if (clock === undefined) {
    const message = `${quoteText(text)} is not a time. Write it as 14:05, 14:05:59 or 14:05:59.123, with Z or an offset such as +02:00 if it has one.`;
    return { kind: 'date_problem', code: 'bad_time', message };
  }
  const epoch = epochOf(date, clock, style.zone);
  if (epoch === undefined) {
    const message = `There is no time zone ${quoteText(style.zone)}. Give an IANA name such as Europe/Berlin.`;
    return { kind: 'date_problem', code: 'unknown_zone', message };
  }
  const isMidnight =
    clock.milliseconds === 0 || (clock.offsetMinutes !== undefined && epoch % millisecondsPerDay === 0);
  // An offset can push the last day past the year 9999, which no instant of ours reaches; the date alone is kept then.
  if (isMidnight || epoch >= endOfYears) return { kind: 'date', date };
  return { kind: 'date', date, time: clock.text, instant: new Date(epoch).toISOString() };
}

/** Whether times can be read in this zone. */
export function isTimeZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

interface Clock {
  /** Milliseconds since midnight, cut off. */
  readonly milliseconds: number;
  /** East of UTC; undefined when none is printed. */
  readonly offsetMinutes?: number;
  /** `14:05:59.123+02:00`, with the fraction and the offset only when they are printed. */
  readonly text: string;
}

const millisecondsPerDay = 86_400_000;
const endOfYears = Date.UTC(10_000, 0, 1);

/** Hours from UTC that an offset may have: the islands of Kiritimati are the farthest, at +14. */
const offsetHoursMax = 14;

function readDay(text: string, order: DateOrder): CalendarDate | undefined {
  switch (order) {
    case 'iso':
      return parseCalendarDate(text);
    case 'ymd':
      return (
        compact(text) ??
        dayFrom(/^(?<y>\d{4})(?<separator>[-/.])(?<m>\d{1,2})\k<separator>(?<d>\d{1,2})$/.exec(text))
      );
    case 'dmy':
      return dayFrom(/^(?<d>\d{1,2})(?<separator>[-/.])(?<m>\d{1,2})\k<separator>(?<y>\d{4})$/.exec(text));
    case 'mdy':
      return dayFrom(/^(?<m>\d{1,2})(?<separator>[-/.])(?<d>\d{1,2})\k<separator>(?<y>\d{4})$/.exec(text));
    case 'day_first_or_iso':
      return parseCalendarDate(text) ?? compact(text) ?? readDay(text, 'dmy');
    default:
      return unreachable(order);
  }
}

function compact(text: string): CalendarDate | undefined {
  return dayFrom(/^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/.exec(text));
}

function dayFrom(match: RegExpExecArray | null): CalendarDate | undefined {
  const { y = '', m = '', d = '' } = match?.groups ?? {};
  return parseCalendarDate(`${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`);
}

function readClock(text: string): Clock | undefined {
  const match = /^(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(?:([Zz])|([+-])(\d{2}):?(\d{2}))?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [
    ,
    hours = '',
    minutes = '',
    seconds = '00',
    fraction = '',
    zulu,
    sign,
    offsetHours = '',
    offsetRest = '',
  ] = match;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  if (Number(offsetHours) > offsetHoursMax || Number(offsetRest) > 59) return undefined;
  const digits = fraction.replace(/0+$/, '');
  const milliseconds =
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 +
    Number(digits.slice(0, 3).padEnd(3, '0'));
  const offset = zulu !== undefined ? 'Z' : sign === undefined ? '' : `${sign}${offsetHours}:${offsetRest}`;
  const east = Number(offsetHours) * 60 + Number(offsetRest);
  return {
    milliseconds,
    ...(offset === '' ? {} : { offsetMinutes: sign === '-' ? -east : east }),
    text: `${hours}:${minutes}:${seconds}${digits === '' ? '' : `.${digits}`}${offset}`,
  };
}

/** Undefined when there is no such zone. */
function epochOf(date: CalendarDate, clock: Clock, zone: string): number | undefined {
  const printed = Date.parse(`${date}T00:00:00.000Z`) + clock.milliseconds;
  return clock.offsetMinutes === undefined
    ? epochInZone(printed, zone)
    : printed - clock.offsetMinutes * 60_000;
}

/**
 * A time that the clock shows twice in autumn is the earlier one, and one that it skips in spring is moved on by the
 * hour that was skipped: a rule that always gives the same answer.
 */
function epochInZone(printed: number, zone: string): number | undefined {
  if (zone === 'UTC') return printed;
  const local = Temporal.Instant.fromEpochMilliseconds(printed).toZonedDateTimeISO('UTC').toPlainDateTime();
  try {
    return local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const spellings: Readonly<Record<DateOrder, string>> = {
  iso: 'as 2024-01-31',
  ymd: 'with the year first, as 2024-01-31, 2024/01/31 or 20240131',
  dmy: 'with the day first, as 31/01/2024, 31-01-2024 or 31.01.2024',
  mdy: 'with the month first, as 01/31/2024',
  day_first_or_iso:
    'as 2024-01-31 or 20240131, or with the day first as 31/01/2024, 31-01-2024 or 31.01.2024; month-first dates are never guessed',
};

function describeBadDate(text: string, order: DateOrder): DateProblem {
  const message = `${quoteText(text)} is not a date that can be read here. Write it ${spellings[order]}.`;
  return { kind: 'date_problem', code: 'bad_date', message };
}

function quoteText(text: string): string {
  return JSON.stringify(text.length > 50 ? `${text.slice(0, 50)}…` : text);
}
