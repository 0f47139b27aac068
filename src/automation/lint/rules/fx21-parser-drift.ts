import { listStepScripts } from '../../workflow/step-script.ts';
import type { Job, Workflow } from '../../workflow/workflow.ts';
import { type CommandTest, listCommandTests } from '../command-tests.ts';
import type { Discovery, Rule } from '../rule.ts';

export const parserDrift: Rule = {
  id: 'FX21',
  name: 'guard-parser-drift',
  severity: 'warning',
  summary: 'The condition lets one command through, and the script understands only others.',
  why: 'Condition and script both spell the command. When one is changed and the other is not, the job starts for the command and then does nothing, or fails.',
  fix: 'Spell the command the same in both, or hand it from one place.',
  example: {
    path: '.github/workflows/ship.yml',
    bad: `on:
  issue_comment:
    types: [created]
jobs:
  ship:
    if: startsWith(github.event.comment.body, '/deploy')
    runs-on: ubuntu-latest
    steps:
      - uses: actions/github-script@v7
        with:
          script: |
            const match = context.payload.comment.body.match(/^\\/ship (\\w+)/)
            if (!match) return
`,
    good: `on:
  issue_comment:
    types: [created]
jobs:
  ship:
    if: startsWith(github.event.comment.body, '/deploy')
    runs-on: ubuntu-latest
    steps:
      - uses: actions/github-script@v7
        with:
          script: |
            const match = context.payload.comment.body.match(/^\\/deploy (\\w+)/)
            if (!match) return
`,
  },
  check: (workflow) => {
    const tests = listCommandTests(workflow).filter(({ literal }) => literal.trim().startsWith('/'));
    return tests.length === 0 ? [] : workflow.jobs.flatMap((job) => checkJob(workflow, job, tests));
  },
};

function checkJob(workflow: Workflow, job: Job, tests: readonly CommandTest[]): readonly Discovery[] {
  const own = tests.filter(({ placed }) => placed.job === job && placed.step === undefined);
  if (own.length === 0) return [];
  const parsed = new Set<string>();
  for (const { node } of listStepScripts(workflow, job)) {
    if (!/comment\.body|COMMENT_BODY|COMMENT\b/.test(node.value)) continue;
    for (const command of commandsIn(node.value)) parsed.add(command.toLowerCase());
  }
  if (parsed.size === 0) return [];
  // A step that asks for the command in its own condition understands it.
  for (const { placed, literal } of tests) {
    if (placed.job === job && placed.step !== undefined) parsed.add(literal.trim().toLowerCase());
  }
  return own
    .filter(({ literal }) => {
      const guard = literal.trim().toLowerCase();
      return ![...parsed].some((command) => command.startsWith(guard) || guard.startsWith(command));
    })
    .map(({ at, literal }) => ({
      at,
      message: `The condition asks for "${literal.trim()}", the script of the job for ${[...parsed].map((text) => `"${text}"`).join(', ')}.`,
    }));
}

/** Commands that a script compares the text with: anchored patterns, startsWith, ===, and case labels of a shell. */
function commandsIn(script: string): readonly string[] {
  const patterns = [
    /\/\^(?:\\s\*)?\\\/([A-Za-z][\w-]*)/g,
    /(?:startsWith|startswith)\(\s*["'`]\/([A-Za-z][\w-]*)/g,
    /={2,3}\s*["'`]\/([A-Za-z][\w-]*)/g,
    /grep\s+-[a-zA-Z]*\s+["']\^\\?\/([A-Za-z][\w-]*)/g,
    /=~\s*\^\\?\/([A-Za-z][\w-]*)/g,
  ];
  return patterns.flatMap((pattern) => [...script.matchAll(pattern)].map((match) => `/${match[1] ?? ''}`));
}
