import { describe, expect, it } from 'vitest';
import { isCommandName, matchCommand } from './match-command.ts';

describe('a command', () => {
  it.each([
    { text: '/test' },
    { text: '/test\n' },
    { text: '/test\r\nmore' },
    { text: '/test now' },
    { text: '/test\tnow' },
    { text: '\n/test' },
    { text: '\n\n  \n /test' },
    { text: '   /test' },
    { text: '\u00a0/test' },
    { text: '\ufeff/test' },
  ])('is the first token of $text', ({ text }) => {
    expect(matchCommand(text, ['/test'])).toMatchObject({ kind: 'command', command: '/test' });
  });

  it.each([
    { text: '/test-backport', kind: 'other_command' },
    { text: '/tests', kind: 'other_command' },
    { text: '/test/', kind: 'other_command' },
    { text: '/test.', kind: 'other_command' },
    { text: '/test,', kind: 'other_command' },
    { text: '/test\u200b', kind: 'other_command' },
    { text: '/Test', kind: 'other_command' },
    { text: '/TEST', kind: 'other_command' },
    { text: '//test', kind: 'other_command' },
    { text: '/ test', kind: 'other_command' },
    { text: `/${'t'.repeat(200)}`, kind: 'other_command' },
    { text: '> /test', kind: 'no_command' },
    { text: '>/test', kind: 'no_command' },
    { text: '> /test\n\n/test', kind: 'no_command' },
    { text: '`/test`', kind: 'no_command' },
    { text: '```\n/test\n```', kind: 'no_command' },
    { text: '~~~\n/test\n~~~', kind: 'no_command' },
    { text: '    /test', kind: 'no_command' },
    { text: '\t/test', kind: 'no_command' },
    { text: '  \t/test', kind: 'no_command' },
    { text: '\n\n    /test', kind: 'no_command' },
    { text: '- /test', kind: 'no_command' },
    { text: '* /test', kind: 'no_command' },
    { text: '<!-- x --> /test', kind: 'no_command' },
    { text: '\u200b/test', kind: 'no_command' },
    { text: '.github/test', kind: 'no_command' },
    { text: 'please /test', kind: 'no_command' },
    { text: '@bot /test', kind: 'no_command' },
    { text: '', kind: 'no_command' },
    { text: ' \n ', kind: 'no_command' },
  ])('is not $text', ({ text, kind }) => {
    expect(matchCommand(text, ['/test']).kind).toBe(kind);
  });

  it('may be one of several, the longest not being preferred but the same', () => {
    expect(matchCommand('/test-backport x', ['/test', '/test-backport'])).toEqual({
      kind: 'command',
      command: '/test-backport',
      arguments: 'x',
    });
  });

  it.each(['/ai-review', '/a', '/Run2', '/run_all'])('may be called %s', (name) => {
    expect(isCommandName(name)).toBe(true);
  });

  it.each([
    '',
    '/',
    'test',
    '/te st',
    '/test/',
    '/-x',
    '/x-',
    '//x',
    '/x\n',
    '/contains(',
    `/${'x'.repeat(65)}`,
  ])('may not be called %j', (name) => {
    expect(isCommandName(name)).toBe(false);
  });
});
