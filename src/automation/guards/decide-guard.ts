/**
 * Whether an automation should act on an event, and if not, why.
 *
 * Invariants: (1) text that the automation wrote itself never makes it run again, whoever posted it and wherever in
 * the text its mark stands; (2) what cannot be checked counts against running; (3) a verdict counts only at the
 * start of a text by an allowed account, and only for the commit that is the head now; (4) every condition that was
 * asked for must hold.
 */
import type { Account, EventText } from './event-text.ts';
import { matchCommand } from './match-command.ts';
import { hasOwnMarker, readLeadingMarker } from './own-marker.ts';

export interface GuardRules {
  /** Commands that may start a text; none: any text by a person will do. */
  readonly commands: readonly string[];
  /** Name of the automation's own mark. */
  readonly marker: string | undefined;
  /** The only accounts that may make it run; none: everybody who is no program. */
  readonly allowedIds: readonly number[];
  /** The only author associations that may make it run; none: all. */
  readonly allowedAssociations: readonly string[];
  /** Accounts that are programs though they look like people. */
  readonly botLogins: readonly string[];
  readonly botIds: readonly number[];
  /** Whether an edited text counts as well. */
  readonly edited: boolean;
  readonly verdict: VerdictRule | undefined;
}

export interface VerdictRule {
  /** The word that must stand in the mark, whole: `APPROVE`. */
  readonly word: string;
  /** Head commit now, where the payload does not have it. */
  readonly head: string | undefined;
}

export type GuardReason =
  | 'accepted'
  | 'deleted'
  | 'edited'
  | 'no_new_text'
  | 'author_missing'
  | 'author_is_actions'
  | 'author_is_bot'
  | 'author_is_app'
  | 'committed_by_bot'
  | 'own_marker'
  | 'author_not_allowed'
  | 'association_unknown'
  | 'association_not_allowed'
  | 'no_command'
  | 'other_command'
  | 'verdict_missing'
  | 'verdict_other'
  | 'head_unknown'
  | 'head_changed';

export interface GuardDecision {
  readonly decision: 'run' | 'ignore';
  /** Stable; programs may depend on it. */
  readonly reason: GuardReason;
  readonly message: string;
  readonly command: string | undefined;
  /** The rest of the command's line, as somebody typed it: data, to be quoted wherever it goes. */
  readonly arguments: string | undefined;
  /** What could not be checked. */
  readonly notes: readonly string[];
}

interface Refusal {
  readonly reason: GuardReason;
  readonly message: string;
}

export function decideGuard(event: EventText, rules: GuardRules): GuardDecision {
  const notes = event.forge === 'gitea' ? [giteaNote] : [];
  const match = matchCommand(textAfterVerdict(event, rules), rules.commands);
  const refusal =
    refuseChange(event, rules) ??
    refuseAuthor(event, rules) ??
    refusePermission(event, rules) ??
    refuseVerdict(event, rules) ??
    refuseText(event, rules, match);
  if (refusal !== undefined) {
    return { decision: 'ignore', ...refusal, command: undefined, arguments: undefined, notes };
  }
  const found = match.kind === 'command' ? match : undefined;
  return {
    decision: 'run',
    reason: 'accepted',
    message: found === undefined ? 'Every condition holds.' : `${found.command} by ${nameOf(event.author)}.`,
    command: found?.command,
    arguments: found?.arguments,
    notes,
  };
}

const giteaNote =
  'Gitea does not say whether an account is a program: only logins and ids were compared. Name your bots.';

/** GitHub's account of the token that every workflow gets. */
const actionsBotId = 41_898_282;
/** Gitea's account of the same kind, which is no row in its database. */
const giteaActionsId = -2;
const actionsLogins = new Set(['github-actions[bot]', 'github-actions', 'gitea-actions']);

function refuseChange(event: EventText, rules: GuardRules): Refusal | undefined {
  switch (event.change) {
    case 'new':
      return undefined;
    case 'edited': {
      if (rules.edited) return undefined;
      return { reason: 'edited', message: 'The text was edited, which does not start anything again.' };
    }
    case 'deleted':
      return { reason: 'deleted', message: 'What the event is about was deleted.' };
    case 'none': {
      if (rules.commands.length === 0 && rules.verdict === undefined) return undefined;
      return { reason: 'no_new_text', message: `"${event.action}" brings no new text.` };
    }
    default:
      return event.change satisfies never;
  }
}

/** A verdict is written by a program, so for one only the list of allowed accounts decides. */
function refuseAuthor(event: EventText, rules: GuardRules): Refusal | undefined {
  const accounts = [event.author, event.sender];
  if (accounts.includes(undefined)) {
    return { reason: 'author_missing', message: 'The account that wrote this does not exist any more.' };
  }
  if (rules.verdict !== undefined) return undefined;
  for (const account of accounts) {
    const refusal = account === undefined ? undefined : refuseProgram(account, rules);
    if (refusal !== undefined) return refusal;
  }
  if (event.viaApp) {
    return {
      reason: 'author_is_app',
      message: `A GitHub App wrote this in the name of ${nameOf(event.author)}.`,
    };
  }
  const { committers } = event;
  if (committers.length > 0 && committers.every((names) => names.some((name) => isBotLogin(name, rules)))) {
    return { reason: 'committed_by_bot', message: 'Programs made every commit of this push.' };
  }
  return undefined;
}

function refuseProgram(account: Account, rules: GuardRules): Refusal | undefined {
  const name = nameOf(account);
  const isActions = account.id === actionsBotId || account.id === giteaActionsId;
  if (isActions || actionsLogins.has(account.login.toLowerCase())) {
    return { reason: 'author_is_actions', message: `A workflow wrote this, as ${name}.` };
  }
  const isBot =
    account.type === 'Bot' || rules.botIds.includes(account.id) || isBotLogin(account.login, rules);
  return isBot ? { reason: 'author_is_bot', message: `${name} is a program.` } : undefined;
}

/** Logins are the same in every case, at both forges. */
function isBotLogin(login: string, rules: GuardRules): boolean {
  const found = login.toLowerCase();
  return (
    found.endsWith('[bot]') ||
    actionsLogins.has(found) ||
    rules.botLogins.some((known) => known.toLowerCase() === found)
  );
}

function refusePermission(event: EventText, rules: GuardRules): Refusal | undefined {
  const { author, sender, association } = event;
  const { allowedIds, allowedAssociations } = rules;
  const stranger = [author, sender].find(
    (account) => account === undefined || !allowedIds.includes(account.id),
  );
  if (allowedIds.length > 0 && stranger !== undefined) {
    return {
      reason: 'author_not_allowed',
      message: `${nameOf(stranger)} is not among the allowed accounts.`,
    };
  }
  if (allowedAssociations.length === 0) return undefined;
  if (sender?.id !== author?.id) {
    const message = `The payload does not say what ${nameOf(sender)} is to the repository, who changed the text.`;
    return { reason: 'association_unknown', message };
  }
  if (association === undefined) {
    const why = event.forge === 'gitea' ? 'Gitea does not say' : 'The payload does not say';
    const message = `${why} what the author is to the repository. Name the allowed accounts by their ids.`;
    return { reason: 'association_unknown', message };
  }
  if (allowedAssociations.includes(association)) return undefined;
  const message = `${nameOf(author)} is ${association}, not ${allowedAssociations.join(' or ')}.`;
  return { reason: 'association_not_allowed', message };
}

function refuseVerdict(event: EventText, rules: GuardRules): Refusal | undefined {
  const { verdict, marker } = rules;
  if (verdict === undefined) return undefined;
  const found = marker === undefined ? undefined : readLeadingMarker(event.text, marker);
  if (found === undefined) {
    return {
      reason: 'verdict_missing',
      message: 'The text does not start with the mark that holds verdicts.',
    };
  }
  const words = found.tokens.filter((token) => !token.startsWith('sha='));
  const isWord = words.length === 1 && [verdict.word, `verdict=${verdict.word}`].includes(words[0] ?? '');
  if (!isWord) return { reason: 'verdict_other', message: `The mark does not say just "${verdict.word}".` };
  const head = verdict.head ?? event.head;
  if (head === undefined) {
    return { reason: 'head_unknown', message: 'The payload does not name the head commit; hand it in.' };
  }
  const shas = found.tokens.filter((token) => token.startsWith('sha='));
  if (shas.length === 1 && shas[0] === `sha=${head}`) return undefined;
  return { reason: 'head_changed', message: `The verdict is not about the present head ${head}.` };
}

function refuseText(
  event: EventText,
  rules: GuardRules,
  match: ReturnType<typeof matchCommand>,
): Refusal | undefined {
  const { marker, verdict } = rules;
  if (verdict === undefined && marker !== undefined && hasOwnMarker(event.text, marker)) {
    return {
      reason: 'own_marker',
      message: `The text holds the mark "${marker}": this automation wrote it.`,
    };
  }
  if (rules.commands.length === 0) return undefined;
  if (event.event === 'push')
    return { reason: 'no_command', message: 'The message of a commit is no command.' };
  if (match.kind === 'command') return undefined;
  const wanted = rules.commands.join(' or ');
  if (match.kind === 'other_command') {
    return {
      reason: 'other_command',
      message: `The text starts with ${match.found}, which is not ${wanted}.`,
    };
  }
  return { reason: 'no_command', message: `The text does not start with ${wanted}.` };
}

/** With a verdict asked for as well, a command stands after the mark. */
function textAfterVerdict({ text }: EventText, { verdict }: GuardRules): string {
  return verdict === undefined ? text : text.replace(/^\s*<!--[^<>]*?-->/, '');
}

function nameOf(account: Account | undefined): string {
  return account === undefined ? 'a deleted account' : `${account.login} (${account.id})`;
}
