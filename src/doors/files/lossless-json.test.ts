import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unreachable } from '../../ledger/unreachable.ts';
import { depthMax, readLosslessJson } from './lossless-json.ts';
import type { LosslessJson } from './lossless-json.ts';

/** What `JSON.parse` would give, from our tree. */
function toPlain(value: LosslessJson): unknown {
  switch (value.kind) {
    case 'object':
      return Object.fromEntries([...value.members].map(([name, member]) => [name, toPlain(member)]));
    case 'array':
      return value.items.map(toPlain);
    case 'string':
      return value.text;
    case 'number':
      return Number(value.digits);
    case 'boolean':
      return value.value;
    case 'null':
      return null;
    default:
      return unreachable(value);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('readLosslessJson', () => {
  it('keeps every digit of a number (2)', () => {
    const { value } = readLosslessJson('[0.1000, 12345678901234567890.123456789, 1e-7, -0]');
    const digits =
      value?.kind === 'array' ? value.items.map((item) => (item.kind === 'number' ? item.digits : '')) : [];
    expect(digits).toEqual(['0.1000', '12345678901234567890.123456789', '1e-7', '-0']);
  });

  it('knows the line on which each value starts', () => {
    const { value } = readLosslessJson('\n{\r\n "a": [\n  1,\n  {\n "b": "x\\ny" }\n ]\n}');
    const list = value?.kind === 'object' ? value.members.get('a') : undefined;
    const items = list?.kind === 'array' ? list.items : [];
    const inner = items[1]?.kind === 'object' ? items[1].members.get('b') : undefined;
    expect([value?.line, list?.line, items[0]?.line, items[1]?.line, inner?.line]).toEqual([2, 3, 4, 5, 6]);
  });

  it('names a member that is given twice, with the line of the second', () => {
    const { value, problems } = readLosslessJson('{\n"fee": 1,\n"fee": 2,\n"x": {"y": 1, "y": 1}}');
    expect(problems.map(({ line, code, field }) => [line, code, field])).toEqual([
      [3, 'duplicate_member', 'fee'],
      [4, 'duplicate_member', 'y'],
    ]);
    expect(value === undefined ? undefined : toPlain(value)).toEqual({ fee: 1, x: { y: 1 } });
  });

  const broken: readonly (readonly [string, number])[] = [
    ['<invalid>', 1],
    ['', 1],
    ['{"a": 1,\n}', 2],
    ['[1,\n2', 2],
    ['[01]', 1],
    ['[1.]', 1],
    ['[+1]', 1],
    ['[.5]', 1],
    ['[NaN]', 1],
    ['["a\nb"]', 1],
    ['["\\x"]', 1],
    ['["\\u12"]', 1],
    ['["open', 1],
    ['{a: 1}', 1],
    ["{'a': 1}", 1],
    ['[1]\n\n[2]', 3],
    ['[1] // note', 1],
  ];
  it.each(broken)('refuses %j (1)', (text, line) => {
    const { value, problems } = readLosslessJson(text);
    expect(value).toBeUndefined();
    expect(problems.map((problem) => [problem.line, problem.code])).toEqual([[line, 'not_json']]);
  });

  it(`refuses more than ${depthMax} levels instead of exhausting the stack (3)`, () => {
    const deepest = `${'['.repeat(depthMax + 1)}${']'.repeat(depthMax + 1)}`;
    expect(readLosslessJson(deepest).value).toBeDefined();
    expect(readLosslessJson(`[${deepest}]`).value).toBeUndefined();
    expect(readLosslessJson('['.repeat(1_000_000)).problems).toHaveLength(1);
  });

  it('skips a byte order mark', () => {
    expect(readLosslessJson('\uFEFF[]').value?.kind).toBe('array');
  });

  it('reads whatever JSON.stringify writes, as JSON.parse does (1)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
        const text = JSON.stringify(json, null, indent);
        const { value, problems } = readLosslessJson(text);
        expect(problems).toEqual([]);
        expect(value === undefined ? undefined : toPlain(value)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('agrees with JSON.parse about what JSON is (1)', () => {
    const characters = fc.constantFrom(...'{}[]",:0123.eE+-\\untfalsr \n\t\u0001\u00e9\u2028'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
        expect(readLosslessJson(text).value !== undefined).toBe(isJson(text));
      }),
      { numRuns: 5_000 },
    );
  });
});
