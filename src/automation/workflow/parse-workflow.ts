/** From the text of a workflow or composite action to its shape. Wrong shapes become problems with their place. */
import { readConcurrency } from './read-condition.ts';
import { readJobs, readStep } from './read-jobs.ts';
import { readTriggers } from './read-triggers.ts';
import { type ReadProblem, readYaml } from './read-yaml.ts';
import { childOf, textMapOf, textOf } from './source-node.ts';
import type { Forge, LocalActions, Step, Workflow } from './workflow.ts';

/** A file as it was found. `path` uses slashes; it says which forge reads the file. */
export interface WorkflowFile {
  readonly path: string;
  readonly text: string;
}

export interface WorkflowRead {
  /** Undefined when the file cannot be understood at all. */
  readonly workflow: Workflow | undefined;
  readonly problems: readonly ReadProblem[];
}

export function parseWorkflow(
  file: WorkflowFile,
  forge?: Forge,
  actions: LocalActions = new Map(),
): WorkflowRead {
  const source = file.text.startsWith('\ufeff') ? file.text.slice(1) : file.text;
  const { root, problems: yamlProblems } = readYaml(source);
  const problems = [...yamlProblems];
  if (root.kind !== 'map') {
    if (problems.length === 0)
      problems.push({ at: root.at, message: 'A workflow must be a map with on and jobs.' });
    return { workflow: undefined, problems };
  }
  const report = (problem: ReadProblem): void => void problems.push(problem);
  const triggers = readTriggers(root, report);
  const jobs = readJobs(root, report);
  const { repository, inside } = splitPath(file.path);
  const workflow: Workflow = {
    path: file.path,
    repository,
    forge: forge ?? forgeOf(file.path),
    name: textOf(childOf(root, 'name'))?.value ?? inside,
    source,
    root,
    triggers,
    jobs,
    env: textMapOf(childOf(root, 'env')),
    concurrency: readConcurrency(childOf(root, 'concurrency')),
    permissions: childOf(root, 'permissions'),
    actions,
  };
  return { workflow, problems };
}

/** Whether a file is the description of an action in a repository's own folder of actions. */
export function isLocalAction(path: string): boolean {
  return /(?:^|\/)\.(?:github|gitea|forgejo)\/actions\/.+\/action\.ya?ml$/.test(path);
}

/** Of the action files among these, the steps by repository and `uses:`; an action that cannot be read has none. */
export function readLocalActions(files: readonly WorkflowFile[]): ReadonlyMap<string, LocalActions> {
  const byRepository = new Map<string, Map<string, readonly Step[]>>();
  for (const { path, text } of files) {
    if (!isLocalAction(path)) continue;
    const { repository, inside } = splitPath(path);
    const steps = childOf(childOf(readYaml(text).root, 'runs'), 'steps');
    const actions = byRepository.get(repository) ?? new Map<string, readonly Step[]>();
    const name = `./${inside.replace(/\/action\.ya?ml$/, '')}`;
    actions.set(name, steps?.kind === 'list' ? steps.items.map((item) => readStep(item, () => {})) : []);
    byRepository.set(repository, actions);
  }
  return byRepository;
}

export function forgeOf(path: string): Forge {
  return /(?:^|\/)\.(?:gitea|forgejo)\//.test(path) ? 'gitea' : 'github';
}

/** The repository's folder, with its slash (empty for the working folder), and the path within it. */
export function splitPath(path: string): { readonly repository: string; readonly inside: string } {
  const match = /^(.*?)(\.(?:github|gitea|forgejo)\/(?:workflows|actions)\/.*)$/s.exec(path);
  if (match === null) {
    const slash = path.lastIndexOf('/') + 1;
    return { repository: path.slice(0, slash), inside: path.slice(slash) };
  }
  return { repository: match[1] ?? '', inside: match[2] ?? path };
}
