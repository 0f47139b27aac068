/** `fixpoint guard`: whether a workflow should act on the event that started it. Opens no store. */
import { parseArgs } from 'node:util';
import { decideGuard, type GuardRules, type VerdictRule } from '../automation/guards/decide-guard.ts';
import type { EventProblem, EventText, Forge } from '../automation/guards/event-text.ts';
import { isCommandName } from '../automation/guards/match-command.ts';
import { readMarkerName } from '../automation/guards/own-marker.ts';
import { readEvent } from '../automation/guards/read-event.ts';
import { type CliWorld, UsageError } from '../surfaces/cli/cli-world.ts';
import { readInputFile } from '../surfaces/cli/read-input-file.ts';
import { toJsonLine, toVisibleText } from '../surfaces/cli/visible-text.ts';
import { guardExits } from '../surfaces/outcome-table.ts';

export async function runGuard(args: readonly string[], world: CliWorld): Promise<number> {
  const flags = readFlags(args);
  const rules = readRules(flags);
  const forge = readForge(flags.forge);
  const file = flags.event ?? (world.env['GITHUB_EVENT_PATH'] || undefined);
  if (file === undefined) throw new UsageError('--event is missing: the file that holds the event.');
  const payload = parsePayload(await readInputFile(file, world));
  const read = payload.kind === 'problem' ? payload : readEvent(payload.value, { forge });
  const wantsJson = flags.json === true;
  if (read.kind === 'problem') return tellProblem(read, file, wantsJson, world);
  const { decision, reason, message, notes, ...command } = decideGuard(read.event, rules);
  for (const note of notes) world.stderr.write(`fixpoint: ${note}\n`);
  if (wantsJson) {
    const body = { decision, reason, message, ...describeEvent(read.event), ...command, notes };
    world.stdout.write(
      toJsonLine({ ...body, command: command.command ?? null, arguments: command.arguments ?? null }),
    );
  } else world.stdout.write(`${decision}: ${toVisibleText(message)} (${reason})\n`);
  return guardExits[decision];
}

function describeEvent({ forge, event, action, author, association, head }: EventText): object {
  const account =
    author === undefined ? null : { id: author.id, login: author.login, type: author.type ?? null };
  return { forge, event, action, author: account, association: association ?? null, head: head ?? null };
}

function tellProblem(problem: EventProblem, file: string, wantsJson: boolean, world: CliWorld): number {
  const { field, message } = problem;
  if (wantsJson) {
    world.stdout.write(toJsonLine({ decision: 'unreadable', reason: 'unreadable_event', field, message }));
  }
  world.stderr.write(`fixpoint: ${toVisibleText(`${file}: ${message}`)}\n`);
  return guardExits.unreadable;
}

type ParsedPayload = { readonly kind: 'payload'; readonly value: unknown } | EventProblem;

function parsePayload(text: string): ParsedPayload {
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'payload', value };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'problem', field: '', message: `The event is no JSON: ${reason}` };
  }
}

type Flags = ReturnType<typeof readFlags>;

function readRules(flags: Flags): GuardRules {
  const marker = flags.marker === undefined ? undefined : readMarkerName(flags.marker);
  if (flags.marker !== undefined && marker === undefined) {
    throw new UsageError(
      `--marker is "${flags.marker}". It must be a name of 3 to 100 letters, digits and "._:/-" without "--".`,
    );
  }
  const commands = flags.command ?? [];
  const wrong = commands.find((command) => !isCommandName(command));
  if (wrong !== undefined) {
    throw new UsageError(`--command is "${wrong}". It must be a slash and one word, such as /ai-review.`);
  }
  const allowedIds = readIds('allow-id', flags['allow-id']);
  return {
    commands,
    marker,
    allowedIds,
    allowedAssociations: splitWords('allow-association', flags['allow-association']).map(readAssociation),
    botLogins: splitWords('bot-login', flags['bot-login']),
    botIds: readIds('bot-id', flags['bot-id']),
    edited: flags.edited === true,
    verdict: readVerdict(flags, marker, allowedIds),
  };
}

function readVerdict(
  { verdict: word, head }: Flags,
  marker: string | undefined,
  allowedIds: readonly number[],
): VerdictRule | undefined {
  if (word === undefined) {
    if (head !== undefined) throw new UsageError('--head goes with --verdict.');
    return undefined;
  }
  if (!/^[A-Z][A-Z_-]{0,39}$/.test(word)) {
    throw new UsageError(`--verdict is "${word}". It must be one word in capitals, such as APPROVE.`);
  }
  if (marker === undefined)
    throw new UsageError('--verdict needs --marker: a verdict counts only in the own mark.');
  if (allowedIds.length === 0) {
    throw new UsageError(
      '--verdict needs --allow-id: anybody could write the mark. Name who may give verdicts.',
    );
  }
  if (head !== undefined && !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(head)) {
    throw new UsageError(`--head is "${head}". It must be a full commit name in lower case.`);
  }
  return { word, head };
}

const associations = [
  'OWNER',
  'MEMBER',
  'COLLABORATOR',
  'CONTRIBUTOR',
  'FIRST_TIME_CONTRIBUTOR',
  'FIRST_TIMER',
  'MANNEQUIN',
  'NONE',
];

function readAssociation(word: string): string {
  if (associations.includes(word)) return word;
  throw new UsageError(`--allow-association is "${word}". It must be one of ${associations.join(', ')}.`);
}

function readForge(forge: string | undefined): Forge | undefined {
  if (forge === undefined || forge === 'github' || forge === 'gitea') return forge;
  throw new UsageError(`--forge is "${forge}". It must be github or gitea.`);
}

function readIds(flag: string, given: readonly string[] | undefined): readonly number[] {
  return splitWords(flag, given).map((text) => {
    if (/^-?\d{1,15}$/.test(text)) return Number(text);
    throw new UsageError(`--${flag} is "${text}". It must be the number of an account, not its login.`);
  });
}

/**
 * A flag may be given several times, and each time with several values between commas. One without any value is
 * refused: it comes from a variable that is not set, and would let everybody in.
 */
function splitWords(flag: string, given: readonly string[] | undefined): readonly string[] {
  return (given ?? []).flatMap((text) => {
    const words = text.split(',').map((word) => word.trim());
    if (!words.includes('')) return words;
    throw new UsageError(
      `--${flag} is "${text}". It must not be empty, nor hold an empty value between commas.`,
    );
  });
}

function readFlags(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const list = { type: 'string', multiple: true } as const;
    const yes = { type: 'boolean' } as const;
    const options = {
      event: text,
      command: list,
      marker: text,
      verdict: text,
      head: text,
      'allow-id': list,
      'allow-association': list,
      'bot-login': list,
      'bot-id': list,
      forge: text,
      edited: yes,
      json: yes,
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
