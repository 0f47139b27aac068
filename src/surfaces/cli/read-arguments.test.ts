import { describe, expect, it } from 'vitest';
import { findOperation, operations } from '../../operations/registry.ts';
import { queries } from '../../queries/registry.ts';
import { flagKindsOf, listOperations, shapeOfOperation, shapeOfQuery, toFlagName } from './command-shape.ts';
import { globalFlagKinds } from './global-flags.ts';
import { listCommandNames } from './own-commands.ts';
import { readArguments } from './read-arguments.ts';

function read(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const operation = findOperation(command);
  if (operation === undefined) throw new Error(`There is no operation ${command}`);
  const { input, globals, problems } = readArguments(shapeOfOperation(operation), args, env);
  return { input, globals, problems: problems.map(({ field, message }) => ({ field, message })) };
}

describe('the arguments of a command', () => {
  it('fills the words in order and keeps amounts as text', () => {
    const { input, problems } = read('buy', ['AAPL', '10.00', '--price', '190.50', '--fee=1', '--again']);
    expect(problems).toEqual([]);
    expect(input).toEqual({ instrument: 'AAPL', units: '10.00', price: '190.50', fee: '1', again: true });
  });

  it('takes a word as a flag too, and fills the others from what is left', () => {
    expect(read('buy', ['10', '--instrument', 'AAPL']).input).toEqual({ instrument: 'AAPL', units: '10' });
  });

  it('takes signed amounts', () => {
    expect(read('adjust_holding', ['AAPL', '--units', '+2', '--cost', '-300']).input).toEqual({
      instrument: 'AAPL',
      units: '+2',
      cost: '-300',
    });
    expect(read('record_interest', ['-3.2']).input).toEqual({ amount: '-3.2' });
  });

  it('names a word that is too many', () => {
    expect(read('deposit', ['1000', 'USD']).problems).toEqual([
      { field: 'command_line', message: '"USD" is one word too many. Quote a value that has blanks in it.' },
    ]);
  });

  it('says nothing about words while a flag is not understood', () => {
    expect(read('deposit', ['1000', '--curency', 'USD']).problems).toEqual([
      { field: '--curency', message: 'There is no flag --curency here. Did you mean --currency?' },
    ]);
  });

  it.each([
    { args: [], env: {}, portfolio: 'main' },
    { args: [], env: { FIXPOINT_PORTFOLIO: 'second' }, portfolio: 'second' },
    { args: [], env: { FIXPOINT_PORTFOLIO: '' }, portfolio: 'main' },
    { args: ['--portfolio', 'third'], env: { FIXPOINT_PORTFOLIO: 'second' }, portfolio: 'third' },
  ])('goes to portfolio $portfolio with $args and $env', ({ args, env, portfolio }) => {
    expect(read('deposit', ['1', ...args], env).globals.portfolio).toBe(portfolio);
  });

  it('takes the portfolio as a word where the write has no other words', () => {
    const { input, globals, problems } = read('create_portfolio', ['savings', '--fees-in-cost', 'false']);
    expect(problems).toEqual([]);
    expect(input).toEqual({ fees_in_cost: false });
    expect(globals.portfolio).toBe('savings');
    expect(read('create_portfolio', ['one', '--portfolio', 'two']).problems).toEqual([
      {
        field: 'portfolio',
        message: 'The portfolio is named twice: "one" and --portfolio two. Name it once.',
      },
    ]);
    expect(read('create_portfolio', ['one', 'two']).problems).toEqual([
      { field: 'command_line', message: '"two" is one word too many. Quote a value that has blanks in it.' },
    ]);
  });

  it.each([
    { args: ['--timeout', '2.5', '--retries', '3'], timeoutSeconds: 2.5, retries: 3 },
    { args: [], timeoutSeconds: 30, retries: 0 },
  ])('reads $args as $timeoutSeconds s and $retries retries', ({ args, timeoutSeconds, retries }) => {
    expect(read('deposit', ['1', ...args]).globals).toMatchObject({ timeoutSeconds, retries });
  });

  it.each([
    { args: ['--timeout', '0'], message: '--timeout is "0". It must be a number from 0.001 to 86400.' },
    { args: ['--timeout', '1e3'], message: '--timeout is "1e3". It must be a number from 0.001 to 86400.' },
    { args: ['--retries', '-1'], message: '--retries is "-1". It must be a number from 0 to 100.' },
    { args: ['--retries', '101'], message: '--retries is "101". It must be a number from 0 to 100.' },
  ])('refuses $args', ({ args, message }) => {
    expect(read('deposit', ['1', ...args]).problems.map((problem) => problem.message)).toEqual([message]);
  });
});

describe('every command', () => {
  const shapes = [...listOperations(operations).map(shapeOfOperation), ...queries.map(shapeOfQuery)];

  it.each(shapes.map((shape) => ({ name: shape.name, shape })))(
    '$name has no field that is called like a flag of the command line',
    ({ shape }) => {
      const flags = Object.keys(shape.fields).map(toFlagName);
      expect(flags.filter((flag) => globalFlagKinds.has(flag))).toEqual([]);
      expect(new Set(flags).size).toBe(flags.length);
      expect(flagKindsOf(shape).get('json')).toBe('switch');
    },
  );

  it('has a name of its own', () => {
    const names = listCommandNames({ operations, queries, extraCommands: [] });
    expect(new Set(names).size).toBe(names.length);
  });
});
