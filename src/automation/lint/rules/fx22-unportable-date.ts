import { listStepScripts } from '../../workflow/step-script.ts';
import type { Job, Workflow } from '../../workflow/workflow.ts';
import type { Discovery, Rule } from '../rule.ts';

export const unportableDate: Rule = {
  id: 'FX22',
  name: 'unportable-date',
  severity: 'note',
  summary: 'A date is made with an option that only GNU date has.',
  why: '%q and %N are empty or printed as they stand with busybox, BSD and macOS, and -d means something else there or nothing. A key that is made with it changes with the image of the runner.',
  fix: 'Use fixpoint bucket for the key, or a language whose dates are the same everywhere.',
  example: {
    path: '.github/workflows/quarter.yml',
    bad: `on:
  schedule:
    - cron: '0 8 1 */3 *'
jobs:
  review:
    runs-on: ubuntu-latest
    steps:
      - run: echo "key=$(date +%Y-Q%q)" >> "$GITHUB_OUTPUT"
`,
    good: `on:
  schedule:
    - cron: '0 8 1 */3 *'
jobs:
  review:
    runs-on: ubuntu-latest
    steps:
      - run: echo "key=$(fixpoint bucket quarter --zone UTC)" >> "$GITHUB_OUTPUT"
`,
  },
  check: (workflow) => workflow.jobs.flatMap((job) => checkJob(workflow, job)),
};

function checkJob(workflow: Workflow, job: Job): readonly Discovery[] {
  const lacksGnu =
    job.runsOn.some((label) => /macos|alpine|bsd/i.test(label)) || /alpine|busybox/i.test(containerOf(job));
  return listStepScripts(workflow, job).flatMap(({ commands, node }) =>
    commands.flatMap(({ words, offset }) => {
      if (words[0]?.text !== 'date') return [];
      const texts = words.slice(1).map(({ text }) => text);
      const field = texts
        .filter((text) => text.startsWith('+'))
        .map((text) => /%-?q|%-?\d*N/.exec(text)?.[0])
        .find((found) => found !== undefined);
      if (field !== undefined) {
        return [{ at: node.locate(offset), message: `date +${field} exists in GNU date only.` }];
      }
      const uses = texts.find((text) => text === '-d' || text.startsWith('--date'));
      if (uses === undefined || !lacksGnu) return [];
      return [
        {
          at: node.locate(offset),
          message: `date ${uses} is GNU only, and this job runs on ${job.runsOn.join(', ')}.`,
          severity: 'warning' as const,
        },
      ];
    }),
  );
}

function containerOf(job: Job): string {
  const node = job.node.entries.get('container')?.value;
  if (node?.kind === 'text') return node.value;
  const image = node?.kind === 'map' ? node.entries.get('image')?.value : undefined;
  return image?.kind === 'text' ? image.value : '';
}
