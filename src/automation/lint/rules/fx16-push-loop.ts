import { linksOf } from '../../topology/repository-links.ts';
import type { Cycle } from '../../topology/topology.ts';
import type { Rule } from '../rule.ts';

export const pushLoop: Rule = {
  id: 'FX16',
  name: 'push-loop',
  severity: 'error',
  summary: 'What the workflow writes starts it again, directly or by way of others.',
  why: 'A push, tag or dispatch with a personal or App token is an event like any other. The circle turns until somebody stops it; when every turn makes a commit only if there is a difference, it comes to rest after one empty turn.',
  fix: 'Exclude the own commit by author or message, move what is written to paths-ignore or another branch, or accept the empty turn with "# fixpoint: accepted-loop reason=…".',
  example: {
    path: '.github/workflows/bump.yml',
    bad: `on:
  push:
    branches: [main]
jobs:
  bump:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          token: \${{ secrets.RELEASE_PAT }}
      - run: |
          npm version patch
          git push origin main
`,
    good: `on:
  push:
    branches: [main]
jobs:
  bump:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: |
          npm version patch
          git push origin main
`,
  },
  check: (workflow, { siblings }) =>
    linksOf(workflow, siblings)
      .cycles.filter(({ state, accepted }) => state !== 'latent' && accepted === undefined)
      .filter(isMadeByWrites)
      .flatMap(({ links, state }) =>
        links
          .filter(
            ({ from, event }) =>
              from === workflow.path && event !== 'workflow_run' && event !== 'workflow_call',
          )
          .map(({ at, via }) => ({
            at,
            severity: state === 'live' ? ('error' as const) : ('note' as const),
            message: `${via} closes a circle: ${describeWay(links)}${state === 'live' ? '' : '; it comes to rest when there is nothing new'}.`,
          })),
      ),
};

/** Circles of comments are told by the rules about comments, where the text is known. */
function isMadeByWrites({ links }: Cycle): boolean {
  return links.some(
    ({ event, through }) =>
      event === 'push' ||
      event.endsWith('_dispatch') ||
      event === 'release' ||
      through === 'the pull request',
  );
}

function describeWay(links: Cycle['links']): string {
  const steps = links.map(({ from, through }) => `${fileName(from)} -> ${through}`);
  return `${steps.join(' -> ')} -> ${fileName(links[0]?.from ?? '')}`;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
