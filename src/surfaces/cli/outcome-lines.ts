/** An outcome as a person reads it: the answer for stdout, and remarks (refusals, failures, notices) for stderr. */
import type { Outcome } from '../../engine/outcome.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { unreachable } from '../../ledger/unreachable.ts';
import { bookedLines, flagsOf } from './booked-lines.ts';
import { toCommandName } from './command-shape.ts';
import type { Emphasis } from './screen.ts';

export interface TextLine {
  readonly text: string;
  readonly emphasis: Emphasis;
}

export interface OutcomeLines {
  readonly answer: readonly TextLine[];
  readonly remarks: readonly TextLine[];
}

export function outcomeLines(outcome: Outcome): OutcomeLines {
  switch (outcome.status) {
    case 'accepted':
    case 'matched':
    case 'held':
      return {
        answer: [good(acceptedTitle(outcome)), ...details(outcome.result), ...keyLine(outcome)],
        remarks: [
          ...flagsOf(outcome.result).map((flag) => plain(`Notice: ${flag}`)),
          ...(outcome.notice === undefined ? [] : [plain(`Notice: ${outcome.notice}`)]),
        ],
      };
    case 'duplicate':
      return {
        answer: [good(duplicateTitle(outcome)), ...details(outcome.result), ...keyLine(outcome)],
        remarks:
          outcome.reversed_by === undefined ? [] : [plain(`Notice: reversed by ${outcome.reversed_by}`)],
      };
    case 'unchanged':
      return {
        answer: [
          good(`Nothing to change in ${outcome.portfolio}: ${outcome.code}.`),
          ...details(outcome.result),
        ],
        remarks: [],
      };
    case 'refused':
      return { answer: [], remarks: [bad(`Refused (${outcome.code}): ${outcome.message}`)] };
    case 'failed':
      return { answer: [], remarks: [bad(`Failed (${outcome.code}): ${outcome.message}`)] };
    case 'defect':
      return { answer: [], remarks: [bad(outcome.message)] };
    default:
      return unreachable(outcome);
  }
}

type Booked = Extract<Outcome, { readonly status: 'accepted' | 'matched' | 'held' }>;
type Duplicate = Extract<Outcome, { readonly status: 'duplicate' }>;

function acceptedTitle(outcome: Booked): string {
  const { portfolio, status, entry_id: entry, review_id: review } = outcome;
  const operation = toCommandName(outcome.operation);
  const as = entry === undefined ? '' : ` as ${entry}`;
  switch (status) {
    case 'accepted':
      if (outcome.dry_run === true) return `Would book ${operation} in ${portfolio}; nothing was booked.`;
      return `Booked ${operation} in ${portfolio}${as}.`;
    case 'matched':
      return `Matched ${operation} in ${portfolio}: the books have this event already${as}.`;
    case 'held':
      return `Held ${operation} in ${portfolio} for review${review === undefined ? as : ` as ${review}`}.`;
    default:
      return unreachable(status);
  }
}

function duplicateTitle({ operation, portfolio, entry_id: entry, first }: Duplicate): string {
  const as = entry === undefined ? '' : ` as ${entry}`;
  const answer = first.status === undefined ? '' : ` (${first.status})`;
  return `This ${toCommandName(operation)} was in ${portfolio} already${as}: it came at ${first.at} by ${first.door}${answer}. Nothing was booked now.`;
}

function details(result: JsonObject): readonly TextLine[] {
  return bookedLines(result).map((text) => plain(`  ${text}`));
}

function keyLine({ idempotency_key: key }: Outcome): readonly TextLine[] {
  return key === undefined ? [] : [plain(`  key ${key}`)];
}

function plain(text: string): TextLine {
  return { text, emphasis: 'plain' };
}

function good(text: string): TextLine {
  return { text, emphasis: 'good' };
}

function bad(text: string): TextLine {
  return { text, emphasis: 'bad' };
}
