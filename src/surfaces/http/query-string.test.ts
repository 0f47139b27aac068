import { describe, expect, it } from 'vitest';
import { decodePercent, readQueryString } from './query-string.ts';

function parametersOf(query: string) {
  const read = readQueryString(query);
  return read.kind === 'parameters' ? { ...read.parameters } : read.message;
}

describe('a query string', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=1', { '': '1' }],
    ['&&a=1&', { a: '1' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=x+y%2Bz', { a: 'x y+z' }],
    ['%C3%BC=%E2%82%AC', { ü: '€' }],
    ['a?=1?', { 'a?': '1?' }],
  ])('%j reads %j', (query, parameters) => {
    expect(parametersOf(query)).toEqual(parameters);
  });

  it('has names without a meaning of their own', () => {
    const read = readQueryString('__proto__=1&constructor=2');
    expect(read.kind === 'parameters' && Object.entries(read.parameters)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it.each(['a=1&a=2', 'a=1&%61=1', '__proto__=1&__proto__=2', 'a&a'])(
    'refuses %s, which gives one twice',
    (query) => {
      expect(parametersOf(query)).toContain('is given twice');
    },
  );

  it.each(['a=%', 'a=%2', 'a=%zz', 'a=%ff', '%c3=1', 'a=%ed%a0%80'])(
    'refuses %s, which is no UTF-8',
    (query) => {
      expect(parametersOf(query)).toContain('UTF-8');
    },
  );

  it('refuses more parameters than 64, whatever they are', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
    expect(Object.keys(parametersOf(many(64)))).toHaveLength(64);
    expect(parametersOf(many(65))).toBe('Send at most 64 parameters.');
    expect(parametersOf('&'.repeat(64))).toBe('Send at most 64 parameters.');
  });
});

it('a part of a path is decoded, and refused when it cannot be', () => {
  expect(decodePercent('BRK.B')).toBe('BRK.B');
  expect(decodePercent('BRK%20B+C')).toBe('BRK B+C');
  expect(decodePercent('%ff')).toBeUndefined();
});
