import { describe, expect, it } from 'vitest';
import { openCliSession } from '../../test/support/cli-session.ts';
import {
  aiBot,
  giteaAccount,
  giteaComment,
  githubAccount,
  githubComment,
  headSha,
} from '../../test/support/forge-events.ts';
import { runGuard } from './guard-command.ts';

function openSession(payload: unknown, env: Readonly<Record<string, string>> = {}) {
  const text = { name: 'guard', summary: 'Decide.', usage: '--event FILE', examples: [] };
  const file = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return openCliSession({ extraCommands: [{ ...text, run: runGuard }], files: { 'event.json': file }, env });
}

const usual = ['guard', '--event', 'event.json', '--command', '/ai-review', '--marker', 'ai-review-comment'];

describe('fixpoint guard', () => {
  it('exits with 0 when the workflow should run', async () => {
    const session = openSession(githubComment('/ai-review please'));
    expect(await session.run(...usual)).toEqual({
      exit: 0,
      out: 'run: /ai-review by ada (1001). (accepted)\n',
      err: '',
    });
    expect(session.opened).toEqual([]);
  });

  it('exits with 10 and says why when it should not', async () => {
    const session = openSession(githubComment('See /ai-review'));
    const { exit, out } = await session.run(...usual);
    expect({ exit, out }).toEqual({
      exit: 10,
      out: 'ignore: The text does not start with /ai-review. (no_command)\n',
    });
  });

  it('tells everything as JSON', async () => {
    const { exit, document } = await openSession(giteaComment('/ai-review all of it')).runJson(...usual);
    expect(exit).toBe(0);
    expect(document).toEqual({
      decision: 'run',
      reason: 'accepted',
      message: '/ai-review by ada (1001).',
      forge: 'gitea',
      event: 'issue_comment',
      action: 'created',
      author: { id: 1001, login: 'ada', type: null },
      association: null,
      head: headSha,
      command: '/ai-review',
      arguments: 'all of it',
      notes: [expect.stringContaining('Gitea does not say')],
    });
  });

  it.each([
    { payload: '{', field: '' },
    { payload: 'null', field: '' },
    { payload: '{"action":"created"}', field: '' },
    { payload: githubComment('/ai-review', { body: [] }), field: 'comment.body' },
  ])('exits with 2 and names the field of an event it cannot read: "$field"', async ({ payload, field }) => {
    const session = openSession(payload);
    const { exit, document } = await session.runJson(...usual);
    expect({ exit, document }).toMatchObject({ exit: 2, document: { decision: 'unreadable', field } });
    expect((await session.run(...usual)).err).toContain(`event.json: `);
  });

  it('takes the event of the running workflow when none is named', async () => {
    const session = openSession(githubComment('/ai-review'), { GITHUB_EVENT_PATH: 'event.json' });
    expect((await session.run('guard', '--command', '/ai-review')).exit).toBe(0);
    expect((await openSession('').run('guard', '--command', '/ai-review')).exit).toBe(2);
  });

  it('takes lists with commas and flags more than once', async () => {
    const session = openSession(githubComment('/ai-review', { user: githubAccount(aiBot) }));
    const allowed = await session.run(...usual, '--allow-id', '5,777', '--allow-id', '9');
    expect(allowed.exit).toBe(0);
    const named = await session.run(...usual, '--bot-login', 'other', '--bot-login', 'AIBot');
    expect(named.exit).toBe(10);
  });

  it('lets a verdict pass only for the head that it is told', async () => {
    const body = `<!-- ai-review-comment verdict=APPROVE sha=${headSha} -->`;
    const session = openSession(giteaComment(body, { user: giteaAccount(aiBot) }));
    const verdict = [
      'guard',
      '--event',
      'event.json',
      '--marker',
      'ai-review-comment',
      '--verdict',
      'APPROVE',
    ];
    expect((await session.run(...verdict, '--allow-id', '777')).exit).toBe(0);
    expect((await session.run(...verdict, '--allow-id', '777', '--head', 'b'.repeat(40))).exit).toBe(10);
    expect((await session.run(...verdict, '--allow-id', '778')).exit).toBe(10);
  });

  it.each([
    { args: ['--command', 'ai-review'], hint: '--command is "ai-review"' },
    { args: ['--command', '/ai review'], hint: 'a slash and one word' },
    { args: ['--marker', 'a'], hint: '--marker is "a"' },
    { args: ['--forge', 'gitlab'], hint: 'github or gitea' },
    { args: ['--allow-id', 'ada'], hint: 'not its login' },
    { args: ['--allow-id', ''], hint: 'must not be empty' },
    { args: ['--allow-id', '1,,2'], hint: 'must not be empty' },
    { args: ['--bot-login', ''], hint: 'must not be empty' },
    { args: ['--allow-association', 'owner'], hint: 'one of OWNER' },
    { args: ['--verdict', 'approve'], hint: 'one word in capitals' },
    { args: ['--verdict', 'APPROVE'], hint: 'needs --marker' },
    { args: ['--verdict', 'APPROVE', '--marker', 'mark'], hint: 'needs --allow-id' },
    {
      args: ['--verdict', 'APPROVE', '--marker', 'mark', '--allow-id', '1', '--head', 'main'],
      hint: 'full commit',
    },
    { args: ['--head', headSha], hint: '--head goes with --verdict' },
    { args: ['--nosuch'], hint: 'nosuch' },
    { args: ['word'], hint: 'word' },
  ])('refuses $args', async ({ args, hint }) => {
    const { exit, err } = await openSession(githubComment('/x')).run(
      'guard',
      '--event',
      'event.json',
      ...args,
    );
    expect(exit).toBe(2);
    expect(err).toContain(hint);
  });

  it('refuses a file that is not there', async () => {
    expect((await openSession('').run('guard', '--event', 'nowhere.json')).exit).toBe(2);
  });

  it('shows control characters of the event instead of sending them', async () => {
    const { out } = await openSession(githubComment('/x\u001b[31m')).run(...usual);
    expect(out).toContain('/x\\x1b[31m');
  });
});
