/** Finds the writes of a job's steps: by `gh`, `curl`, `git`, scripts and actions that are known. */
import { actionName, findKnownAction } from './known-actions.ts';
import { expandScriptText, findProperty, listScriptCalls } from './script-calls.ts';
import { findShellWrite } from './find-shell-write.ts';
import { expandShellText, listStepScripts, type StepScript } from './step-script.ts';
import { findElsewhere, pushToken, repositoryInFolder, stepToken, tokenOfText } from './token.ts';
import type { Job, Step, Workflow } from './workflow.ts';
import type { Write, WriteKind } from './write.ts';

const cache = new WeakMap<Workflow, readonly Write[]>();

/** All writes of a workflow in the order of the file. */
export function findWrites(workflow: Workflow): readonly Write[] {
  const known = cache.get(workflow);
  if (known !== undefined) return known;
  const writes = workflow.jobs.flatMap((job) => findJobWrites(workflow, job));
  cache.set(workflow, writes);
  return writes;
}

function findJobWrites(workflow: Workflow, job: Job): readonly Write[] {
  const scripts = listStepScripts(workflow, job);
  return job.steps.flatMap((step) => [
    ...scripts.filter((script) => script.step === step).flatMap(findScriptWrites),
    ...findActionWrites(workflow, job, step, scripts),
    ...findLocalWrites(workflow, job, step),
  ]);
}

/**
 * What a composite action of the repository writes counts where it is used. A token that comes in by an input is the
 * one that is given there. Actions inside actions are not followed.
 */
function findLocalWrites(workflow: Workflow, job: Job, step: Step): readonly Write[] {
  const { uses } = step;
  const steps = uses === undefined ? undefined : workflow.actions.get(uses.value.replace(/\/$/, ''));
  if (uses === undefined || steps === undefined) return [];
  const given = [...step.with].find(([name]) => /token|pat$/i.test(name))?.[1];
  return findJobWrites({ ...workflow, actions: new Map() }, { ...job, steps }).map((write) => ({
    ...write,
    at: uses.at,
    job,
    step,
    token: write.token === 'unknown' && given !== undefined ? tokenOfText(given.value) : write.token,
  }));
}

function findScriptWrites(script: StepScript): readonly Write[] {
  if (script.language === 'shell')
    return script.commands.flatMap((command) => findShellWrite(command, script));
  const { workflow, job, step, node } = script;
  const source = node.value;
  const token = stepToken(workflow, job, step);
  return listScriptCalls(source).flatMap(({ name, offset, argument }) => {
    const kind = callKinds.get(name.split('.')[1] ?? '');
    if (kind === undefined || (name === 'issues.create') !== (kind === 'issue')) {
      if (!(name === 'pulls.create' && kind === 'issue')) return [];
    }
    const text = (property: string): string | undefined => {
      const found = findProperty(argument, property);
      return found === undefined ? undefined : expandScriptText(found, source);
    };
    return [
      {
        kind: name === 'pulls.create' ? 'pull-request' : (kind ?? 'comment'),
        at: node.locate(offset),
        job,
        step,
        token,
        body: text('body'),
        title: text('title'),
        target: text('workflow_id') ?? text('event_type') ?? text('tag_name'),
        elsewhere: findElsewhere(text('repo')),
        upserts: false,
        via: name,
        isDraft: /draft\s*:\s*true/.test(argument),
      } satisfies Write,
    ];
  });
}

const callKinds: ReadonlyMap<string, WriteKind> = new Map([
  ['createComment', 'comment'],
  ['create', 'issue'],
  ['createReview', 'review'],
  ['createReplyForReviewComment', 'comment'],
  ['addLabels', 'label'],
  ['merge', 'merge'],
  ['createRelease', 'release'],
  ['createWorkflowDispatch', 'dispatch-workflow'],
  ['createDispatchEvent', 'dispatch-repository'],
]);

function findActionWrites(
  workflow: Workflow,
  job: Job,
  step: Step,
  scripts: readonly StepScript[],
): readonly Write[] {
  const { uses } = step;
  if (uses === undefined) return [];
  const action = findKnownAction(uses.value);
  if (action === undefined) return [];
  if (action.onlyWith !== undefined && !step.with.has(action.onlyWith)) return [];
  const script: StepScript = scripts[0] ?? {
    workflow,
    job,
    step,
    node: uses,
    language: 'shell',
    commands: [],
  };
  const input = (name: string | undefined): string | undefined => {
    const text = name === undefined ? undefined : step.with.get(name)?.value;
    return text === undefined ? undefined : expandShellText(text, script);
  };
  const given = action.token
    .map((name) => step.with.get(name)?.value ?? step.env.get(name)?.value)
    .find((value) => value !== undefined);
  const token =
    given !== undefined
      ? tokenOfText(given)
      : action.pushesByCheckout === true
        ? pushToken(workflow, job, step)
        : action.kind === 'push'
          ? stepToken(workflow, job, step)
          : 'default';
  const { upserts } = action;
  return [
    {
      kind: action.kind,
      at: uses.at,
      job,
      step,
      token,
      body: input(action.body),
      title: input(action.title),
      target: input(action.target) ?? action.usualTarget,
      elsewhere:
        findElsewhere(input('repository') ?? input('repo') ?? input('external_repository')) ??
        (action.kind === 'push' || action.kind === 'pull-request'
          ? repositoryInFolder(workflow, job, input('path') ?? input('cwd'))
          : undefined),
      upserts: typeof upserts === 'string' ? step.with.has(upserts) : upserts === true,
      via: actionName(uses.value),
      isDraft: step.with.get('draft')?.value === 'true',
    },
  ];
}
