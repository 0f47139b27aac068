import { describe, expect, it } from 'vitest';
import { readKey } from './read-key.ts';

describe('the key of a write', () => {
  it.each([
    [undefined, undefined, undefined],
    [undefined, null, undefined],
    [undefined, 'a', 'a'],
    ['a', undefined, 'a'],
    ['a', 'a', 'a'],
    ['"a"', 'a', 'a'],
    ['"a"', undefined, 'a'],
    ['"a\\"b\\\\c"', undefined, 'a"b\\c'],
    ['a"b', undefined, 'a"b'],
    [undefined, '"a"', '"a"'],
    ['""', undefined, ''],
    ['', undefined, ''],
  ])('of header %j and body %j is %j', (header, inBody, key) => {
    expect(readKey(header, inBody)).toEqual({ kind: 'key', key });
  });

  it.each([
    ['"a', undefined],
    ['"', undefined],
    ['"a"b', undefined],
    ['"a";v=1', undefined],
    ['"a", "b"', undefined],
    ['"a\\n"', undefined],
    ['"a\\', undefined],
    ['a', 'b'],
    ['"a"', '"a"'],
    ['a', ''],
    ['a', 7],
    [undefined, 7],
    [undefined, ['a']],
    [undefined, { a: 1 }],
    [undefined, false],
  ])('of header %j and body %j is unusable', (header, inBody) => {
    expect(readKey(header, inBody)).toMatchObject({
      kind: 'unusable',
      code: 'idempotency_key_invalid',
      detail: { field: 'idempotency_key' },
    });
  });

  it('is not sent back at full length when it is unusable', () => {
    const read = readKey('a'.repeat(10_000), 'b'.repeat(10_000));
    expect(read).toMatchObject({ kind: 'unusable' });
    expect(JSON.stringify(read).length).toBeLessThan(2_000);
  });
});
