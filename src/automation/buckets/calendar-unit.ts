/**
 * The units that a calendar counts in, without any zone: each numbers its windows one after the other, so that the
 * next window is the next number and nothing is ever reached by adding days or months to a date.
 */
import { type CivilDay, padNumber, toCivilDate, toCivilDay } from './civil-day.ts';

export interface CalendarUnit {
  /** A key as an example, for messages. */
  readonly form: string;
  readonly ordinalAt: (civilDay: CivilDay) => number;
  readonly firstDay: (ordinal: number) => CivilDay;
  readonly format: (ordinal: number) => string;
  /** The number that a text seems to name. The caller compares what `format` makes of it with the text. */
  readonly parse: (text: string) => number | undefined;
}

export const dayUnit: CalendarUnit = {
  form: '2026-05-16',
  ordinalAt: (civilDay) => civilDay,
  firstDay: (ordinal) => ordinal,
  format: (ordinal) => {
    const { year, month, day } = toCivilDate(ordinal);
    return `${padNumber(year, 4)}-${padNumber(month, 2)}-${padNumber(day, 2)}`;
  },
  parse: (text) => {
    const found = numbersIn(/^(\d{4})-(\d\d)-(\d\d)$/, text);
    return found && toCivilDay({ year: found[0], month: found[1], day: found[2] });
  },
};

/** ISO 8601: weeks start on Monday and belong to the year of their Thursday, which need not be that of the day. */
export const isoWeekUnit: CalendarUnit = {
  form: '2026-W19',
  ordinalAt: weekAt,
  firstDay: firstDayOfWeek,
  format: (ordinal) => {
    const thursday = thursdayOf(ordinal);
    const { year } = toCivilDate(thursday);
    const week = Math.floor((thursday - toCivilDay({ year, month: 1, day: 1 })) / 7) + 1;
    return `${padNumber(year, 4)}-W${padNumber(week, 2)}`;
  },
  parse: (text) => {
    const found = numbersIn(/^(\d{4})-W(\d\d)$/, text);
    // 4 January always lies in week 1.
    return found && weekAt(toCivilDay({ year: found[0], month: 1, day: 4 })) + found[1] - 1;
  },
};

/**
 * The weeks of ISO 8601 numbered within a month: a week belongs to the month of its Thursday, and the first such
 * week is MW1. No standard defines weeks of a month; written MW so that it is not taken for another count.
 */
export const monthWeekUnit: CalendarUnit = {
  form: '2026-05-MW2',
  ordinalAt: weekAt,
  firstDay: firstDayOfWeek,
  format: (ordinal) => {
    const { year, month, day } = toCivilDate(thursdayOf(ordinal));
    return `${padNumber(year, 4)}-${padNumber(month, 2)}-MW${Math.ceil(day / 7)}`;
  },
  parse: (text) => {
    const found = numbersIn(/^(\d{4})-(\d\d)-MW(\d)$/, text);
    // The 4th is in the first week whose Thursday lies in the month, as 4 January is in the first week of a year.
    return found && weekAt(toCivilDay({ year: found[0], month: found[1], day: 4 })) + found[2] - 1;
  },
};

export const monthUnit = unitOfMonths({
  form: '2026-05',
  size: 1,
  format: (year, part) => `${padNumber(year, 4)}-${padNumber(part, 2)}`,
  pattern: /^(\d{4})-(\d\d)$/,
});

export const quarterUnit = unitOfMonths({
  form: '2026-Q2',
  size: 3,
  format: (year, part) => `${padNumber(year, 4)}-Q${part}`,
  pattern: /^(\d{4})-Q(\d)$/,
});

export const halfUnit = unitOfMonths({
  form: '2026-H1',
  size: 6,
  format: (year, part) => `${padNumber(year, 4)}-H${part}`,
  pattern: /^(\d{4})-H(\d)$/,
});

export const yearUnit = unitOfMonths({
  form: '2026',
  size: 12,
  format: (year) => padNumber(year, 4),
  pattern: /^(\d{4})$/,
});

/** How a company counts its years. Nothing here has a usual value: guessing it would name another year. */
export interface FiscalYear {
  /** The month in which it starts, 1 to 12. */
  readonly startMonth: number;
  /** Whether the year is called after the calendar year in which it ends or in which it starts. */
  readonly namedBy: 'end' | 'start';
}

export function fiscalYearUnit(fiscal: FiscalYear): CalendarUnit {
  return unitOfMonths({
    form: 'FY2027',
    size: 12,
    format: (year) => `FY${padNumber(year, 4)}`,
    pattern: /^FY(\d{4})$/,
    ...shiftOf(fiscal),
  });
}

export function fiscalQuarterUnit(fiscal: FiscalYear): CalendarUnit {
  return unitOfMonths({
    form: 'FY2027-Q1',
    size: 3,
    format: (year, part) => `FY${padNumber(year, 4)}-Q${part}`,
    pattern: /^FY(\d{4})-Q(\d)$/,
    ...shiftOf(fiscal),
  });
}

/** A fiscal year from January ends in the year it starts in, so both ways of naming it agree. */
function shiftOf({ startMonth, namedBy }: FiscalYear): {
  readonly monthShift: number;
  readonly yearShift: number;
} {
  return { monthShift: startMonth - 1, yearShift: namedBy === 'end' && startMonth > 1 ? 1 : 0 };
}

interface MonthsForm {
  readonly form: string;
  /** How many months a window has: a divisor of 12. */
  readonly size: number;
  /** Months from January to the start of the year. */
  readonly monthShift?: number;
  /** What to add to the calendar year in which the year starts to get the year's name. */
  readonly yearShift?: number;
  readonly format: (year: number, part: number) => string;
  readonly pattern: RegExp;
}

function unitOfMonths({
  form,
  size,
  monthShift = 0,
  yearShift = 0,
  format,
  pattern,
}: MonthsForm): CalendarUnit {
  const partsPerYear = 12 / size;
  return {
    form,
    ordinalAt: (civilDay) => {
      const { year, month } = toCivilDate(civilDay);
      return Math.floor((year * 12 + month - 1 - monthShift) / size);
    },
    firstDay: (ordinal) => {
      const months = ordinal * size + monthShift;
      return toCivilDay({ year: Math.floor(months / 12), month: (months % 12) + 1, day: 1 });
    },
    format: (ordinal) => {
      const year = Math.floor(ordinal / partsPerYear);
      return format(year + yearShift, ordinal - year * partsPerYear + 1);
    },
    parse: (text) => {
      const found = numbersIn(pattern, text);
      return found && (found[0] - yearShift) * partsPerYear + (partsPerYear === 1 ? 0 : found[1] - 1);
    },
  };
}

/** Weeks are counted from the one of Monday, 1969-12-29. */
function weekAt(civilDay: CivilDay): number {
  return Math.floor((civilDay + 3) / 7);
}

function firstDayOfWeek(ordinal: number): CivilDay {
  return ordinal * 7 - 3;
}

function thursdayOf(ordinal: number): CivilDay {
  return ordinal * 7;
}

/** What the groups of a pattern hold, as numbers; groups that a pattern does not have are zero. */
function numbersIn(pattern: RegExp, text: string): readonly [number, number, number] | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  return [Number(found[1] ?? 0), Number(found[2] ?? 0), Number(found[3] ?? 0)];
}
