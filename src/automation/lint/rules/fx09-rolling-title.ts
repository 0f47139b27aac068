import { findWrites } from '../../workflow/find-writes.ts';
import { triggerOf, type Workflow } from '../../workflow/workflow.ts';
import type { Write } from '../../workflow/write.ts';
import { type Grain, grainOf, grainOfCron, grains, isFiner } from '../dates.ts';
import { listLookups } from '../lookups.ts';
import type { Discovery, Rule } from '../rule.ts';

export const rollingTitle: Rule = {
  id: 'FX09',
  name: 'rolling-title',
  severity: 'warning',
  summary: 'The title of a scheduled issue changes more often than the schedule fires.',
  why: 'The title is what a second run looks for. When it holds the day, or the first and last day of the data, a run that is late, repeated or started by hand computes another title in the same week and opens a second issue.',
  fix: 'Put only the window of the schedule into the title (for a weekly job date +%G-W%V) and dates into the body.',
  example: {
    path: '.github/workflows/weekly-retro.yml',
    bad: `on:
  schedule:
    - cron: '30 23 * * 6'
  workflow_dispatch:
jobs:
  retro:
    runs-on: ubuntu-latest
    steps:
      - run: |
          TITLE="Weekly review $(date +%G-W%V) ($(date -d '7 days ago' '+%b %d') - $(date '+%b %d'))"
          gh issue list --search "$TITLE in:title" --json number
          gh issue create --title "$TITLE" --body-file review.md
`,
    good: `on:
  schedule:
    - cron: '30 23 * * 6'
  workflow_dispatch:
jobs:
  retro:
    runs-on: ubuntu-latest
    steps:
      - run: |
          TITLE="Weekly review $(date +%G-W%V)"
          gh issue list --label retro --state all --limit 200 --json number,title
          gh issue create --title "$TITLE" --label retro --body-file review.md
`,
  },
  check: (workflow) => {
    const period = periodOf(workflow);
    if (period === undefined) return [];
    return findWrites(workflow).flatMap((write) => checkWrite(workflow, write, period));
  },
};

/** The shortest window of all its schedules. */
function periodOf(workflow: Workflow): Grain | undefined {
  const found = triggerOf(workflow, 'schedule')?.schedules.map(({ cron }) => grainOfCron(cron.value)) ?? [];
  if (found.includes(undefined)) return undefined;
  return grains.find((grain) => found.includes(grain));
}

function checkWrite(workflow: Workflow, write: Write, period: Grain): readonly Discovery[] {
  if (write.kind !== 'issue' || write.upserts || write.title === undefined) return [];
  const grain = grainOf(write.title);
  if (grain === undefined || !isFiner(grain, period)) return [];
  // A job that finds its issue by a label alone does not depend on the title.
  const lookups = listLookups(workflow, write.job);
  const byTitle = lookups.some(({ script }) => /title/i.test(script?.node.value ?? ''));
  if (lookups.length > 0 && !byTitle) return [];
  return [
    { at: write.at, message: `The title changes every ${grain}, the schedule makes one per ${period}.` },
  ];
}
