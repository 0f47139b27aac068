import { linksOf } from '../../topology/repository-links.ts';
import { findWrites } from '../../workflow/find-writes.ts';
import { hasTrigger, triggerOf, type Workflow } from '../../workflow/workflow.ts';
import type { Write } from '../../workflow/write.ts';
import type { Discovery, Rule, Surroundings } from '../rule.ts';

export const tokenEdge: Rule = {
  id: 'FX17',
  name: 'token-edge',
  severity: 'warning',
  summary: 'A release or tag made with the default token starts no workflow, though one waits for it.',
  why: 'What the default token does causes no run, except workflow_dispatch and repository_dispatch (on Gitea nothing that the Actions user does). The other workflow never starts for these releases, and nothing tells so.',
  fix: 'Use an App or personal token for this write, start the other workflow by gh workflow run, or call it with workflow_call.',
  example: {
    path: '.github/workflows/release.yml',
    beside: [
      {
        path: '.github/workflows/publish.yml',
        text: 'on:\n  release:\n    types: [published]\njobs:\n  publish:\n    steps:\n      - run: npm publish\n',
      },
    ],
    bad: `on:
  push:
    branches: [main]
jobs:
  release:
    runs-on: ubuntu-latest
    steps:
      - run: gh release create "v1.$GITHUB_RUN_NUMBER" --generate-notes
        env:
          GH_TOKEN: \${{ secrets.GITHUB_TOKEN }}
`,
    good: `on:
  push:
    branches: [main]
jobs:
  release:
    runs-on: ubuntu-latest
    steps:
      - run: gh release create "v1.$GITHUB_RUN_NUMBER" --generate-notes
        env:
          GH_TOKEN: \${{ secrets.RELEASE_PAT }}
`,
  },
  check: (workflow, surroundings) => checkLinks(workflow, surroundings),
};

function checkLinks(workflow: Workflow, { siblings }: Surroundings): readonly Discovery[] {
  const { links } = linksOf(workflow, siblings);
  return links
    .filter(({ from, to, event, through, state }) => {
      if (to === from || state !== 'latent') return false;
      return event === 'release' || (event === 'push' && through === 'tags');
    })
    .filter(({ at, event }) =>
      findWrites(workflow).some(
        (write) =>
          write.at === at &&
          write.token === 'default' &&
          (event === 'release' ? !isPrerelease(write) : write.kind === 'tag'),
      ),
    )
    .filter(({ to }) => !links.some((other) => other.to === to && other.state === 'live'))
    .flatMap(({ to, at, via, event }) => {
      const target = siblings.find(({ path }) => path === to);
      if (target === undefined || isAlsoStartedOtherwise(target, workflow)) return [];
      // A push of any kind starts it, so it does not wait for the tag.
      if (event === 'push' && triggerOf(target, 'push')?.tags === undefined) return [];
      const file = to.slice(to.lastIndexOf('/') + 1);
      const what = event === 'release' ? 'release' : 'tag';
      return [
        {
          at,
          message: `${via} uses the default token, so ${file}, which waits for a ${what}, does not start.`,
        },
      ];
    });
}

/** What waits for releases is not meant for a rolling preview. */
function isPrerelease({ step }: Write): boolean {
  return (
    step.with.get('prerelease')?.value === 'true' || /\s--prerelease(?!=false)/.test(step.run?.value ?? '')
  );
}

/** A workflow that also follows the run itself does not depend on the release. */
function isAlsoStartedOtherwise(target: Workflow, workflow: Workflow): boolean {
  const runs = target.triggers
    .filter(({ event }) => event === 'workflow_run')
    .flatMap(({ workflows }) => workflows);
  if (runs.some(({ value }) => value === workflow.name)) return true;
  return (
    target.triggers.some(({ event, branches }) => event === 'push' && branches !== undefined) &&
    hasTrigger(workflow, 'push')
  );
}
