import { describe, expect, it } from 'vitest';
import {
  aiBot,
  giteaAccount,
  giteaComment,
  githubAccount,
  githubComment,
  headSha,
  person,
} from '../../../test/support/forge-events.ts';
import { decideGuard, type GuardDecision, type GuardRules } from './decide-guard.ts';
import { readEvent } from './read-event.ts';

const plain: GuardRules = {
  commands: ['/ai-review'],
  marker: 'ai-review-comment',
  allowedIds: [],
  allowedAssociations: [],
  botLogins: [],
  botIds: [],
  edited: false,
  verdict: undefined,
};

function decide(payload: unknown, rules: Partial<GuardRules> = {}): GuardDecision {
  const read = readEvent(payload);
  if (read.kind === 'problem') throw new Error(read.message);
  return decideGuard(read.event, { ...plain, ...rules });
}

function reasonOf(payload: unknown, rules: Partial<GuardRules> = {}): string {
  return decide(payload, rules).reason;
}

describe('incidents', () => {
  const own =
    'Reviewed `scripts/ops/ai-review-runner.sh` and `.gitea/workflows/ai-review.yml`: nothing found.';

  it('incident: a path in the comment of the bot, which looks like a person, does not start the review again', () => {
    // The guard of that time, contains(body, '/ai-review'), lets this text pass.
    expect(own.includes('/ai-review')).toBe(true);
    expect(reasonOf(giteaComment(own, { user: giteaAccount(aiBot) }))).toBe('no_command');
    expect(reasonOf(giteaComment(own, { user: giteaAccount(aiBot) }), { botLogins: ['AIBot'] })).toBe(
      'author_is_bot',
    );
    expect(reasonOf(githubComment(`<!-- ai-review-comment -->\n${own}`))).toBe('own_marker');
  });

  it('incident: help text that starts with the command does not start it when the bot writes it', () => {
    const help = '/ai-review reviews this change.\n\n<!-- ai-review-comment -->';
    expect(reasonOf(githubComment(help))).toBe('own_marker');
  });

  it.each([
    { what: 'its own help text', body: 'Comment `/ai-review` to start a review.' },
    { what: 'a branch name', body: 'Backport to feature/ai-review failed.' },
    { what: 'the title of the issue', body: '> Support /ai-review in forks\n\nI signed.' },
  ])('field case 24: the bot is not summoned by $what', ({ body }) => {
    expect(decide(githubComment(body)).decision).toBe('ignore');
  });

  it('field case 25: two bots that answer each other are both ignored', () => {
    for (const login of ['first-bot', 'second-bot']) {
      const user = githubAccount({ id: 5, login });
      expect(
        reasonOf(githubComment('/ai-review', { user }), { botLogins: ['first-bot', 'SECOND-BOT'] }),
      ).toBe('author_is_bot');
    }
  });

  it('field case 29: /test is not /test-backport, nor the other way round', () => {
    const rules = { commands: ['/test'] };
    expect(decide(githubComment('/test'), rules).decision).toBe('run');
    expect(reasonOf(githubComment('/test-backport'), rules)).toBe('other_command');
    expect(reasonOf(githubComment('/test'), { commands: ['/test-backport'] })).toBe('other_command');
  });

  it('field case 30: blank lines and blanks before a command do not stop it', () => {
    for (const body of ['\n/preview', '\r\n\r\n  /preview\r\n', '   /preview now']) {
      expect(decide(githubComment(body), { commands: ['/preview'] }).decision).toBe('run');
    }
  });
});

describe('authors', () => {
  it.each([
    { what: 'of type Bot', user: githubAccount({ id: 3, login: 'helper' }, 'Bot'), reason: 'author_is_bot' },
    {
      what: 'named like an app',
      user: githubAccount({ id: 3, login: 'renovate[bot]' }),
      reason: 'author_is_bot',
    },
    {
      what: 'the token of workflows',
      user: githubAccount({ id: 41_898_282, login: 'github-actions[bot]' }, 'Bot'),
      reason: 'author_is_actions',
    },
    {
      what: 'the token of workflows under another login',
      user: githubAccount({ id: 41_898_282, login: 'renamed' }),
      reason: 'author_is_actions',
    },
    { what: 'deleted', user: null, reason: 'author_missing' },
    { what: 'a person', user: githubAccount(person), reason: 'accepted' },
    { what: 'an organization', user: githubAccount(person, 'Organization'), reason: 'accepted' },
  ])('at GitHub, $what: $reason', ({ user, reason }) => {
    expect(reasonOf(githubComment('/ai-review', { user }))).toBe(reason);
  });

  it.each([
    {
      what: 'the Actions user',
      user: giteaAccount({ id: -2, login: 'gitea-actions' }),
      reason: 'author_is_actions',
    },
    {
      what: 'its login alone',
      user: giteaAccount({ id: 9, login: 'Gitea-Actions' }),
      reason: 'author_is_actions',
    },
    { what: 'the ghost', user: giteaAccount({ id: -1, login: 'Ghost' }), reason: 'author_missing' },
    { what: 'null', user: null, reason: 'author_missing' },
    { what: 'an unnamed bot', user: giteaAccount(aiBot), reason: 'accepted' },
  ])('at Gitea, $what: $reason', ({ user, reason }) => {
    expect(reasonOf(giteaComment('/ai-review', { user }))).toBe(reason);
  });

  it('says at Gitea that bots cannot be told from people', () => {
    expect(decide(giteaComment('/ai-review')).notes).toHaveLength(1);
    expect(decide(githubComment('/ai-review')).notes).toEqual([]);
  });

  it('knows a bot that looks like a person by login in any case, and by id', () => {
    const payload = githubComment('/ai-review', { user: githubAccount(aiBot) });
    expect(reasonOf(payload)).toBe('accepted');
    expect(reasonOf(payload, { botLogins: ['aibot'] })).toBe('author_is_bot');
    expect(reasonOf(payload, { botLogins: ['aibot2'] })).toBe('accepted');
    expect(reasonOf(payload, { botIds: [777] })).toBe('author_is_bot');
  });

  it('ignores what an app wrote in the name of a person', () => {
    expect(reasonOf(githubComment('/ai-review', { performed_via_github_app: { id: 1 } }))).toBe(
      'author_is_app',
    );
  });

  it('looks at who edited a text as well as at who wrote it', () => {
    const payload = githubComment('/ai-review', {}, { action: 'edited', sender: githubAccount(aiBot) });
    expect(reasonOf(payload, { edited: true, botIds: [777] })).toBe('author_is_bot');
  });
});

describe('permissions', () => {
  it('come from the comment, not from the issue', () => {
    const stranger = githubComment('/ai-review', { author_association: 'NONE' });
    expect(reasonOf(stranger, { allowedAssociations: ['OWNER', 'MEMBER'] })).toBe('association_not_allowed');
    expect(reasonOf(githubComment('/ai-review'), { allowedAssociations: ['OWNER', 'MEMBER'] })).toBe(
      'accepted',
    );
  });

  it('cannot be read at Gitea, which is said and counts against running', () => {
    const { decision, reason, message } = decide(giteaComment('/ai-review'), {
      allowedAssociations: ['OWNER'],
    });
    expect({ decision, reason }).toEqual({ decision: 'ignore', reason: 'association_unknown' });
    expect(message).toContain('Gitea does not say');
  });

  it('do not pass from the author of a text to somebody who edits it', () => {
    const payload = githubComment(
      '/ai-review',
      {},
      { action: 'edited', sender: githubAccount({ id: 5, login: 'eve' }) },
    );
    expect(reasonOf(payload, { edited: true, allowedAssociations: ['MEMBER'] })).toBe('association_unknown');
    expect(reasonOf(payload, { edited: true, allowedIds: [1001] })).toBe('author_not_allowed');
  });

  it('may be a list of ids, at both forges', () => {
    expect(reasonOf(giteaComment('/ai-review'), { allowedIds: [1001] })).toBe('accepted');
    expect(reasonOf(giteaComment('/ai-review'), { allowedIds: [100, 10010] })).toBe('author_not_allowed');
  });
});

describe('what happened to the text', () => {
  it.each([
    { action: 'edited', edited: false, reason: 'edited' },
    { action: 'edited', edited: true, reason: 'accepted' },
    { action: 'deleted', edited: true, reason: 'deleted' },
    { action: 'pinned', edited: true, reason: 'no_new_text' },
  ])('$action with edited $edited: $reason', ({ action, edited, reason }) => {
    expect(reasonOf(githubComment('/ai-review', {}, { action }), { edited })).toBe(reason);
  });

  it('hands on what stands behind the command, on its line only', () => {
    const found = decide(githubComment('/ai-review  $(rm -rf /) now \r\nand more'));
    expect(found).toMatchObject({ command: '/ai-review', arguments: '$(rm -rf /) now' });
  });
});

describe('pushes', () => {
  const push = (names: readonly string[], message = 'fix: a thing', sender = person) => ({
    ref: 'refs/heads/staging',
    after: headSha,
    commits: names.map((name) => ({ message, author: { name, username: name } })),
    head_commit: { message, author: { name: names.at(-1), username: names.at(-1) } },
    sender: githubAccount(sender),
  });
  const rules = { commands: [], botLogins: ['AIBot'] };

  it('run when a person made one of the commits', () => {
    expect(reasonOf(push(['ada']), rules)).toBe('accepted');
    expect(reasonOf(push(['AIBot', 'ada']), rules)).toBe('accepted');
  });

  it('incident: a synchronisation back that a program committed or pushed is ignored', () => {
    expect(reasonOf(push(['AIBot']), rules)).toBe('committed_by_bot');
    expect(reasonOf(push(['ada'], 'Merge branch production', aiBot), rules)).toBe('author_is_bot');
    expect(reasonOf(push(['ada'], 'sync\n\n<!-- ai-review-comment -->'), rules)).toBe('own_marker');
  });

  it('hold no command, and end with the branch', () => {
    expect(reasonOf(push(['ada'], '/ai-review'))).toBe('no_command');
    expect(reasonOf({ ...push([]), after: '0'.repeat(40), head_commit: null }, rules)).toBe('deleted');
  });
});
