/** Commands that send a package to a registry, or a change to a cloud. */
import { flagValue } from './flag-value.ts';
import type { Step } from './workflow.ts';

export interface Publication {
  readonly kind: 'publish';
  /** The words by which a person finds it. */
  readonly via: string;
  /** The registry, and which of several packages goes there. */
  readonly target: string;
  /** Whether it leaves a version alone that is there. */
  readonly upserts: boolean;
}

/** The publication that a command is, if it is one. */
export function findPublish(program: string, words: readonly string[], step: Step): Publication | undefined {
  const [first, ...others] =
    program === 'npx' || words[0] === 'python' ? runnerWords(words) : [program, ...words.slice(1)];
  if (first === 'gradlew' || first === 'gradle') {
    const task = findGradleTask(others);
    // A snapshot is replaced by the next one of the same version.
    if (task === undefined || /snapshot/i.test(`${step.name ?? ''} ${words.join(' ')}`)) return undefined;
    const via = `${first} ${task}`;
    return { kind: 'publish', via, target: placeOf(first, words, step), upserts: false };
  }
  if (first === undefined || !Object.hasOwn(publishers, first)) return undefined;
  const verbs = publishers[first] ?? [];
  const verb = others.find((word) => !word.startsWith('-'));
  // `cargo release-tool publish`: a tool of the registry's own client.
  const isTool = first === 'cargo' && verb?.startsWith('release') === true && others.includes('publish');
  if (verbs.length > 0 && !isTool && !verbs.some((known) => known === verb)) return undefined;
  return {
    kind: 'publish',
    via: verb === undefined ? first : `${first} ${verb}`,
    target: placeOf(first, words, step),
    upserts: words.includes('--skip-existing') || words.includes('from-package'),
  };
}

const publishers: Readonly<Record<string, readonly string[]>> = {
  npm: ['publish'],
  pnpm: ['publish'],
  yarn: ['publish'],
  lerna: ['publish'],
  cargo: ['publish'],
  bun: ['publish'],
  deno: ['publish'],
  uv: ['publish'],
  poetry: ['publish'],
  flit: ['publish'],
  hatch: ['publish'],
  vsce: ['publish'],
  twine: ['upload'],
  gem: ['push'],
  'semantic-release': [],
  goreleaser: ['release'],
  terraform: ['apply', 'destroy'],
  tofu: ['apply', 'destroy'],
};

/** The registry, and which of several packages goes there. */
function placeOf(program: string, words: readonly string[], step: Step): string {
  const registry = flagValue(words, '--registry', '--repository', '--repository-url') ?? program;
  const parts = [flagValue(words, '--workspace', '-w', '--package', '-p', '--filter'), step.workingDirectory];
  return [registry, ...parts.filter((part) => part !== undefined)].join(' ');
}

/** Tasks of a build that send what was built away; `publishToMavenLocal` stays at home. */
function findGradleTask(words: readonly string[]): string | undefined {
  return words.find(
    (word) =>
      /^:?(?:[\w-]+:)*publish(?!ToMavenLocal$|Docs)\w*$/.test(word) && !/Local(?:Repository)?$/.test(word),
  );
}

function runnerWords(words: readonly string[]): readonly string[] {
  const rest = words.slice(1).filter((word) => !word.startsWith('-'));
  return rest;
}
