import { describe, expect, it } from 'vitest';
import { isTimeZone, readDate, readTime } from './read-date.ts';
import type { DateOrder } from './read-date.ts';
import { parseCalendarDate } from '../../ledger/calendar-date.ts';

function read(text: string, order: DateOrder = 'iso', zone = 'UTC'): readonly (string | undefined)[] {
  const answer = readDate(text, { order, zone });
  return answer.kind === 'date' ? [answer.date, answer.time, answer.instant] : [answer.code];
}

describe('readDate', () => {
  const days: readonly (readonly [string, DateOrder, string])[] = [
    ['2024-01-31', 'iso', '2024-01-31'],
    ['2024-02-29', 'iso', '2024-02-29'],
    ['31/01/2024', 'dmy', '2024-01-31'],
    ['1.2.2024', 'dmy', '2024-02-01'],
    ['01-02-2024', 'dmy', '2024-02-01'],
    ['01/02/2024', 'mdy', '2024-01-02'],
    ['2024/1/31', 'ymd', '2024-01-31'],
    ['2024.01.31', 'ymd', '2024-01-31'],
    ['20240131', 'ymd', '2024-01-31'],
    ['2024-01-31', 'ymd', '2024-01-31'],
    ['16-09-2021', 'day_first_or_iso', '2021-09-16'],
    ['17/11/2021', 'day_first_or_iso', '2021-11-17'],
    ['01.01.2022', 'day_first_or_iso', '2022-01-01'],
    ['20500606', 'day_first_or_iso', '2050-06-06'],
    ['2021-02-06', 'day_first_or_iso', '2021-02-06'],
  ];
  it.each(days)('reads %s in the order %s', (text, order, date) => {
    expect(read(text, order)).toEqual([date, undefined, undefined]);
  });

  const refused: readonly (readonly [string, DateOrder])[] = [
    ['2023-02-29', 'iso'],
    ['31/01/2024', 'iso'],
    ['20240131', 'iso'],
    ['2024-1-31', 'iso'],
    ['2024-13-01', 'iso'],
    ['0999-01-01', 'iso'],
    ['31/01/24', 'dmy'],
    ['31/01-2024', 'dmy'],
    ['01/31/2024', 'dmy'],
    ['31/01/2024', 'mdy'],
    ['09/16/2021', 'day_first_or_iso'],
    ['<invalid>', 'day_first_or_iso'],
    ['', 'iso'],
    ['２０２４-01-31', 'iso'],
  ];
  it.each(refused)('refuses %s in the order %s (2)', (text, order) => {
    expect(read(text, order)).toEqual(['bad_date']);
  });

  it('says that a month is never guessed to come first (2)', () => {
    const answer = readDate('09/16/2021', { order: 'day_first_or_iso', zone: 'UTC' });
    expect(answer.kind === 'date_problem' ? answer.message : '').toContain(
      'month-first dates are never guessed',
    );
  });

  it('keeps the printed day whatever the offset is (1)', () => {
    expect(read('2021-05-06T00:30:00+02:00')).toEqual([
      '2021-05-06',
      '00:30:00+02:00',
      '2021-05-05T22:30:00.000Z',
    ]);
    expect(read('2021-05-06T23:30:00-0700')).toEqual([
      '2021-05-06',
      '23:30:00-07:00',
      '2021-05-07T06:30:00.000Z',
    ]);
  });

  it('keeps the printed day in a zone far from UTC (1)', () => {
    const sydney = read('2024-08-15T08:00:00', 'iso', 'Australia/Sydney');
    expect(sydney).toEqual(['2024-08-15', '08:00:00', '2024-08-14T22:00:00.000Z']);
    const denver = read('2024-08-15T20:00:00', 'iso', 'America/Denver');
    expect(denver).toEqual(['2024-08-15', '20:00:00', '2024-08-16T02:00:00.000Z']);
  });

  it('cuts instants off at milliseconds and keeps the printed digits as the time (3)', () => {
    expect(read('2021-05-06T09:30:15.123999Z')).toEqual([
      '2021-05-06',
      '09:30:15.123999Z',
      '2021-05-06T09:30:15.123Z',
    ]);
    expect(read('2021-05-06 09:30')).toEqual(['2021-05-06', '09:30:00', '2021-05-06T09:30:00.000Z']);
    expect(read('2021-05-06T09:30:15.500Z')).toEqual([
      '2021-05-06',
      '09:30:15.5Z',
      '2021-05-06T09:30:15.500Z',
    ]);
  });

  it('takes midnight, printed or in UTC, for no time (4)', () => {
    expect(read('2021-05-06T00:00:00.000Z')).toEqual(['2021-05-06', undefined, undefined]);
    expect(read('2021-05-06 00:00', 'iso', 'Asia/Shanghai')).toEqual(['2021-05-06', undefined, undefined]);
    expect(read('2021-05-06T02:00:00+02:00')).toEqual(['2021-05-06', undefined, undefined]);
    expect(read('2021-05-06T00:00:01Z')).toEqual(['2021-05-06', '00:00:01Z', '2021-05-06T00:00:01.000Z']);
  });

  it('reads the hour that autumn shows twice as the first one, and moves one that spring skips', () => {
    expect(read('2024-10-27T02:30:00', 'iso', 'Europe/Berlin')[2]).toBe('2024-10-27T00:30:00.000Z');
    expect(read('2024-03-31T02:30:00', 'iso', 'Europe/Berlin')[2]).toBe('2024-03-31T01:30:00.000Z');
  });

  it.each(['24:00', '12:60', '12:00:60', '9:30', '12:00 PM', '12:00+15:00', '12', ''])(
    'refuses the time %s',
    (time) => {
      expect(read(`2021-05-06T${time}`)).toEqual([time === '' ? 'bad_date' : 'bad_time']);
    },
  );

  it('says that a zone is unknown, where one is needed', () => {
    expect(read('2021-05-06T09:30', 'iso', 'Nowhere/City')).toEqual(['unknown_zone']);
    expect(read('2021-05-06T09:30Z', 'iso', 'Nowhere/City')[2]).toBe('2021-05-06T09:30:00.000Z');
  });

  it('keeps the date alone where an offset would pass the year 9999', () => {
    expect(read('9999-12-31T23:00:00-05:00')).toEqual(['9999-12-31', undefined, undefined]);
  });
});

describe('readTime', () => {
  it('adds a time from a column of its own', () => {
    const date = parseCalendarDate('2022-01-03');
    const answer =
      date === undefined ? undefined : readTime(date, '09:05', { order: 'dmy', zone: 'Europe/Berlin' });
    expect(answer).toEqual({
      kind: 'date',
      date: '2022-01-03',
      time: '09:05:00',
      instant: '2022-01-03T08:05:00.000Z',
    });
  });
});

describe('isTimeZone', () => {
  it('tells zones from other words', () => {
    expect([
      isTimeZone('Asia/Shanghai'),
      isTimeZone('UTC'),
      isTimeZone('Nowhere/City'),
      isTimeZone(''),
    ]).toEqual([true, true, false, false]);
  });
});
