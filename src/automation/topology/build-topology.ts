import { readDirectives } from '../lint/directives.ts';
import {
  isLocalAction,
  parseWorkflow,
  readLocalActions,
  splitPath,
  type WorkflowFile,
} from '../workflow/parse-workflow.ts';
import type { Position } from '../workflow/position.ts';
import type { Forge, Workflow } from '../workflow/workflow.ts';
import { findCycles } from './find-cycles.ts';
import { linkWorkflows } from './link-workflows.ts';
import type { Topology } from './topology.ts';
import { keepTurningCycles } from './turning-cycles.ts';

export interface TopologyRead {
  readonly topology: Topology;
  readonly problems: readonly { readonly path: string; readonly at: Position; readonly message: string }[];
}

/** The map over all files; repositories are told apart by the folder that holds their workflow folder. */
export function buildTopology(files: readonly WorkflowFile[], forge?: Forge): TopologyRead {
  const problems: TopologyRead['problems'][number][] = [];
  const workflows: Workflow[] = [];
  const actions = readLocalActions(files);
  for (const file of files) {
    if (isLocalAction(file.path)) continue;
    const read = parseWorkflow(file, forge, actions.get(splitPath(file.path).repository));
    if (read.workflow !== undefined) workflows.push(read.workflow);
    problems.push(...read.problems.map((problem) => ({ path: file.path, ...problem })));
  }
  return { topology: mapWorkflows(workflows), problems };
}

export function mapWorkflows(workflows: readonly Workflow[]): Topology {
  const byRepository = new Map<string, Workflow[]>();
  for (const workflow of workflows) {
    const others = byRepository.get(workflow.repository);
    if (others === undefined) byRepository.set(workflow.repository, [workflow]);
    else others.push(workflow);
  }
  const links = linkWorkflows(byRepository);
  const acceptedBy = new Map(
    workflows.flatMap(({ path, source }) => {
      const { acceptedLoop } = readDirectives(source);
      return acceptedLoop === undefined ? [] : [[path, acceptedLoop.reason] as const];
    }),
  );
  return {
    workflows: workflows.map(({ path, name, triggers }) => ({
      path,
      name,
      events: triggers.map(({ event }) => event),
    })),
    links,
    cycles: keepTurningCycles(findCycles(links, acceptedBy), workflows),
  };
}
