import { findWrites } from '../../workflow/find-writes.ts';
import type { Workflow } from '../../workflow/workflow.ts';
import type { Write } from '../../workflow/write.ts';
import { echoEvents, evaluateEcho, isCutByToken } from '../own-events.ts';
import type { Discovery, Rule } from '../rule.ts';

export const botNotExcluded: Rule = {
  id: 'FX05',
  name: 'bot-not-excluded',
  severity: 'error',
  summary: 'The workflow answers with a token that starts workflows, and nothing excludes its own answers.',
  why: 'A write with a personal or App token is an event like any other. Neither author nor text is asked for, so the answer is answered, and so on; a machine account has the type User, so a test of the type alone does not help against it.',
  fix: 'Exclude the posting account by login, or begin own comments with a marker and exclude the marker.',
  example: {
    path: '.github/workflows/greet.yml',
    bad: `on:
  issue_comment:
    types: [created]
jobs:
  greet:
    runs-on: ubuntu-latest
    steps:
      - run: gh issue comment "$NUMBER" --body "$(./answer.sh)"
        env:
          GH_TOKEN: \${{ secrets.BOT_PAT }}
`,
    good: `on:
  issue_comment:
    types: [created]
jobs:
  greet:
    if: github.event.comment.user.login != 'greeter'
    runs-on: ubuntu-latest
    steps:
      - run: gh issue comment "$NUMBER" --body "$(./answer.sh)"
        env:
          GH_TOKEN: \${{ secrets.BOT_PAT }}
`,
  },
  check: (workflow) => findWrites(workflow).flatMap((write) => checkWrite(workflow, write)),
};

function checkWrite(workflow: Workflow, write: Write): readonly Discovery[] {
  if (write.upserts || isCutByToken(write) || write.token === 'unknown') return [];
  return echoEvents(workflow, write)
    .filter((event) => evaluateEcho(workflow, write, event, undefined) === 'yes')
    .map((event) => ({
      at: write.at,
      message: `${write.via} writes with a token that starts workflows, and nothing keeps its own ${event} from starting this one.`,
    }));
}
