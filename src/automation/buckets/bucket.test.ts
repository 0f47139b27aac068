import { describe, expect, it } from 'vitest';
import { bucketAt, instantOf, keyAt, schemeOf, zoneNamed } from '../../../test/support/bucket-schemes.ts';
import { deriveBucket, isProblem, nextBucket, previousBucket } from './bucket.ts';
import { formatInstant } from './instant.ts';

function windowAt(kind: 'hour' | 'day' | 'iso-week' | 'month', zone: string, at: string) {
  const { key, window } = bucketAt(schemeOf(kind, zone), at);
  return { key, start: formatInstant(window?.start ?? 0), end: formatInstant(window?.end ?? 0) };
}

describe('the keys of an instant', () => {
  it.each([
    { kind: 'hour', key: '2026-05-16T14+02:00' },
    { kind: 'day', key: '2026-05-16' },
    { kind: 'iso-week', key: '2026-W20' },
    { kind: 'month-week', key: '2026-05-MW2' },
    { kind: 'month', key: '2026-05' },
    { kind: 'quarter', key: '2026-Q2' },
    { kind: 'half', key: '2026-H1' },
    { kind: 'year', key: '2026' },
  ] as const)('are $key for $kind', ({ kind, key }) => {
    expect(keyAt(kind, 'Europe/Berlin', '2026-05-16T14:30:00+02:00')).toBe(key);
  });

  it('incident: the weekly report of Saturday night and Sunday morning has one key, 2026-W19', () => {
    const zone = 'Asia/Shanghai';
    const saturday = keyAt('iso-week', zone, '2026-05-09T23:30:00+08:00');
    const sunday = keyAt('iso-week', zone, '2026-05-10T10:22:00+08:00');
    expect([saturday, sunday]).toEqual(['2026-W19', '2026-W19']);
  });

  it('rule of stable keys: two runs in one day, month or quarter have one key each', () => {
    const at = (kind: 'day' | 'month' | 'quarter', day: string) => keyAt(kind, 'UTC', `${day}:00Z`);
    expect([at('day', '2026-05-16T14:30'), at('day', '2026-05-16T23:59')]).toEqual([
      '2026-05-16',
      '2026-05-16',
    ]);
    expect([at('month', '2026-05-15T02:00'), at('month', '2026-05-16T02:00')]).toEqual([
      '2026-05',
      '2026-05',
    ]);
    expect([at('quarter', '2026-04-01T00:00'), at('quarter', '2026-06-30T23:59')]).toEqual([
      '2026-Q2',
      '2026-Q2',
    ]);
  });

  it.each([
    { case: 8, at: '2019-12-30T12:00:00Z', key: '2020-W01' },
    { case: 9, at: '2020-12-31T12:00:00Z', key: '2020-W53' },
    { case: 10, at: '2016-01-01T12:00:00Z', key: '2015-W53' },
    { case: 11, at: '2021-01-01T12:00:00Z', key: '2020-W53' },
  ])('field case $case: $at is in week $key, whose year is that of the week', ({ at, key }) => {
    expect(keyAt('iso-week', 'UTC', at)).toBe(key);
  });

  it('counts 53 weeks in 2026, so that the first days of 2027 belong to it', () => {
    const days = ['2026-12-28', '2027-01-01', '2027-01-03', '2027-01-04'];
    const keys = days.map((day) => keyAt('iso-week', 'UTC', `${day}T12:00:00Z`));
    expect(keys).toEqual(['2026-W53', '2026-W53', '2026-W53', '2027-W01']);
    const years = Array.from({ length: 31 }, (_, index) => 2020 + index);
    const long = years.filter(
      (year) => keyAt('iso-week', 'UTC', `${year}-12-31T12:00:00Z`) === `${year}-W53`,
    );
    expect(long).toEqual([2020, 2026, 2032, 2037, 2043, 2048]);
  });

  it('depends on the zone: one instant, two weeks', () => {
    const keys = ['UTC', 'America/New_York', 'Asia/Shanghai', 'Pacific/Kiritimati'].map((zone) =>
      keyAt('iso-week', zone, '2027-01-03T22:30:00Z'),
    );
    expect(keys).toEqual(['2026-W53', '2026-W53', '2027-W01', '2027-W01']);
  });

  it('numbers the weeks of a month by their Thursday', () => {
    // May 2026 starts on a Friday: its first Thursday is the 7th, its last the 28th.
    const days = ['05-03', '05-04', '05-15', '05-31', '06-01'];
    const keys = days.map((day) => keyAt('month-week', 'UTC', `2026-${day}T12:00:00Z`));
    expect(keys).toEqual(['2026-04-MW5', '2026-05-MW1', '2026-05-MW2', '2026-05-MW4', '2026-06-MW1']);
  });
});

describe('fiscal years', () => {
  const zone = zoneNamed('America/New_York');
  const federal = { zone, startMonth: 10, namedBy: 'end' } as const;

  it.each([
    { scheme: { kind: 'fiscal', ...federal }, at: '2026-10-01T12:00:00Z', key: 'FY2027' },
    { scheme: { kind: 'fiscal', ...federal }, at: '2026-09-30T12:00:00Z', key: 'FY2026' },
    { scheme: { kind: 'fiscal-quarter', ...federal }, at: '2026-10-01T12:00:00Z', key: 'FY2027-Q1' },
    { scheme: { kind: 'fiscal-quarter', ...federal }, at: '2026-09-30T12:00:00Z', key: 'FY2026-Q4' },
    {
      scheme: { kind: 'fiscal', zone, startMonth: 4, namedBy: 'start' },
      at: '2027-03-31T12:00:00Z',
      key: 'FY2026',
    },
    {
      scheme: { kind: 'fiscal', zone, startMonth: 1, namedBy: 'end' },
      at: '2026-12-31T12:00:00Z',
      key: 'FY2026',
    },
  ] as const)('$at is $key', ({ scheme, at, key }) => {
    expect(bucketAt(scheme, at).key).toBe(key);
  });

  it('last twelve months from the first of the start month', () => {
    const { window } = bucketAt({ kind: 'fiscal', ...federal }, '2027-01-15T12:00:00Z');
    expect([window?.start, window?.end].map((at) => formatInstant(at ?? 0))).toEqual([
      '2026-10-01T04:00:00Z',
      '2027-10-01T04:00:00Z',
    ]);
  });
});

describe('windows where clocks are changed', () => {
  it('field cases 1 and 2: both runs at 02:00 on the day with two 02:00 have one day', () => {
    const keys = ['2023-10-29T02:00:00+02:00', '2023-10-29T02:00:00+01:00', '2023-10-29T02:30:00+01:00'].map(
      (at) => keyAt('day', 'Europe/Berlin', at),
    );
    expect(keys).toEqual(['2023-10-29', '2023-10-29', '2023-10-29']);
  });

  it('field case 3: an hour that comes twice is two hours', () => {
    expect(windowAt('hour', 'Australia/Melbourne', '2024-04-07T02:30:00+11:00')).toEqual({
      key: '2024-04-07T02+11:00',
      start: '2024-04-06T15:00:00Z',
      end: '2024-04-06T16:00:00Z',
    });
    expect(keyAt('hour', 'Australia/Melbourne', '2024-04-07T02:30:00+10:00')).toBe('2024-04-07T02+10:00');
  });

  it('field case 4: hours go on through the end of summer time in London', () => {
    const hours = ['00:30', '01:30', '02:30'].map((time) =>
      keyAt('hour', 'Europe/London', `2025-10-26T${time}:00Z`),
    );
    expect(hours).toEqual(['2025-10-26T01+01:00', '2025-10-26T01Z', '2025-10-26T02Z']);
  });

  it('field case 5: a run after the gap counts for its day, which has 23 hours', () => {
    expect(windowAt('day', 'America/Los_Angeles', '2025-03-09T10:00:00Z')).toEqual({
      key: '2025-03-09',
      start: '2025-03-09T08:00:00Z',
      end: '2025-03-10T07:00:00Z',
    });
  });

  it('field case 6: a run in the gap has a full day before it, not an empty one', () => {
    const bucket = bucketAt(schemeOf('day', 'America/New_York'), '2024-03-10T07:30:00Z');
    const previous = previousBucket(bucket);
    expect({ key: bucket.key, previous: previous?.key }).toEqual({
      key: '2024-03-10',
      previous: '2024-03-09',
    });
    expect((previous?.window?.end ?? 0) - (previous?.window?.start ?? 0)).toBe(24 * 3_600_000);
  });

  it('field case 7: a run by hand and the scheduled one have the same key, that of the window they lie in', () => {
    const slot = keyAt('day', 'Europe/Berlin', '2026-05-16T02:00:00+02:00');
    expect(keyAt('day', 'Europe/Berlin', '2026-05-16T17:41:09+02:00')).toBe(slot);
  });

  it('field case 13: two runs at 17:04 are one hour, and none was in the hour before', () => {
    const first = bucketAt(schemeOf('hour', 'UTC'), '2020-03-10T17:04:00Z');
    expect(keyAt('hour', 'UTC', '2020-03-10T17:04:55Z')).toBe(first.key);
    expect(previousBucket(first)?.key).toBe('2020-03-10T16Z');
  });

  it('field case 31: the data of a Monday and a Tuesday run come from one and the same window', () => {
    const monday = bucketAt(schemeOf('iso-week', 'UTC'), '2026-05-11T06:00:00Z');
    const tuesday = bucketAt(schemeOf('iso-week', 'UTC'), '2026-05-12T06:00:00Z');
    expect(tuesday).toEqual(monday);
  });

  it('field case 34: a run seven seconds early has another day by the clock and the right one by its slot', () => {
    const slot = '2026-05-16T00:00:00Z';
    expect(keyAt('day', 'UTC', slot)).toBe('2026-05-16');
    expect(keyAt('day', 'UTC', '2026-05-15T23:59:53Z')).toBe('2026-05-15');
  });

  it.each([
    // Midnight does not exist: the day starts at 01:00.
    {
      zone: 'America/Santiago',
      at: '2026-09-06T12:00:00Z',
      key: '2026-09-06',
      start: '2026-09-06T04:00:00Z',
    },
    { zone: 'Africa/Cairo', at: '2026-04-24T12:00:00Z', key: '2026-04-24', start: '2026-04-23T22:00:00Z' },
    // Clocks go back at midnight: the hour before it comes twice and still is of the day before.
    {
      zone: 'America/Santiago',
      at: '2026-04-05T12:00:00Z',
      key: '2026-04-05',
      start: '2026-04-05T04:00:00Z',
    },
    {
      zone: 'America/Santiago',
      at: '2026-04-05T03:30:00Z',
      key: '2026-04-04',
      start: '2026-04-04T03:00:00Z',
    },
    // Half an hour and two hours.
    {
      zone: 'Australia/Lord_Howe',
      at: '2026-04-05T00:00:00Z',
      key: '2026-04-05',
      start: '2026-04-04T13:00:00Z',
    },
    {
      zone: 'Antarctica/Troll',
      at: '2026-03-29T12:00:00Z',
      key: '2026-03-29',
      start: '2026-03-29T00:00:00Z',
    },
  ])('$zone: $key starts at $start', ({ zone, at, key, start }) => {
    expect(windowAt('day', zone, at)).toMatchObject({ key, start });
  });

  it('makes half an hour of the hour that Lord Howe repeats by half', () => {
    expect(windowAt('hour', 'Australia/Lord_Howe', '2026-04-04T15:10:00Z')).toEqual({
      key: '2026-04-05T01+10:30',
      start: '2026-04-04T15:00:00Z',
      end: '2026-04-04T15:30:00Z',
    });
  });

  it('goes from the 29th to the 31st where Apia skipped a day', () => {
    const before = bucketAt(schemeOf('day', 'Pacific/Apia'), '2011-12-29T20:00:00Z');
    expect({ key: before.key, next: nextBucket(before)?.key }).toEqual({
      key: '2011-12-29',
      next: '2011-12-31',
    });
    expect(nextBucket(before)?.window?.start).toBe(before.window?.end);
  });

  it('has weeks of 167 and 169 hours', () => {
    const hoursOf = (at: string): number => {
      const { window } = bucketAt(schemeOf('iso-week', 'Europe/Berlin'), at);
      return ((window?.end ?? 0) - (window?.start ?? 0)) / 3_600_000;
    };
    expect(['2026-03-25', '2026-10-25', '2026-05-16'].map((day) => hoursOf(`${day}T12:00:00Z`))).toEqual([
      167, 169, 168,
    ]);
  });

  it('does not drift from month to month', () => {
    let bucket = bucketAt(schemeOf('month', 'Europe/Berlin'), '2026-01-31T12:00:00Z');
    const keys = [bucket.key];
    for (let count = 0; count < 3; count += 1) {
      bucket = nextBucket(bucket) ?? bucket;
      keys.push(bucket.key);
    }
    expect(keys).toEqual(['2026-01', '2026-02', '2026-03', '2026-04']);
  });
});

describe('slots and limits', () => {
  it('makes every scheduled instant its own bucket, without a window', () => {
    const bucket = bucketAt({ kind: 'slot' }, '2026-05-16T16:30:00+02:00');
    expect(bucket).toEqual({ scheme: { kind: 'slot' }, key: '2026-05-16T14:30:00Z', window: undefined });
    expect([previousBucket(bucket), nextBucket(bucket)]).toEqual([undefined, undefined]);
  });

  it('refuses a slot that no schedule can name', () => {
    expect(deriveBucket({ kind: 'slot' }, instantOf('2026-05-16T14:30:00.250Z'))).toMatchObject({
      code: 'slot_not_whole_second',
    });
  });

  it.each([
    { at: Number.NaN, code: 'bad_instant' },
    { at: -1, code: 'out_of_range' },
    { at: Date.UTC(3000, 0, 1), code: 'out_of_range' },
  ])('refuses $at as $code', ({ at, code }) => {
    expect(deriveBucket(schemeOf('iso-week', 'UTC'), at)).toMatchObject({ kind: 'problem', code });
  });

  it('ends at both ends of the calendar', () => {
    const first = deriveBucket(schemeOf('year', 'UTC'), 0);
    const last = deriveBucket(schemeOf('year', 'UTC'), Date.UTC(2999, 5, 1));
    if (isProblem(first) || isProblem(last)) throw new Error('both years are covered');
    expect([previousBucket(first), nextBucket(last)]).toEqual([undefined, undefined]);
  });
});
