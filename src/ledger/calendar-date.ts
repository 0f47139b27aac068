/**
 * The day something happened, without a zone: a trade dated 2024-08-15 in Sydney stays 2024-08-15 in New York.
 * Written `YYYY-MM-DD`, so that text order is time order.
 */
export type CalendarDate = string & { readonly __brand: 'CalendarDate' };

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const millisecondsPerDay = 86_400_000;

/** Reads `YYYY-MM-DD` between 1000-01-01 and 9999-12-31; undefined when it is not a day of the calendar. */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return text as CalendarDate; // brand: made only here
}

/** The same day moved by whole days. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfInstant(
    new Date(Date.parse(`${date}T00:00:00.000Z`) + days * millisecondsPerDay).toISOString(),
  );
}

/** The UTC day of an instant written as ISO 8601 in UTC. */
export function dateOfInstant(instant: string): CalendarDate {
  const date = parseCalendarDate(instant.slice(0, 10));
  if (date === undefined) throw new RangeError(`"${instant}" is not an instant in UTC`);
  return date;
}

/**
 * The latest day it can be anywhere on Earth at this instant (UTC+14). A person in Kiritimati may date a command
 * "today" while the hub still lives in yesterday; nobody may date one later than this.
 */
export function latestDateOnEarth(instant: string): CalendarDate {
  if (instant !== lastAsked.instant) {
    const latest = dateOfInstant(new Date(Date.parse(instant) + 14 * 3_600_000).toISOString());
    lastAsked = { instant, latest };
  }
  return lastAsked.latest;
}

/** What is booked together was sent at nearly the same time, so the next instant is mostly the last one again. */
let lastAsked = { instant: '1970-01-01T00:00:00.000Z', latest: '1970-01-01' as CalendarDate }; // brand: a day

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
