import type { Workflow } from '../workflow/workflow.ts';
import { mapWorkflows } from './build-topology.ts';
import type { Topology } from './topology.ts';

const cache = new WeakMap<readonly Workflow[], Topology>();

/** The map of one repository, made once for all rules that look at its workflows. */
export function mapOfRepository(siblings: readonly Workflow[]): Topology {
  const known = cache.get(siblings);
  if (known !== undefined) return known;
  const topology = mapWorkflows(siblings);
  cache.set(siblings, topology);
  return topology;
}
