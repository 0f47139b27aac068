/** Signs that a job looks for what is already there before it creates something. */
import { actionName } from '../workflow/known-actions.ts';
import type { Position } from '../workflow/position.ts';
import { listStepScripts, type StepScript } from '../workflow/step-script.ts';
import type { Job, Workflow } from '../workflow/workflow.ts';

export interface Lookup {
  readonly kind: 'search' | 'list' | 'action';
  readonly at: Position;
  readonly script: StepScript | undefined;
  /** The words of the call. */
  readonly text: string;
}

const scriptPattern =
  /\b(?:search\.issuesAndPullRequests|search\.issues|issues\.listForRepo|issues\.listComments|issues\.list|pulls\.list|issues\.get|get_issues|search_issues|listIssues|paginate)\b/g;
const shellPattern =
  /\bgh\s+(?:search\s+(?:issues|prs)|issue\s+(?:list|view|status)|pr\s+(?:list|view|status|checks)|release\s+(?:list|view))\b|\bapi\b[^\n|;]*\/(?:search\/issues|issues|pulls|comments)\b|\bcurl\b[^|;]*?\/(?:search\/issues|issues|pulls|comments)\b[^|;\n]*/g;
const lookupActions =
  /find-comment|find-issue|last-issue|issues-helper|find-current-pull|get-issue|find-pull-request|dedup|list-issues|query-issues|search-issues/i;

export function listLookups(workflow: Workflow, job: Job): readonly Lookup[] {
  const found: Lookup[] = [];
  for (const script of listStepScripts(workflow, job)) {
    const { value } = script.node;
    for (const pattern of [scriptPattern, shellPattern]) {
      for (const match of value.matchAll(pattern)) {
        const text = match[0];
        if (isWrite(value, match.index, text)) continue;
        const isSearch = /search/i.test(text) || /--search\b/.test(lineAfter(value, match.index));
        found.push({ kind: isSearch ? 'search' : 'list', at: script.node.locate(match.index), script, text });
      }
    }
  }
  for (const { uses, at } of job.steps) {
    if (uses !== undefined && lookupActions.test(actionName(uses.value))) {
      found.push({ kind: 'action', at, script: undefined, text: uses.value });
    }
  }
  return found;
}

/** An API call that posts is what the lookup is for, not the lookup. */
function isWrite(script: string, index: number, text: string): boolean {
  if (!/^(?:api|curl)/.test(text)) return false;
  const call = lineAfter(script, index);
  return /-X\s*["']?(?:POST|PATCH|PUT|DELETE)|--request\s+["']?P|--method\s+["']?P|\s(?:-f|-F|-d|--field|--raw-field|--data\S*|--input|--json)\s/.test(
    call,
  );
}

/** From an index to the end of the command, over lines that end with a backslash. */
export function lineAfter(script: string, index: number): string {
  const rest = script.slice(index, index + 2_000);
  const end = /(?<!\\)\r?\n/.exec(rest);
  return end === null ? rest : rest.slice(0, end.index);
}

/** Any lookup in the job or in one that it waits for. */
export function hasLookup(workflow: Workflow, job: Job): boolean {
  const jobs = [job, ...workflow.jobs.filter(({ id }) => job.needs.includes(id))];
  return jobs.some((one) => listLookups(workflow, one).length > 0);
}
