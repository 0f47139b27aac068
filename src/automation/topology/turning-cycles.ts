import { findWrites } from '../workflow/find-writes.ts';
import { makeContext } from '../workflow/made-event.ts';
import { stepTruth } from '../workflow/run-truth.ts';
import type { Workflow } from '../workflow/workflow.ts';
import type { Cycle, Link } from './topology.ts';

/**
 * Leaves out the circles that exist between files but not between jobs: an event starts the workflow, and the job that
 * writes on is not one of those that run for it.
 */
export function keepTurningCycles(
  cycles: readonly Cycle[],
  workflows: readonly Workflow[],
): readonly Cycle[] {
  const byPath = new Map(workflows.map((workflow) => [workflow.path, workflow]));
  return cycles.filter(({ links }) =>
    links.every((link, index) => mayFollow(links.at(index - 1), link, byPath.get(link.from))),
  );
}

/** Whether the write behind a link can happen in a run that the link before it started. */
function mayFollow(before: Link | undefined, { at }: Link, workflow: Workflow | undefined): boolean {
  // A called workflow sees the event of its caller, which may be any.
  if (before === undefined || workflow === undefined || before.event === 'workflow_call') return true;
  const writes = findWrites(workflow).filter((write) => write.at === at);
  if (writes.length === 0) return true;
  const context = makeContext({ event: before.event, forge: workflow.forge });
  return writes.some(({ job, step }) => stepTruth(workflow, job, step, context) !== 'no');
}
