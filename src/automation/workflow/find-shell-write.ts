import { findPublish } from './find-publish.ts';
import { flagValue } from './flag-value.ts';
import type { ShellCommand } from './shell-commands.ts';
import { expandShellText, findFileText, type StepScript } from './step-script.ts';
import {
  findElsewhere,
  pushToken,
  repositoryInAddress,
  repositoryInFolder,
  stepToken,
  tokenOfText,
} from './token.ts';
import type { TokenKind, Write, WriteKind } from './write.ts';

/** The write that one shell command is, if it is one. */
export function findShellWrite(command: ShellCommand, script: StepScript): readonly Write[] {
  const words = command.words.map(({ text }) => text);
  const program = (words[0] ?? '').split('/').at(-1) ?? '';
  if (words.includes('--dry-run') || words.includes('--help')) return [];
  switch (program) {
    case 'gh':
      return findGhWrite(words, command, script);
    case 'curl':
      return findCurlWrite(words, command, script);
    case 'git':
      return findGitWrite(words, command, script);
    default: {
      const found = findPublish(program, words, script.step);
      return found === undefined ? [] : [toWrite(found, command, script)];
    }
  }
}

interface Found {
  readonly kind: WriteKind;
  readonly via: string;
  readonly token?: TokenKind;
  readonly body?: string | undefined;
  readonly title?: string | undefined;
  readonly target?: string | undefined;
  readonly upserts?: boolean;
  readonly elsewhere?: string | undefined;
  readonly isDraft?: boolean;
}

function toWrite(found: Found, command: ShellCommand, script: StepScript): Write {
  const { workflow, job, step, node } = script;
  const expand = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : expandShellText(text, script);
  const own = command.assignments.find(({ name }) => /^(?:GH|GITHUB)_TOKEN$/.test(name));
  return {
    kind: found.kind,
    at: node.locate(command.offset),
    job,
    step,
    token: found.token ?? (own === undefined ? stepToken(workflow, job, step) : tokenOfText(own.value)),
    body: expand(found.body),
    title: expand(found.title),
    target: expand(found.target),
    elsewhere:
      findElsewhere(expand(found.elsewhere)) ??
      (/^g(?:it|h) (?!api)/.test(found.via)
        ? repositoryInFolder(workflow, job, folderOf(command, script))
        : undefined),
    upserts: found.upserts === true,
    via: found.via,
    isDraft: found.isDraft === true,
  };
}

/** Where a command runs: after the last `cd` of its script, or else in the step's folder. */
function folderOf({ offset }: ShellCommand, script: StepScript): string | undefined {
  const last = script.commands.findLast(
    ({ words, offset: place }) => words[0]?.text === 'cd' && place < offset,
  );
  const folder = last?.words[1]?.text;
  return folder === undefined || folder === '-' || folder.startsWith('..')
    ? script.step.workingDirectory
    : expandShellText(folder, script);
}

const ghKinds: Readonly<Record<string, WriteKind>> = {
  'issue comment': 'comment',
  'pr comment': 'comment',
  'issue create': 'issue',
  'pr create': 'pull-request',
  'pr review': 'review',
  'pr merge': 'merge',
  'release create': 'release',
  'workflow run': 'dispatch-workflow',
};

function findGhWrite(words: readonly string[], command: ShellCommand, script: StepScript): readonly Write[] {
  if (words[1] === 'api') return findApiWrite(words, command, script);
  const verb = `${words[1] ?? ''} ${words[2] ?? ''}`;
  const isLabel = /^(?:issue|pr) edit$/.test(verb) && flagValue(words, '--add-label') !== undefined;
  const kind = isLabel ? 'label' : Object.hasOwn(ghKinds, verb) ? ghKinds[verb] : undefined;
  if (kind === undefined) return [];
  const found: Found = {
    kind,
    via: `gh ${verb}`,
    body: bodyOf(words, command, script),
    title: flagValue(words, '--title', '-t'),
    elsewhere: flagValue(words, '--repo', '-R'),
    target: kind === 'dispatch-workflow' ? words.slice(3).find((word) => !word.startsWith('-')) : undefined,
    upserts: words.includes('--edit-last'),
    isDraft: words.includes('--draft') || words.includes('-d'),
  };
  return [toWrite(found, command, script)];
}

function bodyOf(words: readonly string[], command: ShellCommand, script: StepScript): string | undefined {
  const text = flagValue(words, '--body', '-b', '--notes', '-n');
  if (text !== undefined) return text;
  const file = flagValue(words, '--body-file', '-F', '--notes-file');
  if (file === undefined) return undefined;
  return file === '-' || file === '/dev/stdin'
    ? command.hereDocuments.join('\n')
    : findFileText(file, script);
}

function findApiWrite(words: readonly string[], command: ShellCommand, script: StepScript): readonly Write[] {
  const path = words.slice(2).find((word) => /repos\/|dispatches|\/issues/.test(word));
  const method = flagValue(words, '--method', '-X')?.toUpperCase();
  const hasFields = words.some((word) => /^(?:-f|-F|--field|--raw-field|--input)(?:=|$)/.test(word));
  if (path === undefined || (method ?? (hasFields ? 'POST' : 'GET')) !== 'POST') return [];
  const kind = kindOfPath(path);
  if (kind === undefined) return [];
  const field = (name: string): string | undefined =>
    words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const found: Found = {
    kind,
    via: 'gh api',
    elsewhere: repositoryInAddress(path),
    body: field('body'),
    title: field('title'),
    target: /workflows\/([^/]+)\/dispatches/.exec(path)?.[1] ?? field('event_type') ?? refTag(field('ref')),
  };
  return [toWrite(found, command, script)];
}

function refTag(ref: string | undefined): string | undefined {
  return ref?.replace(/^refs\/tags\//, '');
}

function kindOfPath(path: string): WriteKind | undefined {
  const bare = path.split('?')[0]?.replace(/["'/]+$/, '') ?? path;
  if (/\/(?:issues|pulls)\/[^/]+\/comments$/.test(bare)) return 'comment';
  if (/\/pulls\/[^/]+\/reviews$/.test(bare)) return 'review';
  if (/\/issues\/[^/]+\/labels$/.test(bare)) return 'label';
  if (bare.endsWith('/issues')) return 'issue';
  if (bare.endsWith('/pulls')) return 'pull-request';
  if (bare.endsWith('/releases')) return 'release';
  if (/\/workflows\/[^/]+\/dispatches$/.test(bare)) return 'dispatch-workflow';
  return /\/repos\/.+\/dispatches$|^\/?repos\/[^/]+\/[^/]+\/dispatches$/.test(bare)
    ? 'dispatch-repository'
    : undefined;
}

function findCurlWrite(
  words: readonly string[],
  command: ShellCommand,
  script: StepScript,
): readonly Write[] {
  const address = words.find((word) => /\/repos\/|\/dispatches|GITHUB_API_URL|github\.api_url/.test(word));
  const data = flagValue(words, '-d', '--data', '--data-raw', '--data-binary', '--json');
  const method = flagValue(words, '-X', '--request')?.toUpperCase() ?? (data === undefined ? 'GET' : 'POST');
  if (address === undefined || method !== 'POST') return [];
  const kind = kindOfPath(expandShellText(address, script));
  if (kind === undefined) return [];
  const text =
    data?.startsWith('@-') === true ? command.hereDocuments.join('\n') : expandShellText(data ?? '', script);
  const header = words.find((word) => /^authorization:/i.test(word));
  const given = header === undefined ? undefined : tokenOfText(expandShellText(header, script));
  const found: Found = {
    kind,
    via: 'curl',
    elsewhere: repositoryInAddress(expandShellText(address, script)),
    ...(given === undefined || given === 'unknown' ? {} : { token: given }),
    body: jsonField(text, 'body') ?? (kind === 'comment' ? text : undefined),
    title: jsonField(text, 'title'),
    target: /workflows\/([^/]+)\/dispatches/.exec(address)?.[1] ?? jsonField(text, 'event_type'),
  };
  return [toWrite(found, command, script)];
}

function jsonField(text: string, name: string): string | undefined {
  const match = new RegExp(`\\\\?"?${name}\\\\?"?\\s*[:=]\\s*\\\\?"((?:[^"\\\\]|\\\\[^"])*)`).exec(text);
  return match?.[1]?.replaceAll('\\n', '\n');
}

function findGitWrite(words: readonly string[], command: ShellCommand, script: StepScript): readonly Write[] {
  let index = 1;
  while (words[index] === '-c' || words[index] === '-C') index += 2;
  if (words[index] !== 'push') return [];
  const rest = words.slice(index + 1);
  const places = rest.filter((word) => !word.startsWith('-'));
  const reference = places[1];
  if (rest.includes('--delete') || rest.includes('-d') || reference?.startsWith(':') === true) return [];
  const { workflow, job, step } = script;
  const token = pushToken(workflow, job, step, folderOf(command, script));
  const isTag =
    rest.includes('--tags') ||
    reference === 'tag' ||
    (reference !== undefined && looksLikeTag(reference, script));
  const target = reference
    ?.split(':')
    .at(-1)
    ?.replace(/^\+|^refs\/(?:heads|tags)\//, '');
  const found: Found = {
    kind: isTag ? 'tag' : 'push',
    via: 'git push',
    elsewhere: remoteRepository(places[0], script),
    token,
    target: target === 'HEAD' ? undefined : target,
  };
  const writes = [toWrite(found, command, script)];
  const alsoTags = rest.includes('--follow-tags');
  return alsoTags
    ? [...writes, toWrite({ ...found, kind: 'tag', target: undefined }, command, script)]
    : writes;
}

/** Where a remote points that is not the checkout's own. */
function remoteRepository(remote: string | undefined, script: StepScript): string | undefined {
  if (remote === undefined || remote === 'origin') return undefined;
  if (/[/:]/.test(remote)) return repositoryInAddress(remote);
  const added = script.commands.find(
    ({ words }) =>
      words[1]?.text === 'remote' && words[2]?.text === 'add' && words.some(({ text }) => text === remote),
  );
  const address = added?.words.at(-1)?.text;
  return address === undefined ? undefined : repositoryInAddress(expandShellText(address, script));
}

function looksLikeTag(reference: string, script: StepScript): boolean {
  if (/refs\/tags\//.test(reference)) return true;
  const tags = script.commands.filter(({ words }) => words[0]?.text === 'git' && words[1]?.text === 'tag');
  return tags.some(({ words }) => words.slice(2).some(({ text }) => text === reference));
}
