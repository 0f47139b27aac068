/** Whose right a step writes with. */
import type { Job, Step, Workflow } from './workflow.ts';
import type { TokenKind } from './write.ts';

const tokenVariables = ['GH_TOKEN', 'GITHUB_TOKEN', 'GITEA_TOKEN', 'FORGEJO_TOKEN', 'GH_PAT'];

export function tokenOfText(text: string): TokenKind {
  if (/\b(?:github|gitea|forgejo)\.token\b|secrets\.(?:GITHUB|GITEA|FORGEJO)_TOKEN\b/i.test(text)) {
    // `secrets.PAT || secrets.GITHUB_TOKEN` uses the first that is set, and nobody can see from here which it is.
    return /\|\|/.test(text) ? 'unknown' : 'default';
  }
  if (/steps\.[\w-]+\.outputs\.(?:[\w-]*token)\b/i.test(text)) return 'app';
  if (/secrets\./i.test(text)) return 'own';
  return 'unknown';
}

/** What `gh`, scripts and API calls of a step use: the step's own words first, then the job's, then the workflow's. */
export function stepToken(workflow: Workflow, job: Job, step: Step): TokenKind {
  const given = step.with.get('github-token') ?? step.with.get('token');
  if (given !== undefined) return tokenOfText(given.value);
  for (const env of [step.env, job.env, workflow.env]) {
    for (const name of tokenVariables) {
      const text = env.get(name);
      if (text !== undefined) return tokenOfText(text.value);
    }
  }
  const run = step.run?.value ?? '';
  if (/secrets\.(?!GITHUB_TOKEN|GITEA_TOKEN|FORGEJO_TOKEN)\w*(?:TOKEN|PAT)\b/.test(run)) return 'own';
  return 'default';
}

/** What `git push` uses: the token that the checkout kept, or one that stands in the address of the remote. */
export function pushToken(
  workflow: Workflow,
  job: Job,
  step: Step,
  folder: string | undefined = step.workingDirectory,
): TokenKind {
  const run = step.run?.value ?? '';
  const inAddress = /https:\/\/[^\s"']*(\$\{\{[^}]*\}\}|\$\{?\w+\}?)[^\s"']*@/.exec(run)?.[1];
  if (inAddress !== undefined) {
    const name = /^\$\{?(\w+)\}?$/.exec(inAddress)?.[1];
    const env =
      name === undefined ? undefined : (step.env.get(name) ?? job.env.get(name) ?? workflow.env.get(name));
    if (name === undefined) return tokenOfText(inAddress);
    return env === undefined ? 'unknown' : tokenOfText(env.value);
  }
  const checkout = checkoutIn(workflow, job, folder);
  const given = checkout?.with.get('token') ?? checkout?.with.get('ssh-key');
  if (given !== undefined) return tokenOfText(given.value);
  return checkout === undefined ? 'unknown' : 'default';
}

/** The checkout whose files lie in a folder of the job; without a folder of its own the first one counts. */
function checkoutIn(workflow: Workflow, job: Job, folder: string | undefined): Step | undefined {
  const checkouts = job.steps.filter(({ uses }) => uses?.value.startsWith('actions/checkout') === true);
  const wanted = cleanFolder(folder ?? '');
  const inFolder = checkouts.find((step) => {
    const path = cleanFolder(inputOf(workflow, job, step, 'path') ?? '');
    return path !== '' && `${wanted}/`.startsWith(`${path}/`);
  });
  return inFolder ?? checkouts.find((step) => !step.with.has('path')) ?? checkouts[0];
}

function cleanFolder(path: string): string {
  return path
    .replace(/^\$\{?GITHUB_WORKSPACE\}?\//, '')
    .replace(/^\.\//, '')
    .replace(/\/+$/, '');
}

/** An input with `${{ env.NAME }}` replaced by what the step, the job or the workflow says. */
function inputOf(workflow: Workflow, job: Job, step: Step, name: string): string | undefined {
  return step.with
    .get(name)
    ?.value.replace(
      /\$\{\{\s*env\.(\w+)\s*\}\}/g,
      (whole, variable: string) =>
        (step.env.get(variable) ?? job.env.get(variable) ?? workflow.env.get(variable))?.value ?? whole,
    );
}

/** `owner/name` of another repository that a checkout put into the folder in which a step works. */
export function repositoryInFolder(
  workflow: Workflow,
  job: Job,
  folder: string | undefined,
): string | undefined {
  const checkout = checkoutIn(workflow, job, folder);
  const name = checkout === undefined ? undefined : inputOf(workflow, job, checkout, 'repository');
  return name !== undefined && /^[\w.-]+\/[\w.-]+$/.test(name) ? name : undefined;
}

/** The repository that a text names, unless it is the workflow's own or cannot be told. */
export function findElsewhere(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (
    /(?:github|gitea|context)\.(?:repository|repo\b|event\.repository)|(?:GITHUB|GITEA)_REPOSITORY|^\$\{repo\}|:owner\/:repo|\{owner\}\/\{repo\}/.test(
      text,
    )
  ) {
    return undefined;
  }
  return text.replace(/\.git$/, '');
}

/** `owner/name` in the path of an API call or the address of a remote. */
export function repositoryInAddress(address: string): string | undefined {
  if (/(?:github|gitea)\.repository|(?:GITHUB|GITEA)_REPOSITORY|\{owner\}/.test(address)) return undefined;
  const match =
    /(?:\brepos\/|(?:github\.com|\$\{?\w*SERVER\w*\}?)[:/])([\w.${}-]+\/[\w.${}-]+?)(?:\.git)?(?:\/|$|["'\s])/.exec(
      address,
    );
  const name = match?.[1];
  return name === undefined || name.includes('$') ? undefined : name;
}
