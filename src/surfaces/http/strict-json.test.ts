import { describe, expect, it } from 'vitest';
import { textWith } from '../../../test/support/text-matchers.ts';
import { depthMax, parseStrictJson, readStrictJson } from './strict-json.ts';

function problemOf(text: string) {
  const read = parseStrictJson(text);
  if (read.kind === 'json') throw new Error(`${text} was accepted`);
  return read;
}

describe('strict JSON', () => {
  it.each([
    ['{}', {}],
    ['[]', []],
    ['"a:b"', 'a:b'],
    ['{"a":"1","b":"2"}', { a: '1', b: '2' }],
    ['{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}', { a: { a: { a: 1 } }, b: [{ a: 1 }, { a: 2 }] }],
    ['{"colon":":","quote":"\\":\\"","end":"\\\\"}', { colon: ':', quote: '":"', end: '\\' }],
    [' {\n"a" : [ ":" , "{" , "]" ] } ', { a: [':', '{', ']'] }],
    ['{"constructor":1,"toString":2}', { constructor: 1, toString: 2 }],
  ])('reads %s', (text, value) => {
    expect(parseStrictJson(text)).toEqual({ kind: 'json', value });
  });

  it.each([
    ['{"a":1,"a":2}', 'a', 'a'],
    ['{"a":1,"b":2,"a":1}', 'a', 'a'],
    ['{"a":1,"\\u0061":2}', 'a', 'a'],
    ['{"legs":[{"x":1},{"units":"1","cost":"2","units":"3"}]}', 'units', 'legs[1].units'],
    ['[[0,{"k":{"d":{},"d":[]}}]]', 'd', '[0][1].k.d'],
    ['{"a":{"b":1},"c":{"a":1},"a":2}', 'a', 'a'],
    ['{"":1,"":2}', '', ''],
    ['{"a\\"b":":","a\\"b":1}', 'a"b', 'a"b'],
  ])('names what stands twice in %s', (text, field, path) => {
    expect(problemOf(text).detail).toEqual({ field, path });
    expect(problemOf(text).message).toContain(`${JSON.stringify(field)} stands twice`);
  });

  it('accepts nesting up to the limit and refuses one level more', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(parseStrictJson(nested(depthMax)).kind).toBe('json');
    expect(problemOf(nested(depthMax + 1)).message).toContain('nested deeper than 32 levels');
    expect(problemOf(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`).message).toContain('nested deeper');
  });

  it('answers text that is nested a hundred thousand levels deep', () => {
    expect(problemOf(`${'['.repeat(100_000)}${']'.repeat(100_000)}`).message).toContain('nested deeper');
  });

  it.each(['{"__proto__":{"admin":true}}', '[{"a":{"__proto__":1}}]', '{"\\u005f_proto__":1}'])(
    'refuses __proto__ in %s',
    (text) => {
      expect(problemOf(text).message).toContain('__proto__');
    },
  );

  it.each(['', '{', '{"a":1,}', '{a:1}', "{'a':1}", '{"a":NaN}', '01', '{"a":1} x', '\uFEFF{}', '// no\n{}'])(
    'refuses %j, which is not JSON',
    (text) => {
      expect(problemOf(text).message).toMatch(/^The body is not JSON: /);
    },
  );

  it('does not send a long body back', () => {
    expect(problemOf(`{"a":${'x'.repeat(10_000)}}`).message.length).toBeLessThan(300);
  });

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect(readStrictJson(bytes)).toMatchObject({
      kind: 'json_problem',
      message: textWith('UTF-8'),
    });
    expect(readStrictJson(Buffer.from([0xff]))).toMatchObject({ kind: 'json_problem' });
  });

  it('reads bytes in the middle of a larger buffer', () => {
    const bytes = Buffer.from('xx{"ü":"€"}yy').subarray(2, -2);
    expect(readStrictJson(bytes)).toEqual({ kind: 'json', value: { ü: '€' } });
  });
});
