import type { Rule } from '../rule.ts';

export const danglingWorkflowRun: Rule = {
  id: 'FX08',
  name: 'dangling-workflow-run',
  severity: 'error',
  summary: 'workflow_run waits for a workflow that the repository does not have.',
  why: 'The name is compared with the name: of the other workflow, letter by letter. After a renaming nothing starts any more, and nothing tells so.',
  fix: 'Write the name that stands in the other file.',
  example: {
    path: '.github/workflows/report.yml',
    beside: [{ path: '.github/workflows/ci.yml', text: 'name: Tests\non: push\njobs: {}\n' }],
    bad: `on:
  workflow_run:
    workflows: [CI]
    types: [completed]
jobs:
  report:
    runs-on: ubuntu-latest
    steps:
      - run: ./report.sh
`,
    good: `on:
  workflow_run:
    workflows: [Tests]
    types: [completed]
jobs:
  report:
    runs-on: ubuntu-latest
    steps:
      - run: ./report.sh
`,
  },
  check: (workflow, { siblings, isComplete }) => {
    if (!isComplete || siblings.length < 2) return [];
    const names = siblings.map(({ name }) => name);
    return workflow.triggers
      .filter(({ event }) => event === 'workflow_run')
      .flatMap(({ workflows }) => workflows)
      .filter(
        ({ value }) =>
          !names.includes(withoutEscapes(value)) && !isFromElsewhere(value) && !isPathOf(value, siblings),
      )
      .map(({ value, at }) => {
        const near = names.find((name) => name.toLowerCase() === value.toLowerCase());
        const hint = near === undefined ? '' : ` There is "${near}".`;
        return { at, message: `No workflow of this repository is named "${value}".${hint}` };
      });
  },
};

/** Runs that the forge itself makes have no file; patterns and expressions are not names. */
const forgeRuns = new Set([
  'codeql',
  'codeql setup',
  'dependabot updates',
  'pages-build-deployment',
  'pages build and deployment',
  'dependency graph',
  'graph update',
  'automatic dependency submission',
  'copilot',
  'copilot code review',
  'copilot coding agent',
]);

/** A name may be a pattern, in which a sign that means something is escaped: `Analysis \\+ tests`. */
function withoutEscapes(name: string): string {
  return name.replaceAll(/\\(.)/g, '$1');
}

function isFromElsewhere(name: string): boolean {
  return forgeRuns.has(name.toLowerCase()) || /[*?[\]{}$]/.test(name);
}

function isPathOf(name: string, siblings: readonly { readonly path: string }[]): boolean {
  return siblings.some(({ path }) => path.endsWith(name) && /\.ya?ml$/.test(name));
}
