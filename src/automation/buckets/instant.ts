import { type BucketProblem, bucketProblem } from './bucket-problem.ts';
import { toCivilDate, toCivilDay, dayMs } from './civil-day.ts';

/** A moment, in whole milliseconds since 1970-01-01T00:00Z. Leap seconds do not exist in this count. */
export type Instant = number;

const form =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):(\d\d))$/;

/**
 * Reads an instant such as `2026-05-16T14:30:00+02:00` or `2026-05-16T12:30Z`. A time without `Z` or an offset is
 * refused: programs disagree about which moment it is when clocks change. So is second 60, which no clock here
 * counts. Digits below the millisecond are cut off.
 */
export function parseInstant(
  text: string,
): { readonly kind: 'instant'; readonly instant: Instant } | BucketProblem {
  const parts = form.exec(text);
  if (parts === null) return bucketProblem('bad_instant', explainForm(text));
  const number = (at: number): number => Number(parts[at] ?? '0');
  const date = { year: number(1), month: number(2), day: number(3) };
  const civilDay = toCivilDay(date);
  const read = toCivilDate(civilDay);
  const isDate = read.year === date.year && read.month === date.month && read.day === date.day;
  if (!isDate || date.month < 1)
    return bucketProblem('bad_instant', `"${text}" names a day that does not exist.`);
  const [hour, minute, second] = [number(4), number(5), number(6)];
  if (hour > 23 || minute > 59 || second > 59 || number(10) > 23 || number(11) > 59) {
    const leap = second === 60 ? ' A leap second counts as the second before it: write 59.' : '';
    return bucketProblem('bad_instant', `"${text}" names a time that does not exist.${leap}`);
  }
  const millisecond = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const local = civilDay * dayMs + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
  const offset = (number(10) * 60 + number(11)) * 60_000 * (parts[9] === '-' ? -1 : 1);
  return { kind: 'instant', instant: local - offset };
}

function explainForm(text: string): string {
  const example = 'an instant such as 2026-05-16T14:30:00+02:00 or 2026-05-16T12:30:00Z';
  const lacksOffset = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d)?)?$/.test(text);
  const why = lacksOffset ? ' Without Z or an offset it is another moment in every zone.' : '';
  return `"${text}" is no instant.${why} Write ${example}.`;
}

/** `2026-05-16T12:30:00Z`; with milliseconds only when there are some. */
export function formatInstant(instant: Instant): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
