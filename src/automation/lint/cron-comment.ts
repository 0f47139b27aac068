/** What a comment beside a cron line says about days and times, as far as it is plain. */
export interface CronWords {
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  readonly period: 'minute' | 'hour' | 'day' | 'week' | 'month' | undefined;
  /** Hours and minutes that are said to be in UTC. */
  readonly timesUtc: readonly string[];
  /** Whether another zone or a part of the day is named, so that a day may differ by one. */
  readonly namesLocalTime: boolean;
  readonly everyHours: number | undefined;
  readonly everyMinutes: number | undefined;
}

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const shortDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export function readCronWords(comment: string): CronWords {
  const text = comment.toLowerCase();
  const everyHours = /every\s+(\d+)\s*(?:hours|hrs|h)\b/.exec(text)?.[1];
  const everyMinutes = /every\s+(\d+)\s*(?:minutes|mins|min)\b/.exec(text)?.[1];
  return {
    weekdays: weekdaysIn(text),
    period: periodIn(text),
    timesUtc: timesIn(text),
    namesLocalTime:
      namesZone(text) ||
      /\b(?:morning|evening|night|afternoon|local)\b|\b\d{1,2}(?::\d\d)?\s*[ap]\.?m/.test(text),
    everyHours: everyHours === undefined ? undefined : Number(everyHours),
    everyMinutes: everyMinutes === undefined ? undefined : Number(everyMinutes),
  };
}

/** Single days only: "Monday to Friday" and "weekdays" are ranges, which are left alone. */
function weekdaysIn(text: string): readonly number[] {
  if (
    /weekday|weekend|work(?:ing)? ?day|except|\bto\b|through|[-–]\s*(?:sun|mon|tue|wed|thu|fri|sat)|not\b/.test(
      text,
    )
  )
    return [];
  return dayNames.flatMap((name, index) => {
    const short = shortDays[index] ?? name;
    return new RegExp(`\\b(?:${name}s?|${short})\\b`).test(text) ? [index] : [];
  });
}

function periodIn(text: string): CronWords['period'] {
  if (/\b(?:every minute)\b/.test(text)) return 'minute';
  if (/\b(?:hourly|every hour)\b/.test(text)) return 'hour';
  if (/\b(?:daily|every day|each day|every night|nightly)\b/.test(text)) return 'day';
  if (/\b(?:weekly|every week|once a week)\b/.test(text)) return 'week';
  return /\b(?:monthly|every month|once a month)\b/.test(text) ? 'month' : undefined;
}

function namesZone(text: string): boolean {
  return /\b(?:e[sd]t|p[sd]t|c[sd]t|m[sd]t|ces?t|bst|jst|ist|kst|aes?t|sgt|hkt|msk|brt|pt|et|ct|america|europe|asia|beijing|shanghai|tokyo|seoul|berlin|london|paris|eastern|pacific|central|local)\b|(?:utc|gmt)\s*[+-]\s*\d|[+-]\d\d:?\d\d\b/.test(
    text,
  );
}

function timesIn(text: string): readonly string[] {
  if (!/\b(?:utc|gmt)\b|\d\d:\d\dz\b/.test(text) || namesZone(text)) return [];
  const times: string[] = [];
  for (const match of text.matchAll(/\b(\d{1,2})(?::(\d\d))?\s*([ap])\.?m\b|\b(\d{1,2}):(\d\d)\b/g)) {
    const half = match[3];
    const hour = Number(match[1] ?? match[4]);
    const full = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
    times.push(`${full}:${Number(match[2] ?? match[5] ?? '0')}`);
  }
  if (/\bmidnight\b/.test(text)) times.push('0:0');
  if (/\bnoon\b/.test(text)) times.push('12:0');
  return times;
}
