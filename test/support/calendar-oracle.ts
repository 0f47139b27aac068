/** What Temporal says about an instant in a zone, written as keys: the second opinion about buckets. */
import { Temporal } from 'temporal-polyfill';

export interface OracleDay {
  readonly zoned: Temporal.ZonedDateTime;
  readonly date: Temporal.PlainDate;
}

export function askOracle(zone: string, instant: number): OracleDay {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return { zoned, date: zoned.toPlainDate() };
}

/** Kinds that the oracle knows: key of a day, and first day of the window and of the next one. */
export const oracleKinds = {
  day: {
    key: ({ date }) => date.toString(),
    first: ({ date }) => date,
    length: { days: 1 },
  },
  'iso-week': {
    key: ({ date }) => `${pad(date.yearOfWeek ?? 0, 4)}-W${pad(date.weekOfYear ?? 0, 2)}`,
    first: ({ date }) => date.subtract({ days: date.dayOfWeek - 1 }),
    length: { weeks: 1 },
  },
  'month-week': {
    key: ({ date }) => {
      const thursday = date.add({ days: 4 - date.dayOfWeek });
      return `${pad(thursday.year, 4)}-${pad(thursday.month, 2)}-MW${1 + Math.floor((thursday.day - 1) / 7)}`;
    },
    first: ({ date }) => date.subtract({ days: date.dayOfWeek - 1 }),
    length: { weeks: 1 },
  },
  month: {
    key: ({ date }) => date.toPlainYearMonth().toString(),
    first: ({ date }) => date.with({ day: 1 }),
    length: { months: 1 },
  },
  quarter: {
    key: ({ date }) => `${pad(date.year, 4)}-Q${Math.ceil(date.month / 3)}`,
    first: ({ date }) => date.with({ day: 1 }).subtract({ months: (date.month - 1) % 3 }),
    length: { months: 3 },
  },
  half: {
    key: ({ date }) => `${pad(date.year, 4)}-H${date.month <= 6 ? 1 : 2}`,
    first: ({ date }) => date.with({ day: 1 }).subtract({ months: (date.month - 1) % 6 }),
    length: { months: 6 },
  },
  year: {
    key: ({ date }) => pad(date.year, 4),
    first: ({ date }) => date.with({ month: 1, day: 1 }),
    length: { years: 1 },
  },
} as const satisfies Record<
  string,
  {
    readonly key: (day: OracleDay) => string;
    readonly first: (day: OracleDay) => Temporal.PlainDate;
    readonly length: Temporal.DurationLike;
  }
>;

export type OracleKind = keyof typeof oracleKinds;

/** The years of an October start, called after the year in which they end, as the United States count them. */
export function federalFiscalKey({ date }: OracleDay): string {
  const shifted = date.with({ day: 1 }).add({ months: 3 });
  return `FY${shifted.year}-Q${Math.ceil(shifted.month / 3)}`;
}

export function oracleWindow(
  kind: OracleKind,
  day: OracleDay,
): { readonly start: number; readonly end: number } {
  const first = oracleKinds[kind].first(day);
  const startOf = (date: Temporal.PlainDate): number =>
    date.toZonedDateTime({ timeZone: day.zoned.timeZoneId }).startOfDay().epochMilliseconds;
  return { start: startOf(first), end: startOf(first.add(oracleKinds[kind].length)) };
}

/** `2026-05-16T14+02:00`: date, hour and offset. */
export function oracleHourKey({ zoned, date }: OracleDay): string {
  return `${date.toString()}T${pad(zoned.hour, 2)}${zoned.offset === '+00:00' ? 'Z' : zoned.offset}`;
}

/** Every instant between two years at which clocks in the zone are changed. */
export function oracleChanges(zone: string, fromYear: number, toYear: number): readonly number[] {
  const changes: number[] = [];
  const end = Date.UTC(toYear, 0, 1);
  let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(fromYear, 0, 1)).toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds > end) return changes;
    changes.push(next.epochMilliseconds);
    at = next;
  }
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
