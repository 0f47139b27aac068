import { describe, expect, it } from 'vitest';
import {
  giteaAccount,
  giteaComment,
  githubAccount,
  githubComment,
  headSha,
  person,
} from '../../../test/support/forge-events.ts';
import { readEvent } from './read-event.ts';

const pull = {
  number: 7,
  body: '/go',
  user: githubAccount(person),
  head: { sha: headSha },
  author_association: 'NONE',
};
const sender = githubAccount(person);

describe('an event', () => {
  it.each([
    { event: 'issue_comment', payload: githubComment('/go') },
    { event: 'issue_comment', payload: giteaComment('/go') },
    {
      event: 'pull_request_review_comment',
      payload: { action: 'created', comment: { body: '/go', user: sender }, pull_request: pull, sender },
    },
    {
      event: 'pull_request_review',
      payload: { action: 'submitted', review: { body: '/go', user: sender }, pull_request: pull, sender },
    },
    {
      event: 'pull_request_review',
      payload: {
        action: 'reviewed',
        number: 7,
        pull_request: { head: { sha: headSha } },
        review: { type: 'pull_request_review_approved', content: '/go' },
        commit_id: '',
        sender: giteaAccount(person),
      },
    },
    { event: 'pull_request', payload: { action: 'opened', pull_request: pull, sender } },
    {
      event: 'pull_request',
      payload: {
        action: 'opened',
        pull_request: { body: '/go', user: giteaAccount(person), head: { sha: headSha } },
        review: null,
        commit_id: '',
        sender: giteaAccount(person),
      },
    },
    { event: 'issues', payload: { action: 'opened', issue: { body: '/go', user: sender }, sender } },
    {
      event: 'push',
      payload: { ref: 'refs/heads/main', after: headSha, head_commit: { message: '/go' }, sender },
    },
  ])('is recognised as $event by its members', ({ event, payload }) => {
    expect(readEvent(payload)).toMatchObject({
      kind: 'event',
      event: { event, text: '/go', change: 'new', author: person, sender: person },
    });
  });

  it.each([
    { payload: giteaComment('/go'), forge: 'gitea' },
    { payload: githubComment('/go'), forge: 'github' },
    { payload: { ref: 'x', after: headSha, sender: giteaAccount(person) }, forge: 'gitea' },
  ])('tells the forge by its accounts: $forge', ({ payload, forge }) => {
    expect(readEvent(payload)).toMatchObject({ event: { forge } });
  });

  it('takes the head of the pull request where the payload has it', () => {
    expect(readEvent(giteaComment('/go'))).toMatchObject({ event: { head: headSha } });
    expect(readEvent(githubComment('/go'))).toMatchObject({ event: { head: undefined } });
  });

  it('has an empty text where there is none', () => {
    const review = { action: 'submitted', review: { body: null, user: sender }, pull_request: pull, sender };
    expect(readEvent(review)).toMatchObject({ event: { text: '' } });
  });

  it('knows no action by the name of a built-in', () => {
    expect(readEvent(githubComment('/go', {}, { action: 'constructor' }))).toMatchObject({
      event: { change: 'none' },
    });
  });
});

describe('an odd payload', () => {
  const { type: _type, ...typeless } = githubAccount(person);

  it.each([
    { payload: null, field: '' },
    { payload: [], field: '' },
    { payload: 'text', field: '' },
    { payload: {}, field: '' },
    { payload: { zen: 'Keep it logically awesome.', hook_id: 1 }, field: '' },
    { payload: { ...githubComment('/go'), action: undefined }, field: 'action' },
    { payload: { ...githubComment('/go'), action: 5 }, field: 'action' },
    { payload: { ...githubComment('/go'), comment: null }, field: 'comment' },
    { payload: { ...githubComment('/go'), comment: 'x' }, field: 'comment' },
    { payload: { ...githubComment('/go'), sender: undefined }, field: 'sender' },
    { payload: { ...githubComment('/go'), sender: [] }, field: 'sender' },
    { payload: githubComment('/go', { body: 5 }), field: 'comment.body' },
    { payload: githubComment('/go', { user: 'ada' }, { sender }), field: 'comment.user' },
    { payload: githubComment('/go', { user: { login: 'ada', type: 'User' } }), field: 'comment.user.id' },
    {
      payload: githubComment('/go', { user: { id: '1', login: 'ada', type: 'User' } }),
      field: 'comment.user.id',
    },
    {
      payload: githubComment('/go', { user: { id: 1.5, login: 'ada', type: 'User' } }),
      field: 'comment.user.id',
    },
    {
      payload: githubComment('/go', { user: { id: 1, login: null, type: 'User' } }),
      field: 'comment.user.login',
    },
    { payload: githubComment('/go', { user: typeless }), field: 'comment.user.type' },
    { payload: githubComment('/go', { author_association: 3 }), field: 'comment.author_association' },
    { payload: { ref: 'x', after: headSha, commits: [null], sender }, field: 'commits[0]' },
    { payload: { ref: 'x', after: headSha, commits: {}, sender }, field: 'commits' },
    {
      payload: { ref: 'x', after: headSha, commits: [{ author: { name: 5 } }], sender },
      field: 'commits[0].author.name',
    },
  ])('is answered with the name of the field: "$field"', ({ payload, field }) => {
    const read = readEvent(payload);
    expect(read).toMatchObject({ kind: 'problem', field });
    expect(read.kind === 'problem' ? read.message : '').toContain(field);
  });

  it('never makes it throw, whichever member is replaced by whatever', () => {
    const junk = [null, undefined, 0, -1, '', 'x', true, [], [[]], {}, { id: {} }, Number.NaN];
    const replaced = (value: unknown, with_: unknown): readonly unknown[] => {
      if (typeof value !== 'object' || value === null) return [with_];
      const entries = Object.entries(value);
      return [
        with_,
        ...entries.flatMap(([name, member]) =>
          replaced(member, with_).map((other) => ({ ...value, [name]: other })),
        ),
      ];
    };
    const payloads = [
      githubComment('/go'),
      giteaComment('/go'),
      { ref: 'x', after: headSha, commits: [{}], sender },
    ];
    let count = 0;
    for (const payload of payloads) {
      for (const value of junk) {
        for (const odd of replaced(payload, value)) {
          expect(['event', 'problem']).toContain(readEvent(odd).kind);
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(500);
  });
});
