import type { Workflow } from '../../workflow/workflow.ts';
import { findWrites } from '../../workflow/find-writes.ts';
import type { Write } from '../../workflow/write.ts';
import { echoEvents, evaluateEcho, isCutByToken } from '../own-events.ts';
import type { Discovery, Rule } from '../rule.ts';

export const selfEcho: Rule = {
  id: 'FX02',
  name: 'self-echo',
  severity: 'error',
  summary: 'The text that the workflow posts satisfies its own condition.',
  why: 'The condition was evaluated on the event that the posted text would cause, with the posting account as its author, and it holds. With a personal or App token every run starts the next one; with the default token only the forge keeps it from happening, until somebody changes the token.',
  fix: 'Use startsWith() for the command, begin own comments with a marker and exclude it, or exclude the posting account by login.',
  example: {
    path: '.gitea/workflows/ai-review.yml',
    bad: `on:
  issue_comment:
    types: [created]
jobs:
  review:
    if: contains(gitea.event.comment.body, '/ai-review')
    runs-on: ubuntu-latest
    steps:
      - run: |
          curl -X POST -H "Authorization: token \${{ secrets.AIBOT_TOKEN }}" \\
            "$GITHUB_SERVER_URL/api/v1/repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments" \\
            -d '{"body": "Checked by scripts/ops/ai-review-runner.sh"}'
`,
    good: `on:
  issue_comment:
    types: [created]
jobs:
  review:
    if: startsWith(gitea.event.comment.body, '/ai-review') && gitea.event.comment.user.login != 'AIBot'
    runs-on: ubuntu-latest
    steps:
      - run: |
          curl -X POST -H "Authorization: token \${{ secrets.AIBOT_TOKEN }}" \\
            "$GITHUB_SERVER_URL/api/v1/repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments" \\
            -d '{"body": "Checked by scripts/ops/ai-review-runner.sh"}'
`,
  },
  check: (workflow) => findWrites(workflow).flatMap((write) => checkWrite(workflow, write)),
};

function checkWrite(workflow: Workflow, write: Write): readonly Discovery[] {
  const title = write.kind === 'issue' ? write.title : undefined;
  const text = write.body ?? (title === undefined ? undefined : '');
  if (text === undefined || !hasOwnWords(`${title ?? ''} ${text}`) || write.upserts) return [];
  return echoEvents(workflow, write).flatMap((event): readonly Discovery[] => {
    const others = workflow.jobs.filter((job) => job !== write.job && job.condition !== undefined);
    const places = [write, ...others.map((job) => ({ ...write, job, step: undefined }))];
    // When the condition holds for any text at all, the text is not the reason: that is FX05.
    const isEcho = places.some(
      (place) =>
        evaluateEcho(workflow, place, event, text) === 'yes' &&
        evaluateEcho(workflow, place, event, undefined) !== 'yes',
    );
    if (!isEcho) return [];
    const cut = isCutByToken(write);
    const shown = `${title ?? ''} ${text}`.replace(/\s+/g, ' ').trim().slice(0, 60);
    const message = `What ${write.via} posts ("${shown}") satisfies this workflow's own condition for ${event}${
      cut ? '; only the default token keeps it from starting itself' : ''
    }.`;
    return [{ at: write.at, message, severity: cut ? 'note' : 'error' }];
  });
}

/** A text that is computed as a whole says nothing about what will be posted. */
function hasOwnWords(text: string): boolean {
  return /[A-Za-z/@]/.test(text.replace(/\$\{\{[^}]*\}\}|\$\{[^}]*\}|\$\([^)]*\)|\$\w+/g, ''));
}
