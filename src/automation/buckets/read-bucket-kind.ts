import { suggestNames } from '../nearest-names.ts';
import { type BucketProblem, bucketProblem } from './bucket-problem.ts';
import { type BucketKind, bucketKinds } from './bucket-scheme.ts';

/**
 * Reads the name of a kind. Rolling windows (`last-7-days`) are refused, and the stable window of about the same
 * length is named: a rolling window has another key at every run, so nothing is ever found again under it.
 */
export function readBucketKind(
  text: string,
): { readonly kind: 'kind'; readonly value: BucketKind } | BucketProblem {
  const value = bucketKinds.find((known) => known === text);
  if (value !== undefined) return { kind: 'kind', value };
  const rolling = readRollingWindow(text);
  if (rolling !== undefined) {
    const message = `"${text}" moves with the clock: every run would have another key. Use ${rolling}, which keeps its key until it is over.`;
    return bucketProblem('rolling_window', message);
  }
  const meant = otherNames.get(text.toLowerCase());
  const hint = meant === undefined ? suggestNames(text, bucketKinds) : ` Did you mean ${meant}?`;
  return bucketProblem(
    'unknown_kind',
    `"${text}" is no kind of bucket.${hint} Kinds: ${bucketKinds.join(', ')}.`,
  );
}

const otherNames: ReadonlyMap<string, BucketKind> = new Map([
  ['hourly', 'hour'],
  ['daily', 'day'],
  ['date', 'day'],
  ['week', 'iso-week'],
  ['weekly', 'iso-week'],
  ['isoweek', 'iso-week'],
  ['monthly', 'month'],
  ['week-of-month', 'month-week'],
  ['quarterly', 'quarter'],
  ['half-year', 'half'],
  ['yearly', 'year'],
  ['fiscal-year', 'fiscal'],
  ['commit', 'sha'],
  ['hash', 'content'],
  ['tick', 'slot'],
]);

const rollingWords = /^(?:rolling|sliding|trailing|moving|last|past|previous|since|within)(?:[-_ ].*)?$/i;
const spanForm =
  /(?:^|[-_ ])(\d{1,5})?[-_ ]?(hours?|h|days?|d|weeks?|w|months?|quarters?|q|years?|y)(?:[-_ ]?ago)?$/i;

function readRollingWindow(text: string): BucketKind | undefined {
  const span = spanForm.exec(text);
  const isRolling = rollingWords.test(text) || (span?.[1] !== undefined && /^(?:now)?[-_ ]?\d/i.test(text));
  if (!isRolling) return undefined;
  if (span === null) return 'iso-week';
  const hours = Number(span[1] ?? 1) * (hoursIn[span[2]?.charAt(0).toLowerCase() ?? ''] ?? 168);
  return stableKinds.find(({ hoursMax }) => hours <= hoursMax)?.kind ?? 'year';
}

/** Hours in a unit by the first letter of its name. */
const hoursIn: Readonly<Record<string, number>> = { h: 1, d: 24, w: 168, m: 730, q: 2190, y: 8760 };

/** The stable kind for a span: the one whose length is nearest. */
const stableKinds: readonly { readonly hoursMax: number; readonly kind: BucketKind }[] = [
  { hoursMax: 6, kind: 'hour' },
  { hoursMax: 72, kind: 'day' },
  { hoursMax: 14 * 24, kind: 'iso-week' },
  { hoursMax: 60 * 24, kind: 'month' },
  { hoursMax: 130 * 24, kind: 'quarter' },
  { hoursMax: 270 * 24, kind: 'half' },
];
