import { describe, expect, it } from 'vitest';
import { openCliSession, sampleQueries } from '../../../test/support/cli-session.ts';
import { splitShellWords } from '../../../test/support/split-shell-words.ts';
import { queries } from '../../queries/registry.ts';
import { operations } from '../../operations/registry.ts';
import { describeReplay } from '../../engine/replay-contract.ts';
import {
  listOperations,
  shapeOfOperation,
  shapeOfQuery,
  toCommandName,
  toFlagName,
} from './command-shape.ts';
import { listCommandNames, ownCommands } from './own-commands.ts';
import { readArguments } from './read-arguments.ts';

const writes = listOperations(operations).map((operation) => ({
  name: toCommandName(operation.name),
  operation,
}));
const questions = [...sampleQueries, ...queries].map((query) => ({ name: toCommandName(query.name), query }));

/** The command lines that stand under "Examples", as words. */
function exampleLines(help: string): readonly (readonly string[])[] {
  const [, examples = ''] = help.split('\nExamples\n');
  const commands = examples.replaceAll(/^ {2}# .*\n/gm, '').split(/^ {2}(?=fixpoint )/m);
  return commands.filter((command) => command !== '').map(splitShellWords);
}

describe('help for a write', () => {
  it.each(writes)('$name names every field, the contract and every refusal', async ({ name, operation }) => {
    const { exit, out, err } = await openCliSession().run('help', name);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toContain(operation.summary);
    expect(out).toContain(describeReplay(operation.replay));
    for (const code of operation.refusals) expect(out).toContain(code);
    for (const [field, { about, isSwitch }] of Object.entries(operation.fields)) {
      const isWord = operation.positional.includes(field);
      const flag = `--(\\[no-\\])?${toFlagName(field)}`;
      expect(out).toMatch(new RegExp(`^  ${isWord ? toFlagName(field).toUpperCase() : flag}[ $]`, 'm'));
      expect(out).toContain(about);
      if (isSwitch) expect(out).not.toContain(`${flag} true|false`);
    }
  });

  it.each(writes)(
    '$name shows its accepted examples as commands that can be typed',
    async ({ name, operation }) => {
      const { out } = await openCliSession().run(name, '--help');
      const accepted = operation.examples.filter(({ outcome }) => outcome === 'accepted');
      const inputs = exampleLines(out).map((words) => {
        expect(words.slice(0, 2)).toEqual(['fixpoint', name]);
        const { input, problems } = readArguments(shapeOfOperation(operation), words.slice(2), {});
        expect(problems).toEqual([]);
        return input;
      });
      expect(inputs).toEqual(accepted.map(({ input }) => input));
    },
  );

  it('says what is required, what is optional and what the default is', async () => {
    const { out } = await openCliSession().run('buy', '-h');
    expect(out.split('\n')[0]).toBe('Usage: fixpoint buy INSTRUMENT UNITS [flags]');
    expect(out).toMatch(/^ {2}INSTRUMENT {2}.+ Required\.$/m);
    expect(out).toMatch(/^ {2}--price PRICE +.+ Optional\.$/m);
    expect(out).toMatch(/^ {2}--fee FEE +.+ Default: 0\.$/m);
    expect(out).toMatch(/^ {2}--again +.+ Default: false\.$/m);
  });

  it('names required flags in its usage', async () => {
    const { out } = await openCliSession().run('record-split', '-h');
    expect(out.split('\n')[0]).toBe('Usage: fixpoint record-split INSTRUMENT --ratio NEW:OLD [flags]');
  });

  it('wins over a wrong command line', async () => {
    const session = openCliSession();
    expect((await session.run('deposit', '--nosuch', '--help')).exit).toBe(0);
    expect(session.opened).toEqual([]);
  });
});

describe('help for a question', () => {
  it.each(questions)('$name names every field', async ({ name, query }) => {
    const { exit, out } = await openCliSession({ queries: [query] }).run(name, '--help');
    expect(exit).toBe(0);
    expect(out).toContain(query.summary);
    for (const [field, { about }] of Object.entries(query.fields)) {
      expect(out.toLowerCase()).toContain(toFlagName(field));
      expect(out).toContain(about);
    }
    const inputs = exampleLines(out).map(
      (words) => readArguments(shapeOfQuery(query), words.slice(2), {}).input,
    );
    expect(inputs).toEqual(query.examples);
  });
});

describe('the overview', () => {
  it('lists every command once', async () => {
    const session = openCliSession();
    const { exit, out } = await session.run('help');
    expect(exit).toBe(0);
    const listed = out.split('\n').flatMap((line) => /^ {2}([a-z-]+) {2}/.exec(line)?.[1] ?? []);
    expect(listed).toEqual(listCommandNames(session.world));
    expect(new Set(listed).size).toBe(listed.length);
    expect(await session.run('--help')).toEqual({ exit, out, err: '' });
  });

  it.each(ownCommands.map(({ name }) => ({ name })))('knows help for $name', async ({ name }) => {
    const { exit, out } = await openCliSession().run('help', name);
    expect(exit).toBe(0);
    expect(out).toContain(`Usage: fixpoint ${name} `);
    expect((await openCliSession().run(name, '--help')).out).toBe(out);
  });

  it('suggests a command', async () => {
    const { exit, err } = await openCliSession().run('help', 'depositt');
    expect({ exit, err }).toEqual({
      exit: 2,
      err: 'fixpoint: There is no command "depositt". Did you mean "deposit"?\n',
    });
  });
});

describe('a completion script', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s knows every command and the flags of each', async (shell) => {
    const session = openCliSession();
    const { exit, out } = await session.run('completion', shell);
    expect(exit).toBe(0);
    for (const name of listCommandNames(session.world)) expect(out).toContain(name);
    const own = out.split('\n').filter((line) => line.includes('record-split'));
    expect(own.join('\n')).toMatch(/(--|-l )ratio/);
    expect(own.join('\n')).toMatch(/(--|-l )dry-run/);
  });

  it.each([{ args: [] }, { args: ['csh'] }, { args: ['bash', 'zsh'] }])('refuses $args', async ({ args }) => {
    expect((await openCliSession().run('completion', ...args)).exit).toBe(2);
  });
});
