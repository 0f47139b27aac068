import { describe, expect, it } from 'vitest';
import { schemeOf, zoneNamed } from '../../../test/support/bucket-schemes.ts';
import { formatBucketKey, parseBucketKey } from './parse-bucket-key.ts';

const berlin = zoneNamed('Europe/Berlin');
const fiscal = { zone: berlin, startMonth: 10, namedBy: 'end' } as const;
const sha = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

describe('reading a key', () => {
  it.each([
    { scheme: schemeOf('hour', 'Europe/Berlin'), key: '2026-10-25T02+02:00' },
    { scheme: schemeOf('hour', 'Europe/Berlin'), key: '2026-10-25T02+01:00' },
    { scheme: schemeOf('hour', 'UTC'), key: '2026-05-16T14Z' },
    { scheme: schemeOf('hour', 'Australia/Lord_Howe'), key: '2026-04-05T01+10:30' },
    { scheme: schemeOf('hour', 'Australia/Lord_Howe'), key: '2026-10-04T02+11:00' },
    { scheme: schemeOf('day', 'Europe/Berlin'), key: '2024-02-29' },
    { scheme: schemeOf('iso-week', 'Europe/Berlin'), key: '2026-W53' },
    { scheme: schemeOf('iso-week', 'Europe/Berlin'), key: '1970-W01' },
    { scheme: schemeOf('month-week', 'Europe/Berlin'), key: '2026-04-MW5' },
    { scheme: schemeOf('month', 'Europe/Berlin'), key: '2026-12' },
    { scheme: schemeOf('quarter', 'Europe/Berlin'), key: '2026-Q4' },
    { scheme: schemeOf('half', 'Europe/Berlin'), key: '2026-H2' },
    { scheme: schemeOf('year', 'Europe/Berlin'), key: '2026' },
    { scheme: { kind: 'fiscal', ...fiscal } as const, key: 'FY2027' },
    { scheme: { kind: 'fiscal-quarter', ...fiscal } as const, key: 'FY2027-Q1' },
    { scheme: { kind: 'slot' } as const, key: '2026-05-16T14:30:00Z' },
    { scheme: { kind: 'sha' } as const, key: `sha:${sha}` },
    { scheme: { kind: 'content' } as const, key: `content:${'a'.repeat(64)}` },
  ])('takes $key and writes it the same', ({ scheme, key }) => {
    const read = parseBucketKey(scheme, key);
    expect(read).toMatchObject({ kind: 'key', bucket: { key }, suffix: undefined });
    if (read.kind === 'key') expect(formatBucketKey(read)).toBe(key);
  });

  it.each([
    { kind: 'iso-week', key: 'Invalid-W01', code: 'bad_key' },
    { kind: 'iso-week', key: '2026-W5', code: 'bad_key' },
    { kind: 'iso-week', key: '2026-w19', code: 'bad_key' },
    { kind: 'iso-week', key: ' 2026-W19', code: 'bad_key' },
    { kind: 'iso-week', key: '2026-W19\n', code: 'bad_key' },
    { kind: 'iso-week', key: '2026-19', code: 'bad_key' },
    { kind: 'iso-week', key: '2026-W19 (May 02 – May 09)', code: 'bad_key' },
    { kind: 'iso-week', key: '2026-W00', code: 'no_such_window' },
    { kind: 'iso-week', key: '2025-W53', code: 'no_such_window' },
    { kind: 'iso-week', key: '2027-W53', code: 'no_such_window' },
    { kind: 'day', key: '2026-02-29', code: 'no_such_window' },
    { kind: 'day', key: '2026-00-10', code: 'no_such_window' },
    { kind: 'day', key: '2026-05-16 14:30', code: 'bad_key' },
    { kind: 'month', key: '2026-13', code: 'no_such_window' },
    { kind: 'month', key: '2026-W3', code: 'bad_key' },
    { kind: 'month-week', key: '2026-05-W3', code: 'bad_key' },
    { kind: 'month-week', key: '2026-05-MW5', code: 'no_such_window' },
    { kind: 'month-week', key: '2026-05-MW0', code: 'no_such_window' },
    { kind: 'quarter', key: '2026-Q5', code: 'no_such_window' },
    { kind: 'quarter', key: '2026-Q0', code: 'no_such_window' },
    { kind: 'half', key: '2026-H3', code: 'no_such_window' },
    { kind: 'year', key: '26', code: 'bad_key' },
    { kind: 'year', key: '٢٠٢٦', code: 'bad_key' },
    { kind: 'year', key: '3000', code: 'out_of_range' },
    { kind: 'hour', key: '2026-05-16T24+02:00', code: 'bad_key' },
    { kind: 'hour', key: '2026-05-16T14', code: 'bad_key' },
    { kind: 'hour', key: '2026-05-16T14+01:00', code: 'no_such_window' },
    { kind: 'hour', key: '2026-03-29T02+01:00', code: 'no_such_window' },
    { kind: 'hour', key: '2026-03-29T02+02:00', code: 'no_such_window' },
  ] as const)('refuses "$key" for $kind as $code', ({ kind, key, code }) => {
    expect(parseBucketKey(schemeOf(kind, 'Europe/Berlin'), key)).toMatchObject({ kind: 'problem', code });
  });

  it('refuses the day that Apia skipped, and takes it elsewhere', () => {
    expect(parseBucketKey(schemeOf('day', 'Pacific/Apia'), '2011-12-30')).toMatchObject({
      code: 'no_such_window',
    });
    expect(parseBucketKey(schemeOf('day', 'UTC'), '2011-12-30')).toMatchObject({ kind: 'key' });
  });

  it('refuses other spellings of a slot', () => {
    for (const key of ['2026-05-16T16:30:00+02:00', '2026-05-16T14:30Z', '2026-05-16T14:30:00.000Z']) {
      expect(parseBucketKey({ kind: 'slot' }, key)).toMatchObject({ code: 'bad_key' });
    }
  });

  it('says what to write instead of a week of a month by another count', () => {
    const read = parseBucketKey(schemeOf('month-week', 'UTC'), '2026-05-W3');
    expect(read.kind === 'problem' ? read.message : '').toContain('month-week (2026-05-MW2)');
  });
});

describe('a suffix', () => {
  const week = schemeOf('iso-week', 'Europe/Berlin');

  it.each(['cron-moved', '2', '补', 'v1.2'])('may be "%s", and the bucket stays what it is', (suffix) => {
    expect(parseBucketKey(week, `2026-W20~${suffix}`)).toMatchObject({ bucket: { key: '2026-W20' }, suffix });
  });

  it.each(['', '-a', 'a-', 'a--b', 'a b', 'a~b', 'a>', 'e\u0301', 'x'.repeat(41), 'a\n'])(
    'may not be %j',
    (suffix) => {
      expect(parseBucketKey(week, `2026-W20~${suffix}`)).toMatchObject({ code: 'bad_suffix' });
    },
  );
});
