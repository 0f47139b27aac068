import { readConcurrency, readCondition } from './read-condition.ts';
import type { ReadProblem } from './read-yaml.ts';
import {
  childOf,
  type MapEntry,
  type MapNode,
  type SourceNode,
  textMapOf,
  textOf,
  textsOf,
} from './source-node.ts';
import type { Job, Step } from './workflow.ts';

type Report = (problem: ReadProblem) => void;

export function readJobs(root: MapNode, report: Report): readonly Job[] {
  const entry = root.entries.get('jobs');
  if (entry === undefined || entry.value.kind !== 'map') {
    const at = entry?.keyAt ?? root.at;
    report({ at, message: 'The workflow has no "jobs", which must be a map of jobs.' });
    return [];
  }
  return [...entry.value.entries.values()].flatMap((job) => readJob(job, report));
}

function readJob({ key, keyAt, value }: MapEntry, report: Report): readonly Job[] {
  if (value.kind !== 'map') {
    report({ at: keyAt, message: `The job "${key}" must be a map.` });
    return [];
  }
  const steps = childOf(value, 'steps');
  if (steps !== undefined && steps.kind !== 'list') {
    report({ at: steps.at, message: `The steps of the job "${key}" must be a list.` });
  }
  const runsOn = childOf(value, 'runs-on');
  return [
    {
      id: key,
      at: keyAt,
      condition: readCondition(childOf(value, 'if'), report),
      needs: textsOf(childOf(value, 'needs')).map((need) => need.value),
      runsOn: textsOf(childOf(runsOn, 'labels') ?? runsOn).map((label) => label.value),
      hasContainer: childOf(value, 'container') !== undefined,
      steps: steps?.kind === 'list' ? steps.items.map((item) => readStep(item, report)) : [],
      uses: textOf(childOf(value, 'uses')),
      with: textMapOf(childOf(value, 'with')),
      env: textMapOf(childOf(value, 'env')),
      concurrency: readConcurrency(childOf(value, 'concurrency')),
      node: value,
    },
  ];
}

export function readStep(node: SourceNode, report: Report): Step {
  if (node.kind !== 'map') report({ at: node.at, message: 'A step must be a map.' });
  return {
    at: node.at,
    id: textOf(childOf(node, 'id'))?.value,
    name: textOf(childOf(node, 'name'))?.value,
    condition: readCondition(childOf(node, 'if'), report),
    uses: textOf(childOf(node, 'uses')),
    run: textOf(childOf(node, 'run')),
    with: textMapOf(childOf(node, 'with')),
    env: textMapOf(childOf(node, 'env')),
    workingDirectory: textOf(childOf(node, 'working-directory'))?.value,
    continueOnError: textOf(childOf(node, 'continue-on-error'))?.value === 'true',
  };
}
