import { findWrites } from '../../workflow/find-writes.ts';
import type { Job, Workflow } from '../../workflow/workflow.ts';
import { type Lookup, lineAfter, listLookups } from '../lookups.ts';
import type { Discovery, Rule } from '../rule.ts';

export const weakLookup: Rule = {
  id: 'FX12',
  name: 'weak-lookup',
  severity: 'warning',
  summary: 'What decides about creating another one may not see the one that is there.',
  why: 'The search index is seconds to minutes behind, so two runs in a row both find nothing. One page of a list is 30 items. A title that only contains the key also fits another one (81 in 814).',
  fix: 'List by label with all pages and all states, and compare the whole title or a marker.',
  example: {
    path: '.github/workflows/nightly.yml',
    bad: `on:
  schedule:
    - cron: '0 6 * * *'
jobs:
  report:
    runs-on: ubuntu-latest
    steps:
      - run: |
          found=$(gh issue list --search "Nightly failure in:title" --json number)
          [ "$found" != "[]" ] || gh issue create --title "Nightly failure" --body-file log.txt
`,
    good: `on:
  schedule:
    - cron: '0 6 * * *'
jobs:
  report:
    runs-on: ubuntu-latest
    steps:
      - run: |
          found=$(gh issue list --label nightly --state all --limit 500 --json number,title --jq '.[] | select(.title == "Nightly failure")')
          [ -n "$found" ] || gh issue create --title "Nightly failure" --label nightly --body-file log.txt
`,
  },
  check: (workflow) => workflow.jobs.flatMap((job) => checkJob(workflow, job)),
};

function checkJob(workflow: Workflow, job: Job): readonly Discovery[] {
  const kinds = new Set(
    findWrites(workflow)
      .filter((write) => write.job === job && !write.upserts)
      .map(({ kind }) => kind),
  );
  if (!kinds.has('issue') && !kinds.has('comment')) return [];
  const found: Discovery[] = [];
  for (const lookup of listLookups(workflow, job)) {
    const message = weaknessOf(lookup, kinds.has('issue'));
    if (message !== undefined) found.push({ at: lookup.at, message });
  }
  return found;
}

function weaknessOf({ kind, text, script }: Lookup, createsIssue: boolean): string | undefined {
  if (script === undefined) return undefined;
  const { value } = script.node;
  if (kind === 'search' && createsIssue && !/pr|pull/i.test(text.replace('PullRequests', ''))) {
    return 'The search index lags behind, so two runs in a row may both find nothing.';
  }
  if (script.language === 'shell') return shellWeakness(value, text);
  const isComments = text.endsWith('listComments');
  if (text.endsWith('listForRepo') ? !createsIssue : !isComments) return undefined;
  if (/paginate|per_page\s*:\s*100|\bpage\b|iterator/.test(value)) return undefined;
  if (!/\.(?:find|some|filter)\(/.test(value)) return undefined;
  const size = /per_page\s*:\s*(\d+)/.exec(lineAfter(value, value.indexOf(text)))?.[1] ?? '30';
  return `${text} reads one page of ${size}; the one that is there may stand on a later page.`;
}

/** `gh api …/comments` reads one page unless it is told otherwise. */
function shellWeakness(script: string, text: string): string | undefined {
  if (!/^api\b.*\/comments$/.test(text)) return undefined;
  const call = lineAfter(script, script.indexOf(text));
  // A text that is looked for in what was read; a single comment has its number at the end.
  if (!/\bselect\(|\bcontains\(|\bgrep\b/.test(call) || /\/comments\/|--paginate|per_page=100/.test(call)) {
    return undefined;
  }
  return 'gh api without --paginate reads one page of 30; the one that is there may stand on a later page.';
}
