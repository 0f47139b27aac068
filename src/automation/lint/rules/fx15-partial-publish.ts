import { findWrites } from '../../workflow/find-writes.ts';
import { listStepScripts } from '../../workflow/step-script.ts';
import type { Job, Workflow } from '../../workflow/workflow.ts';
import type { Discovery, Rule } from '../rule.ts';

export const partialPublish: Rule = {
  id: 'FX15',
  name: 'partial-publish',
  severity: 'note',
  summary: 'A job publishes to two places and cannot be run again when the second fails.',
  why: 'A registry refuses a version that it has. When the second of two publications fails, a new run stops at the first, and the second never happens; a fallback that publishes again after an unclear failure may publish twice.',
  fix: 'Ask before each publication whether the version is there (npm view, skip-existing), or give each its own job.',
  example: {
    path: '.github/workflows/release.yml',
    bad: `on:
  push:
    tags: ['v*']
jobs:
  release:
    runs-on: ubuntu-latest
    steps:
      - run: npm publish
      - run: npm publish --registry https://npm.pkg.github.com
`,
    good: `on:
  push:
    tags: ['v*']
jobs:
  release:
    runs-on: ubuntu-latest
    steps:
      - run: npm view "pkg@$VERSION" || npm publish
      - run: npm view "pkg@$VERSION" --registry https://npm.pkg.github.com || npm publish --registry https://npm.pkg.github.com
`,
  },
  check: (workflow) =>
    workflow.jobs.flatMap((job) => [...checkPlaces(workflow, job), ...checkFallbacks(workflow, job)]),
};

const asksBefore =
  /npm (?:view|info|show)|skip-existing|--skip-existing|\|\| true|gh release view|cargo (?:search|info)|already (?:exists|published)|pypi\.org\/pypi|registry\.npmjs\.org|continue-on-error/i;
const registryCommands =
  /^(?:npm|pnpm|yarn) publish$|^twine upload$|^cargo publish$|^gem push$|^gradlew? publish/;

function checkPlaces(workflow: Workflow, job: Job): readonly Discovery[] {
  const texts = listStepScripts(workflow, job)
    .map(({ node }) => node.value)
    .join('\n');
  if (asksBefore.test(texts)) return [];
  const publishes = findWrites(workflow).filter(
    (write) =>
      write.job === job &&
      registryCommands.test(write.via) &&
      !write.upserts &&
      !write.step.continueOnError &&
      write.step.condition === undefined,
  );
  const [first, second] = publishes;
  if (first === undefined || second === undefined || first.target === second.target) return [];
  // A composite action that publishes twice stands in one line.
  const place = first.at.line === second.at.line ? 'the first one' : `${first.via} in line ${first.at.line}`;
  const message = `If ${second.via} fails here, a new run stops at ${place}, which is already done.`;
  return [{ at: second.at, message }];
}

/** `publish || publish`: the first may have arrived although it failed. */
function checkFallbacks(workflow: Workflow, job: Job): readonly Discovery[] {
  return listStepScripts(workflow, job).flatMap(({ commands, node }) =>
    commands.flatMap((command, index) => {
      const before = commands[index - 1];
      if (command.joinedBy !== '||' || before === undefined) return [];
      const words = (one: typeof command): string =>
        one.words
          .slice(0, 2)
          .map(({ text }) => text)
          .join(' ');
      if (!registryCommands.test(words(command)) || words(before) !== words(command)) return [];
      return [
        {
          at: node.locate(command.offset),
          message: `${words(command)} is done again when the first one failed, though it may have arrived.`,
        },
      ];
    }),
  );
}
