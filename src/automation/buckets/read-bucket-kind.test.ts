import { describe, expect, it } from 'vitest';
import { bucketKinds } from './bucket-scheme.ts';
import { readBucketKind } from './read-bucket-kind.ts';

describe('the kind of a bucket', () => {
  it.each(bucketKinds.map((kind) => ({ kind })))('may be $kind', ({ kind }) => {
    expect(readBucketKind(kind)).toEqual({ kind: 'kind', value: kind });
  });

  it.each([
    { text: 'rolling-7d', stable: 'iso-week' },
    { text: 'last-7-days', stable: 'iso-week' },
    { text: '7d', stable: 'iso-week' },
    { text: 'now-7d', stable: 'iso-week' },
    { text: 'past-24-hours', stable: 'day' },
    { text: 'last 30 days', stable: 'month' },
    { text: 'trailing_3_months', stable: 'quarter' },
    { text: 'last-6-months', stable: 'half' },
    { text: 'previous-year', stable: 'year' },
    { text: 'rolling', stable: 'iso-week' },
  ])('may not roll: "$text" is refused and $stable named', ({ text, stable }) => {
    const read = readBucketKind(text);
    expect(read).toMatchObject({ kind: 'problem', code: 'rolling_window' });
    expect(read.kind === 'problem' ? read.message : '').toContain(`Use ${stable},`);
  });

  it.each([
    { text: 'week', meant: 'iso-week' },
    { text: 'Weekly', meant: 'iso-week' },
    { text: 'iso-wek', meant: 'iso-week' },
    { text: 'quater', meant: 'quarter' },
    { text: 'commit', meant: 'sha' },
  ])('is suggested for "$text": $meant', ({ text, meant }) => {
    const read = readBucketKind(text);
    expect(read).toMatchObject({ code: 'unknown_kind' });
    expect(read.kind === 'problem' ? read.message : '').toContain(`Did you mean ${meant}?`);
  });

  it.each(['', 'constructor', '__proto__', 'xyzzy'])('is not %j, and nothing is suggested', (text) => {
    const read = readBucketKind(text);
    expect(read).toMatchObject({ code: 'unknown_kind' });
    expect(read.kind === 'problem' ? read.message : '').not.toContain('Did you mean');
  });
});
