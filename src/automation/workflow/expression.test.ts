import { describe, expect, it } from 'vitest';
import { type ContextValue, evaluateTruth, parseExpression, unknownValue } from './expression.ts';

const context: ContextValue = {
  github: {
    event: { comment: { body: '/Deploy now\n', user: { login: 'octocat' } }, open: unknownValue },
    '*': null,
  },
  steps: { '*': null },
};

function truthOf(text: string) {
  const read = parseExpression(text);
  if (read.kind === 'problem') throw new Error(read.message);
  return evaluateTruth(read.expression, context);
}

describe('expressions', () => {
  // The first rows are what the forge's own evaluator says; the rest is three-valued logic.
  it.each([
    ["startsWith(github.event.comment.body, '/deploy')", 'yes'],
    ["contains(github.event.comment.body, 'NOW')", 'yes'],
    ["contains(github.event.comment.body, '')", 'yes'],
    ["github.event.comment.body == '/deploy now'", 'no'],
    ["github.event.comment.user.login == 'OctoCat'", 'yes'],
    ["github.event.comment.user.type != 'Bot'", 'yes'],
    ["github.event.comment.user.type != ''", 'no'],
    ["github.event['comment'].user.login == 'octocat'", 'yes'],
    ['contains(fromJSON(\'["a","octocat"]\'), github.event.comment.user.login)', 'yes'],
    ['github.event.open', 'maybe'],
    ['!github.event.open', 'maybe'],
    ['github.event.open && false', 'no'],
    ['false && github.event.open', 'no'],
    ['github.event.open || true', 'yes'],
    ['github.event.open.deeper == 1', 'maybe'],
    ["steps.check.outputs.ok == 'true'", 'maybe'],
    ['success()', 'yes'],
    ['always() && failure()', 'maybe'],
    ['github.something_else', 'maybe'],
    ["github.event.commits.*.message == 'x'", 'maybe'],
  ])('%s is %s', (text, truth) => {
    expect(truthOf(text)).toBe(truth);
  });

  it.each([
    ['', 0],
    ['github.actor == ', 0],
    ['a && b', 0],
    ['foo(1)', 0],
    ["'open", 0],
    ['('.repeat(100), 50],
    [`'${'x'.repeat(30_000)}'`, 0],
  ])('%j is a problem and no throw', (text) => {
    expect(parseExpression(text)).toMatchObject({ kind: 'problem' });
  });

  it('tells the offset over several lines', () => {
    expect(parseExpression('true &&\n  github.actor 1')).toMatchObject({ kind: 'problem', offset: 23 });
  });
});
