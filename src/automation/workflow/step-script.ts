/** The scripts of a step and the variables that they see, with values followed through the job as far as it is plain. */
import { listShellCommands, type ShellCommand } from './shell-commands.ts';
import type { TextNode } from './source-node.ts';
import type { Job, Step, Workflow } from './workflow.ts';

export interface StepScript {
  readonly workflow: Workflow;
  readonly job: Job;
  readonly step: Step;
  readonly node: TextNode;
  readonly language: 'shell' | 'javascript';
  readonly commands: readonly ShellCommand[];
}

const expandDepthMax = 5;
const textLengthMax = 20_000;
const cache = new WeakMap<Job, readonly StepScript[]>();

export function listStepScripts(workflow: Workflow, job: Job): readonly StepScript[] {
  const known = cache.get(job);
  if (known !== undefined) return known;
  const scripts: StepScript[] = [];
  for (const step of job.steps) {
    if (step.run !== undefined) {
      const commands = listShellCommands(step.run.value);
      scripts.push({ workflow, job, step, node: step.run, language: 'shell', commands });
    }
    const script = step.with.get('script');
    if (script !== undefined) {
      scripts.push({ workflow, job, step, node: script, language: 'javascript', commands: [] });
    }
  }
  cache.set(job, scripts);
  return scripts;
}

/** Replaces variables, files and outputs of earlier steps by their texts; what is not known stays as written. */
export function expandShellText(text: string, script: StepScript, depth = 0): string {
  if (depth >= expandDepthMax || text.length > textLengthMax) return text;
  const again = (value: string | undefined, whole: string): string =>
    value === undefined || value === text ? whole : expandShellText(value, script, depth + 1);
  return text
    .replace(/\$\(\s*cat\s+["']?([\w./-]+)["']?\s*\)/g, (whole, path: string) =>
      again(findFileText(path, script), whole),
    )
    .replace(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (whole, path: string) =>
      again(findContextText(path, script), whole),
    )
    .replace(
      /\$(?:\{(\w+)(?::-[^}]*)?\}|([A-Za-z_]\w*))/g,
      (whole, braced: string | undefined, bare: string | undefined) =>
        again(findVariable(braced ?? bare ?? '', script), whole),
    )
    .slice(0, textLengthMax);
}

/** The text that an earlier command of the job wrote to a file with `>` and a here-document or echo. */
export function findFileText(path: string, script: StepScript): string | undefined {
  const parts: string[] = [];
  for (const other of listStepScripts(script.workflow, script.job)) {
    for (const command of other.commands) {
      if (command.output === path) parts.push(textWritten(command));
    }
  }
  return parts.length === 0 ? undefined : parts.join('\n');
}

function textWritten({ words, hereDocuments }: ShellCommand): string {
  if (hereDocuments.length > 0) return hereDocuments.join('\n');
  const [program, ...rest] = words.map(({ text }) => text);
  if (program === 'echo') return rest.filter((word) => !/^-[ne]+$/.test(word)).join(' ');
  return program === 'printf' ? rest.join(' ') : '$(computed)';
}

function findVariable(name: string, script: StepScript): string | undefined {
  const parts: string[] = [];
  for (const { assignments } of script.commands) {
    for (const assignment of assignments) if (assignment.name === name) parts.push(assignment.value);
  }
  if (parts.length > 0) return parts.join('\n');
  const { step, job, workflow } = script;
  const env = step.env.get(name) ?? job.env.get(name) ?? workflow.env.get(name);
  return env?.value ?? findWritten(name, 'GITHUB_ENV', script, undefined);
}

function findContextText(path: string, script: StepScript): string | undefined {
  const parts = path.split('.');
  if (parts[0] === 'env' && parts[1] !== undefined) return findVariable(parts[1], script);
  if (parts[0] === 'steps' && parts[2] === 'outputs' && parts[3] !== undefined) {
    return findWritten(parts[3], 'GITHUB_OUTPUT', script, parts[1]);
  }
  return undefined;
}

/** What `echo "name=value" >> "$GITHUB_OUTPUT"` wrote; a variable in it is read where it was written. */
function findWritten(
  name: string,
  file: string,
  script: StepScript,
  stepId: string | undefined,
): string | undefined {
  for (const other of listStepScripts(script.workflow, script.job)) {
    if (stepId !== undefined && other.step.id !== stepId) continue;
    for (const { words, output } of other.commands) {
      const written = words.map(({ text }) => text).join(' ');
      const isOutput = output?.includes(file) === true || /::set-(?:output|env) name=/.test(written);
      const match = new RegExp(`(?:^|[\\s=])${escapePattern(name)}(?:=|::)([\\s\\S]*)$`).exec(written);
      if (!isOutput || match === null) continue;
      const value = match[1] ?? '';
      return other === script ? value : expandShellText(value, other, 3);
    }
  }
  return undefined;
}

export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
