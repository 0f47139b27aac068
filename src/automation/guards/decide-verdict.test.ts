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
import { decideGuard, type GuardRules } from './decide-guard.ts';
import { readEvent } from './read-event.ts';

const plain: GuardRules = {
  commands: [],
  marker: 'ai-review-comment',
  allowedIds: [],
  allowedAssociations: [],
  botLogins: [],
  botIds: [],
  edited: false,
  verdict: undefined,
};

function reasonOf(payload: unknown, rules: Partial<GuardRules>): string {
  const read = readEvent(payload);
  if (read.kind === 'problem') throw new Error(read.message);
  return decideGuard(read.event, { ...plain, ...rules }).reason;
}

describe('verdicts', () => {
  const rules: Partial<GuardRules> = {
    commands: [],
    allowedIds: [777],
    verdict: { word: 'APPROVE', head: headSha },
  };
  const bot = githubAccount(aiBot);
  const mark = (rest: string) => `<!-- ai-review-comment ${rest} -->\nLooks good.`;
  const good = `verdict=APPROVE sha=${headSha}`;

  it.each([
    { what: 'the mark says so', body: mark(good), reason: 'accepted' },
    { what: 'the word stands alone', body: mark(`APPROVE sha=${headSha}`), reason: 'accepted' },
    { what: 'blank lines come first', body: `\n\n${mark(good)}`, reason: 'accepted' },
    { what: 'only the prose says so', body: `APPROVE ${headSha}`, reason: 'verdict_missing' },
    { what: 'the mark is quoted', body: `> ${mark(good)}`, reason: 'verdict_missing' },
    {
      what: 'the mark stands further down',
      body: `Somebody wrote:\n${mark(good)}`,
      reason: 'verdict_missing',
    },
    { what: 'the mark is another', body: mark(good).replace('ai-review', 'ai'), reason: 'verdict_missing' },
    { what: 'the mark is not closed', body: `<!-- ai-review-comment ${good}`, reason: 'verdict_missing' },
    { what: 'the word goes on', body: mark(`verdict=APPROVED sha=${headSha}`), reason: 'verdict_other' },
    { what: 'the word is negated', body: mark(`NOT APPROVE sha=${headSha}`), reason: 'verdict_other' },
    { what: 'the word is within another', body: mark(`DISAPPROVE sha=${headSha}`), reason: 'verdict_other' },
    { what: 'the case differs', body: mark(`verdict=approve sha=${headSha}`), reason: 'verdict_other' },
    {
      what: 'it says two things',
      body: mark(`verdict=REJECT verdict=APPROVE sha=${headSha}`),
      reason: 'verdict_other',
    },
    {
      what: 'it is about another commit',
      body: mark(`verdict=APPROVE sha=${'a'.repeat(40)}`),
      reason: 'head_changed',
    },
    {
      what: 'the commit is shortened',
      body: mark(`verdict=APPROVE sha=${headSha.slice(0, 7)}`),
      reason: 'head_changed',
    },
    { what: 'it names no commit', body: mark('verdict=APPROVE'), reason: 'head_changed' },
    { what: 'it names two commits', body: mark(`${good} sha=${'a'.repeat(40)}`), reason: 'head_changed' },
  ])('when $what: $reason', ({ body, reason }) => {
    expect(reasonOf(githubComment(body, { user: bot }), rules)).toBe(reason);
  });

  it('count only by an allowed account, whatever it is called', () => {
    const user = githubAccount({ id: 778, login: 'AIBot' });
    expect(reasonOf(githubComment(mark(good), { user }), rules)).toBe('author_not_allowed');
    const edited = githubComment(
      mark(good),
      { user: bot },
      { action: 'edited', sender: githubAccount(person) },
    );
    expect(reasonOf(edited, { ...rules, edited: true })).toBe('author_not_allowed');
    expect(reasonOf(edited, rules)).toBe('edited');
  });

  it('take the head from the payload where it has one, and are ignored where nobody names it', () => {
    const unknown = { ...rules, verdict: { word: 'APPROVE', head: undefined } };
    expect(reasonOf(giteaComment(mark(good), { user: giteaAccount(aiBot) }), unknown)).toBe('accepted');
    expect(reasonOf(githubComment(mark(good), { user: bot }), unknown)).toBe('head_unknown');
  });

  it('may be asked for together with a command, which then stands after the mark', () => {
    const both = { ...rules, commands: ['/merge'] };
    expect(reasonOf(githubComment(`<!-- ai-review-comment ${good} -->\n/merge`, { user: bot }), both)).toBe(
      'accepted',
    );
    expect(reasonOf(githubComment(mark(good), { user: bot }), both)).toBe('no_command');
  });
});
