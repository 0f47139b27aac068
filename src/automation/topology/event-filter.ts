/** Which events a write causes, where the kind of the write alone does not say. */
import type { Truth } from '../workflow/expression.ts';
import type { Trigger, Workflow } from '../workflow/workflow.ts';
import type { Write } from '../workflow/write.ts';
import { passesBranches, passesPaths, type PushTarget, weakest } from './branch-filter.ts';

/** The filters of a pull request's trigger: its base as far as the step says, and files, which nobody can know. */
export function passesPull(trigger: Trigger, { step }: Write): Truth {
  const base =
    step.with.get('base')?.value ?? /(?:--base|\s-B)[ =]["']?([^\s"']+)/.exec(step.run?.value ?? '')?.[1];
  const target: PushTarget =
    base === undefined
      ? { kind: 'default' }
      : base.includes('$')
        ? { kind: 'unknown' }
        : { kind: 'named', branch: base };
  return weakest([passesBranches(trigger, target), passesPaths(trigger, undefined)]);
}

/** A label on a pull request is no event of issues, where the write says which of the two it is. */
export function reachesLabel(from: Workflow, { via }: Write, event: string): boolean {
  if (via === 'gh pr edit') return event !== 'issues';
  if (via === 'gh issue edit') return event === 'issues';
  const onlyPulls = from.triggers.every(({ event: started }) => started.startsWith('pull_request'));
  return event !== 'issues' || !onlyPulls;
}
