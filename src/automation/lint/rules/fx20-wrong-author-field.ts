import { walkParts } from '../../workflow/expression-parts.ts';
import type { Workflow } from '../../workflow/workflow.ts';
import { bodyHolder, commentEventsOf, listConditions, type PlacedCondition } from '../command-tests.ts';
import type { Discovery, Rule } from '../rule.ts';

export const wrongAuthorField: Rule = {
  id: 'FX20',
  name: 'wrong-author-field',
  severity: 'error',
  summary: 'The right to give a command is read from the author of the issue, not of the comment.',
  why: 'In an event of a comment, issue.author_association tells about whoever opened the issue. Under an issue or pull request of a member anybody may then give the command.',
  fix: 'Read github.event.comment.author_association (or comment.user.login).',
  example: {
    path: '.github/workflows/deploy.yml',
    bad: `on:
  issue_comment:
    types: [created]
jobs:
  deploy:
    if: startsWith(github.event.comment.body, '/deploy') && github.event.issue.author_association == 'MEMBER'
    runs-on: ubuntu-latest
    steps:
      - run: ./deploy.sh
`,
    good: `on:
  issue_comment:
    types: [created]
jobs:
  deploy:
    if: startsWith(github.event.comment.body, '/deploy') && github.event.comment.author_association == 'MEMBER'
    runs-on: ubuntu-latest
    steps:
      - run: ./deploy.sh
`,
  },
  check: (workflow) =>
    commentEventsOf(workflow).length === 0
      ? []
      : listConditions(workflow).flatMap((placed) => checkCondition(placed, workflow)),
};

const wrongField =
  /^(?:github|gitea|forgejo)\.event\.(issue|pull_request|discussion)\.(author_association|user\.login)$/;

function checkCondition(
  { condition, expression }: PlacedCondition,
  workflow: Workflow,
): readonly Discovery[] {
  const parts = [...walkParts(expression)];
  const paths = parts.map(({ expression: part }) => (part.kind === 'path' ? part.path : ''));
  const readsComment = parts.some(({ expression: part }) =>
    ['comment', 'review'].includes(bodyHolder(part) ?? ''),
  );
  const asksCommenter = paths.some((path) =>
    /\.(?:comment|review|sender)\.(?:author_association|user\.)|\.sender\.|(?:github|gitea)\.actor$/.test(
      path,
    ),
  );
  if (!readsComment || asksCommenter || workflow.forge === 'gitea') return [];
  return parts.flatMap(({ expression: part, positive }) => {
    if (part.kind === 'compare' && part.operator === '==' && positive === true) {
      const [subject, object] =
        part.left.kind === 'literal' ? [part.right, part.left] : [part.left, part.right];
      const match = subject.kind === 'path' ? wrongField.exec(subject.path) : null;
      if (match === null || subject.kind !== 'path') return [];
      // A login that is compared with a bot's name asks whose pull request it is, which is meant.
      const isOwner = object.kind === 'path' && object.path.endsWith('repository_owner');
      if (match[2] === 'user.login' && !isOwner) return [];
      return [discover(subject.path, condition.locate(subject.offset))];
    }
    if (part.kind === 'call' && part.name === 'contains' && positive === true) {
      const subject = part.args[1];
      if (subject?.kind !== 'path' || wrongField.exec(subject.path)?.[2] !== 'author_association') return [];
      return [discover(subject.path, condition.locate(subject.offset))];
    }
    return [];
  });
}

function discover(path: string, at: Discovery['at']): Discovery {
  const field = path.replace(/^\w+\.event\./, '');
  return {
    at,
    message: `${field} tells about who opened it, not about who wrote the comment with the command.`,
  };
}
