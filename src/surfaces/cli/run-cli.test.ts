import { describe, expect, it } from 'vitest';
import { openCliSession } from '../../../test/support/cli-session.ts';
import type { CliCommand } from './cli-world.ts';

function recordingCommand(name: string, calls: (readonly string[])[]): CliCommand {
  return {
    name,
    summary: 'Run something.',
    usage: '--job NAME -- COMMAND…\nlist',
    examples: [`${name} --job rent -- echo hello`],
    run: (args) => {
      calls.push(args);
      return Promise.resolve(4);
    },
  };
}

describe('the command line', () => {
  it.each([
    { args: ['depositt', '5'], hint: ' Did you mean "deposit"?' },
    { args: ['record_dividend'], hint: ' Did you mean "record-dividend"?' },
    { args: ['zzzzzzzz'], hint: '' },
  ])('exits with 2 for the unknown command $args', async ({ args, hint }) => {
    const { exit, out, err } = await openCliSession().run(...args);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toBe(
      `fixpoint: There is no command "${args[0]}".${hint} "fixpoint help" lists all commands.\n`,
    );
  });

  it('puts an unknown command into a JSON document where JSON is wanted', async () => {
    const { exit, document } = await openCliSession().runJson('depositt', '5');
    expect(exit).toBe(2);
    expect(document).toMatchObject({
      status: 'refused',
      code: 'invalid_input',
      detail: { field: 'command_line' },
    });
  });

  it('does not offer operations that only Fixpoint itself calls', async () => {
    const { exit, err } = await openCliSession().run('record-fact');
    expect(exit).toBe(2);
    expect(err).toContain('There is no command "record-fact".');
  });

  it('takes its own flags before the command too', async () => {
    const session = openCliSession();
    const { out } = await session.run('--portfolio', 'main', '--json', 'deposit', '5', '--idempotency-key=k');
    expect(JSON.parse(out)).toMatchObject({ status: 'accepted', operation: 'deposit', idempotency_key: 'k' });
  });

  it('refuses other flags before the command', async () => {
    const { exit, err } = await openCliSession().run('--portfolo', 'main', 'deposit', '5');
    expect(exit).toBe(2);
    expect(err).toBe('fixpoint: There is no flag --portfolo here. Did you mean --portfolio?\n');
  });

  it('takes a write with its noun first', async () => {
    const session = openCliSession();
    const { document } = await session.runJson('--portfolio', 'main', 'price', 'set', 'AAPL', '201.2');
    expect(document).toMatchObject({ status: 'accepted', operation: 'set_price' });
    expect((await session.run('price', '--portfolio', 'set', 'AAPL')).exit).toBe(2);
  });

  it('prints its version', async () => {
    expect(await openCliSession().run('--version')).toEqual({ exit: 0, out: '1.2.3\n', err: '' });
  });

  it.each([{ args: [] }, { args: ['--json'] }])(
    'shows on stderr what there is when called with $args',
    async ({ args }) => {
      const { exit, out, err } = await openCliSession().run(...args);
      expect({ exit, out }).toEqual({ exit: 2, out: '' });
      expect(err).toContain('deposit');
    },
  );

  it('hands everything but its name to a command from elsewhere, and returns its exit code', async () => {
    const calls: (readonly string[])[] = [];
    const session = openCliSession({ extraCommands: [recordingCommand('once', calls)] });
    expect((await session.run('--store', 's', 'once', '--job', 'rent', '--', 'echo', '--help')).exit).toBe(4);
    expect(calls).toEqual([['--store', 's', '--job', 'rent', '--', 'echo', '--help']]);
  });

  it('leaves words to a command from elsewhere that would make a write with its name', async () => {
    const calls: (readonly string[])[] = [];
    const session = openCliSession({ extraCommands: [recordingCommand('import', calls)] });
    await session.run('import', 'reverse');
    expect(calls).toEqual([['reverse']]);
  });

  it('shows the help of a command from elsewhere', async () => {
    const calls: (readonly string[])[] = [];
    const session = openCliSession({ extraCommands: [recordingCommand('once', calls)] });
    const { exit, out } = await session.run('once', '--help');
    expect({ exit, calls }).toEqual({ exit: 0, calls: [] });
    expect(out.split('\n')).toEqual([
      'Usage: fixpoint once --job NAME -- COMMAND…',
      '       fixpoint once list',
      '',
      'Run something.',
      '',
      'Examples',
      '  fixpoint once --job rent -- echo hello',
      '',
    ]);
  });

  it('reports a throw in a command from elsewhere and exits with 70', async () => {
    const broken = {
      ...recordingCommand('once', []),
      run: () => Promise.reject(new Error('boom \u001b[1m')),
    };
    const { exit, err } = await openCliSession({ extraCommands: [broken] }).run('once');
    expect(exit).toBe(70);
    expect(err).toContain('boom \\x1b[1m');
    expect(err).not.toContain('\u001b');
  });
});

/** Bold, green and red, and their ends. */
function withoutColours(text: string): string {
  const codes = ['1', '22', '31', '32', '39'];
  return codes.reduce((rest, code) => rest.replaceAll(`\u001b[${code}m`, ''), text);
}

describe('colours', () => {
  const commands = [
    ['deposit', '5', '--note', '\u001b[31mred'],
    ['withdraw', '5000000'],
    ['cash'],
    ['write-notes', 'x'],
    ['write-notes', '\u001b]0;title\u0007'],
    ['help'],
    ['help', 'deposit'],
    ['nosuch\u001b[2J'],
    ['deposit', '\u001b[2J'],
  ];

  it.each([
    { isTTY: false, env: {} },
    { isTTY: true, env: { NO_COLOR: '1' } },
    { isTTY: true, env: { TERM: 'dumb' } },
  ])('are never sent with isTTY $isTTY and $env', async ({ isTTY, env }) => {
    const session = openCliSession({ isTTY, env });
    for (const command of commands) {
      const { out, err } = await session.run(...command);
      expect(out + err).not.toMatch(/[^\P{Cc}\n]/u);
      const json = await session.run(...command, '--json');
      expect(json.out + json.err).not.toMatch(/[^\P{Cc}\n]/u);
    }
  });

  it.each([{ env: {} }, { env: { NO_COLOR: '' } }])(
    'are the only escapes on a terminal with $env',
    async ({ env }) => {
      const session = openCliSession({ isTTY: true, env });
      let coloured = 0;
      for (const command of commands) {
        const { out, err } = await session.run(...command);
        const plain = withoutColours(out + err);
        expect(plain).not.toMatch(/[^\P{Cc}\n]/u);
        if (plain !== out + err) coloured += 1;
      }
      expect(coloured).toBeGreaterThanOrEqual(5);
    },
  );
});
