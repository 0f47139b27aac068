import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { splitShellWords } from '../../../test/support/split-shell-words.ts';
import { choiceField, countField, documentField, switchField, textField } from '../../engine/field-kinds.ts';
import { optional, withDefault } from '../../engine/field.ts';
import { defineOperation, unchanged } from '../../engine/operation.ts';
import { queries } from '../../queries/registry.ts';
import { operations } from '../../operations/registry.ts';
import { listOperations, shapeOfOperation, shapeOfQuery } from './command-shape.ts';
import { readArguments } from './read-arguments.ts';
import { quoteForShell } from './shell-quote.ts';
import { writeArguments } from './write-arguments.ts';

const text = textField('Text', { lengthMax: 500, multiline: true });

/** An operation with a field of every form that the command line knows. */
const everything = defineOperation({
  name: 'note_everything',
  summary: 'Take every form of field.',
  fields: {
    first: text,
    second_word: optional(text),
    third: optional(text),
    kind: optional(choiceField('Choice', ['a', 'b'])),
    how_many: optional(countField('Count', { min: 0, max: 999_999_999_999 })),
    fees_in_cost: withDefault(switchField('Switch'), true),
    document: optional(documentField('Document', { read: (raw) => raw, print: (value) => value })),
  },
  positional: ['first', 'second_word', 'third'],
  refusals: [],
  replay: 'by-key',
  reads: () => [],
  decide: () => unchanged('nothing', {}),
  examples: [{ title: 'One word', input: { first: 'x' }, outcome: 'unchanged' }],
});
const shape = shapeOfOperation(everything);

function readBack(words: readonly string[]) {
  const [program, command, ...args] = words;
  expect([program, command]).toEqual(['fixpoint', shape.name]);
  const { input, problems } = readArguments(shape, args, {});
  expect(problems).toEqual([]);
  return input;
}

describe('a command line that is written', () => {
  it.each([
    { input: { first: 'a', third: 'c' }, line: 'a --third c' },
    { input: { second_word: 'b', third: 'c' }, line: '--second-word b --third c' },
    { input: { first: 'a', fees_in_cost: true }, line: 'a --fees-in-cost' },
    { input: { first: 'a', fees_in_cost: false }, line: 'a --no-fees-in-cost' },
    { input: { first: '-3.2', kind: 'b' }, line: '-3.2 --kind b' },
    { input: { first: '--kind', kind: 'b' }, line: '--kind b -- --kind' },
    { input: { first: 'a', kind: '-b' }, line: 'a --kind=-b' },
    { input: { first: 'a', how_many: 12 }, line: 'a --how-many 12' },
    { input: { first: 'a', document: { b: ['c'] } }, line: `a --document '{"b":["c"]}'` },
  ])('is $line', ({ input, line }) => {
    expect(quoteForShell(writeArguments(shape, input))).toBe(`fixpoint note-everything ${line}`);
  });

  it('is read back as the same input, whatever the values are', () => {
    const word = fc.oneof(
      fc
        .string({ unit: 'binary' })
        .filter((value) => !value.includes('\0') && Buffer.from(value).toString() === value),
      fc.constantFrom(
        '-',
        '--',
        '-h',
        '--help',
        '--json',
        'true',
        'false',
        '-1',
        '=',
        '--kind=x',
        "it's",
        '\u001b',
      ),
    );
    const input = fc.record(
      {
        first: word,
        second_word: word,
        third: word,
        kind: word,
        how_many: fc.nat(),
        fees_in_cost: fc.boolean(),
        document: fc
          .dictionary(fc.string(), fc.string())
          .filter((value) => !Object.hasOwn(value, '__proto__')),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(input, (given) => {
        const line = quoteForShell(writeArguments(shape, given));
        expect(readBack(splitShellWords(line))).toEqual(JSON.parse(JSON.stringify(given)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the examples of every question', () => {
  const cases = queries.flatMap((query) =>
    query.examples.map((input) => ({ name: query.name, input, query })),
  );

  it.each(cases)('$name $input is read back as the same parameters', ({ query, input }) => {
    const own = shapeOfQuery(query);
    const words = splitShellWords(quoteForShell(writeArguments(own, input)));
    expect(words.slice(0, 2)).toEqual(['fixpoint', own.name]);
    const read = readArguments(own, words.slice(2), {});
    expect({ input: read.input, problems: read.problems }).toEqual({ input, problems: [] });
  });
});

describe('the examples of every operation', () => {
  const cases = listOperations(operations).flatMap((operation) =>
    operation.examples
      .filter(({ outcome }) => outcome !== 'invalid_input')
      .map(({ title, input }) => ({ name: operation.name, title, input, operation })),
  );

  it.each(cases)('$name: "$title" is read back as the same input', ({ operation, input }) => {
    const own = shapeOfOperation(operation);
    const words = splitShellWords(quoteForShell(writeArguments(own, input)));
    expect(words.slice(0, 2)).toEqual(['fixpoint', own.name]);
    const read = readArguments(own, words.slice(2), {});
    expect({ input: read.input, problems: read.problems }).toEqual({ input, problems: [] });
  });
});
