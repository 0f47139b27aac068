import type { Workflow } from '../workflow/workflow.ts';
import { mapWorkflows } from './build-topology.ts';
import type { Cycle, Link } from './topology.ts';

/** The part of a repository's map that one workflow needs to know. */
export interface WorkflowLinks {
  /** What its writes start. */
  readonly links: readonly Link[];
  /** The circles that it is part of. */
  readonly cycles: readonly Cycle[];
}

const cache = new WeakMap<readonly Workflow[], ReadonlyMap<string, WorkflowLinks>>();
const none: WorkflowLinks = { links: [], cycles: [] };

/** The map of one repository is made once for all rules that look at its workflows. */
export function linksOf(workflow: Workflow, siblings: readonly Workflow[]): WorkflowLinks {
  const known = cache.get(siblings);
  if (known !== undefined) return known.get(workflow.path) ?? none;
  const byWorkflow = new Map<string, { readonly links: Link[]; readonly cycles: Cycle[] }>();
  const partOf = (path: string): { readonly links: Link[]; readonly cycles: Cycle[] } => {
    const part = byWorkflow.get(path) ?? { links: [], cycles: [] };
    byWorkflow.set(path, part);
    return part;
  };
  const { links, cycles } = mapWorkflows(siblings);
  for (const link of links) partOf(link.from).links.push(link);
  for (const cycle of cycles) for (const { from } of cycle.links) partOf(from).cycles.push(cycle);
  cache.set(siblings, byWorkflow);
  return byWorkflow.get(workflow.path) ?? none;
}
