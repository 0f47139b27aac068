import { describe, expect, it } from 'vitest';
import { type FlagKind, readCommandLine } from './read-command-line.ts';

const kinds = new Map<string, FlagKind>([
  ['price', 'value'],
  ['units', 'value'],
  ['fees-in-cost', 'switch'],
  ['again', 'switch'],
  ['note', 'value'],
  ['help', 'switch'],
]);

function read(...args: string[]) {
  const { words, flags, problems } = readCommandLine(args, kinds);
  return { words, flags: Object.fromEntries(flags), problems: problems.map(({ message }) => message) };
}

describe('a command line', () => {
  it.each([
    { args: ['AAPL', '10', '--price', '190.5'], words: ['AAPL', '10'], flags: { price: '190.5' } },
    { args: ['--price=190.5', 'AAPL', '10'], words: ['AAPL', '10'], flags: { price: '190.5' } },
    { args: ['--note=a=b'], words: [], flags: { note: 'a=b' } },
    { args: ['--note='], words: [], flags: { note: '' } },
    { args: ['--note=one\ntwo'], words: [], flags: { note: 'one\ntwo' } },
    { args: ['--note', ''], words: [], flags: { note: '' } },
    { args: ['--units', '+2'], words: [], flags: { units: '+2' } },
    { args: ['--units', '-2'], words: [], flags: { units: '-2' } },
    { args: ['--units', '-.5'], words: [], flags: { units: '-.5' } },
    { args: ['-3.2', '-'], words: ['-3.2', '-'], flags: {} },
    { args: ['--again', 'AAPL'], words: ['AAPL'], flags: { again: true } },
    { args: ['--again=false'], words: [], flags: { again: false } },
    { args: ['--again=true'], words: [], flags: { again: true } },
    { args: ['--no-again'], words: [], flags: { again: false } },
    { args: ['--fees-in-cost', 'false', 'main'], words: ['main'], flags: { 'fees-in-cost': false } },
    { args: ['-h'], words: [], flags: { help: true } },
    { args: ['AAPL', '--', '--price', '-h'], words: ['AAPL', '--price', '-h'], flags: {} },
    { args: ['--', '--'], words: ['--'], flags: {} },
  ])('reads $args', ({ args, words, flags }) => {
    expect(read(...args)).toEqual({ words, flags, problems: [] });
  });

  it.each([
    { args: ['--prize', '1'], message: 'There is no flag --prize here. Did you mean --price?' },
    {
      args: ['--fees_in_cost'],
      message: 'There is no flag --fees_in_cost here. Did you mean --fees-in-cost?',
    },
    { args: ['--zzzzzz'], message: 'There is no flag --zzzzzz here.' },
    { args: ['-x'], message: 'There is no flag -x here. Put -- before words that start with a dash.' },
    { args: ['--no-price'], message: 'There is no flag --no-price here.' },
    { args: ['--again=yes'], message: '--again is "yes". It must be true or false.' },
    { args: ['--price'], message: '--price needs a value.' },
    {
      args: ['--note', '--again'],
      message: '--note needs a value. If "--again" is the value, write --note=--again',
    },
    { args: ['--price', '1', '--price', '1'], message: '--price is given twice. Give it once.' },
    { args: ['--again', '--no-again'], message: '--again is given twice. Give it once.' },
  ])('refuses $args', ({ args, message }) => {
    expect(read(...args).problems).toEqual([message]);
  });
});
