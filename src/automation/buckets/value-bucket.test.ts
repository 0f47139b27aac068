import { describe, expect, it } from 'vitest';
import { nextBucket } from './bucket.ts';
import { contentBucket, shaBucket } from './value-bucket.ts';

const sha = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

describe('a commit', () => {
  it.each([sha, `${sha}${'0'.repeat(24)}`])('is named whole: %s', (text) => {
    expect(shaBucket(text)).toEqual({ scheme: { kind: 'sha' }, key: `sha:${text}`, window: undefined });
  });

  it.each([
    { text: sha.slice(0, 7), hint: 'all of its 40 or 64' },
    { text: sha.slice(0, 39), hint: 'all of its 40 or 64' },
    { text: sha.toUpperCase(), hint: `lower case: ${sha}` },
    { text: '0'.repeat(40), hint: '"no commit"' },
    { text: `${sha}\n`, hint: 'all of its 40 or 64' },
    { text: 'main', hint: 'all of its 40 or 64' },
    { text: '', hint: 'all of its 40 or 64' },
  ])('is not "$text"', ({ text, hint }) => {
    const found = shaBucket(text);
    expect(found).toMatchObject({ code: 'bad_sha' });
    expect('message' in found ? found.message : '').toContain(hint);
  });
});

describe('content', () => {
  it('has the same key when it is the same, told by sha256sum', () => {
    const expected = 'content:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03';
    expect(contentBucket('hello\n').key).toBe(expected);
    expect(contentBucket(new TextEncoder().encode('hello\n')).key).toBe(expected);
  });

  it('has no neighbours', () => {
    expect(nextBucket(contentBucket(''))).toBeUndefined();
  });
});
